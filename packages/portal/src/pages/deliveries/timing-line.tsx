import { formatMilliseconds } from "../../components/time-format.ts";
import { layOutTimings, type Timings } from "./timings.ts";

/** Colors of the phases. The legend below has the same order. */
const inks = ["text-ink-3", "text-ink", "text-accent", "text-edge"];

/** Bar with the phases of an attempt to scale, and a legend with their durations. */
export function TimingLine({ timings }: { timings: Timings }) {
  const parts = layOutTimings(timings);
  return (
    <div className="max-w-2xl">
      <svg aria-hidden viewBox="0 0 480 6" preserveAspectRatio="none" className="h-1.5 w-full">
        {parts.map(({ name, start, share }, index) => (
          <line
            key={name}
            x1={start * 480}
            x2={(start + share) * 480}
            y1="3"
            y2="3"
            strokeWidth="6"
            stroke="currentColor"
            className={inks[index % inks.length]}
          />
        ))}
      </svg>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 pt-2 text-12">
        {[...parts, { name: "Total", ms: timings.totalMs }].map(({ name, ms }, index) => (
          <div key={name} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-ink-3">
              {index < parts.length && (
                <i aria-hidden className={`block size-2 bg-current ${inks[index % inks.length]}`} />
              )}
              {name}
            </dt>
            <dd className="font-mono tabular-nums">{formatMilliseconds(ms)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
