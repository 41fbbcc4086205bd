import { use } from "react";
import { ClockOffset } from "../data/clock-offset.ts";
import { useNow } from "../data/use-now.ts";

/** Countdown in seconds, on the clock of the page with a shrinking bar, then the `after` text. */
export function Countdown({ until, totalSeconds, after }: { until: string; totalSeconds: number; after: string }) {
  const nowMs = useNow(1000) + use(ClockOffset);
  const seconds = Math.ceil((Date.parse(until) - nowMs) / 1000);
  if (seconds <= 0) return <span>{after}</span>;
  return (
    <span className="inline-flex items-center gap-2 font-mono tabular-nums" role="timer">
      {seconds} s
      <span aria-hidden className="block h-px w-16 bg-line">
        <span
          className="block h-full origin-left bg-current transition-transform duration-1000 ease-linear"
          style={{ transform: `scaleX(${Math.min(1, seconds / totalSeconds)})` }}
        />
      </span>
    </span>
  );
}
