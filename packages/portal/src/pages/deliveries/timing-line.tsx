import { formatMilliseconds } from "../../components/time-format.ts";
import { layOutTimings, type Timings } from "./timings.ts";

const strokes = ["stroke-ink-3", "stroke-edge", "stroke-accent", "stroke-line"];

/** Where the time of an attempt went, to scale, with its figures under it. */
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
            className={strokes[index % strokes.length]}
          />
        ))}
      </svg>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 pt-2 text-12">
        {[...parts, { name: "Whole", ms: timings.totalMs }].map(({ name, ms }) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-ink-3">{name}</dt>
            <dd className="font-mono tabular-nums">{formatMilliseconds(ms)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
