import { CheckboxGroup } from "../../components/checkbox-group.tsx";
import { Checkbox } from "../../components/field.tsx";
import { useEventTypes } from "../../data/event-types.ts";
import { groupTypes, isCovered, togglePattern } from "./subscription.ts";

interface EventChoiceProps {
  chosen: readonly string[];
  onChange: (patterns: string[]) => void;
  /** Validation error. */
  error?: string | undefined;
}

/** Checkboxes for the events of an endpoint: all, groups or single types. */
export function EventChoice({ chosen, onChange, error }: EventChoiceProps) {
  const entries = useEventTypes();
  const groups = groupTypes(entries.map(({ type }) => type).filter((type) => type !== "webhook.test"));
  const titleOf = (type: string) => entries.find((entry) => entry.type === type)?.title;
  const box = (pattern: string, hint?: string) => (
    <Checkbox
      key={pattern}
      label={<code className="font-mono text-13">{pattern}</code>}
      hint={hint}
      checked={isCovered(chosen, pattern)}
      onChange={() => onChange(togglePattern(chosen, pattern, groups))}
    />
  );
  return (
    <CheckboxGroup legend="Events" error={error}>
      <div className="flex flex-col gap-3">
        {box("*", "All events, including future types.")}
        {groups.map(({ pattern, types }) => (
          <div key={pattern} className="flex flex-col gap-1.5 border-l border-line pl-3">
            {types.length > 1 && box(pattern)}
            <div className="grid gap-x-4 gap-y-1.5 wide:grid-cols-2">
              {types.map((type) => box(type, titleOf(type)))}
            </div>
          </div>
        ))}
      </div>
    </CheckboxGroup>
  );
}
