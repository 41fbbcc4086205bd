import { classNames } from "./class-names.ts";

interface TimeScaleProps {
  /** Accessible label. */
  label: string;
  /** Highlighted range, as fractions of the whole. */
  from: number;
  to: number;
  /** Position of the current time, as a fraction of the whole. */
  at: number;
  tone: "accent" | "caution";
  marks: readonly { at: number; label: string }[];
}

const inks = { accent: "text-accent", caution: "text-caution" };

/** Time scale: a line with tick labels and a mark at the current time. */
export function TimeScale({ label, from, to, at, tone, marks }: TimeScaleProps) {
  return (
    <div role="img" aria-label={label} className={classNames("relative h-9", inks[tone])}>
      <span className="absolute inset-x-0 top-2 h-0.5 bg-line" />
      <span className="absolute top-2 h-0.5 bg-current" style={{ left: percent(from), right: percent(1 - to) }} />
      {marks.map((mark) => (
        <span
          key={mark.label}
          className={classNames(
            "absolute top-0 flex h-9 flex-col justify-between font-mono text-12 whitespace-nowrap text-ink-3",
            mark.at === 0 && "items-start",
            mark.at > 0 && mark.at < 1 && "-translate-x-1/2 items-center",
            mark.at === 1 && "-translate-x-full items-end",
          )}
          style={{ left: percent(mark.at) }}
        >
          <span className="mt-1 h-2.5 w-px bg-edge" />
          {mark.label}
        </span>
      ))}
      <span
        className="absolute top-1 size-2.5 -translate-x-1/2 rounded-control border-2 border-surface bg-current"
        style={{ left: percent(at) }}
      />
    </div>
  );
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
