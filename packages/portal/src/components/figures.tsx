import type { ReactNode } from "react";

interface Figure {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** Row of key figures. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 border-y border-line wide:flex">
      {figures.map((figure) => (
        <div
          key={figure.label}
          className="flex min-w-0 flex-1 flex-col gap-0.5 border-line py-3 pr-4 even:pl-4 wide:border-l wide:pl-4 wide:first:border-l-0 wide:first:pl-0"
        >
          <dt className="text-12 text-ink-3">{figure.label}</dt>
          <dd className="font-mono text-20 tracking-tight tabular-nums">{figure.value}</dd>
          {figure.note !== undefined && <dd className="text-12 text-ink-3">{figure.note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** List of names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="border-t border-line text-13">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid min-h-9 items-center gap-x-6 border-b border-line py-1.5 wide:grid-cols-[11rem_1fr]"
        >
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
