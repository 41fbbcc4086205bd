import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface Tab<Value extends string> {
  value: Value;
  label: string;
  content: ReactNode;
}

/** Tabs. Keep `value` in the URL if the tab should be linkable. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab<NoInfer<Value>>[];
  value: Value;
  onChange: (value: NoInfer<Value>) => void;
}) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((each) => each.value === chosen);
        if (tab !== undefined) onChange(tab.value);
      }}
    >
      <Radix.List aria-label={label} className="flex gap-5 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px h-9 border-b-2 border-transparent text-13 font-medium text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink pointer-coarse:h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
