import { formatCount } from "../../components/money-format.ts";

interface Bar {
  /** `YYYY-MM-DD`. */
  day: string;
  count: number;
}

/** Counts by day as thin bars, with the first and the last day under them. */
export function DayBars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return (
    <figure>
      <svg
        role="img"
        aria-label={`Counts by day, at most ${formatCount(most)}`}
        viewBox={`0 0 ${bars.length * 10} 60`}
        preserveAspectRatio="none"
        className="h-20 w-full border-b border-edge"
      >
        {bars.map(({ day, count }, index) => (
          <rect
            key={day}
            x={index * 10 + 2}
            width={6}
            y={60 - (count / most) * 58}
            height={(count / most) * 58}
            className="fill-accent"
          >
            <title>{`${day}: ${formatCount(count)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="flex justify-between pt-1 font-mono text-12 text-ink-3">
        <span>{bars[0]?.day}</span>
        <span>{bars.at(-1)?.day}</span>
      </figcaption>
    </figure>
  );
}
