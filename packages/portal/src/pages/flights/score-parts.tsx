import type { ScoreOption } from "@wayfare/sdk";
import { layoutParts, partNames } from "./score-layout.ts";

/** Components of a score, as bars to the right or left of zero and as numbers. */
export function ScoreParts({ option }: { option: ScoreOption }) {
  const { zero, parts } = layoutParts(option.components);
  return (
    <section>
      <h3 className="pb-1.5 text-13 font-medium">
        Score <span className="font-mono">{option.score.toFixed(1)}</span>
        <span className="font-normal text-ink-3">
          {" "}
          · chosen by {(option.probability * 100).toFixed(option.probability < 0.1 ? 1 : 0)}% of travelers with this
          profile
        </span>
      </h3>
      <dl className="text-12">
        {parts.map(({ name, value, from, to }) => (
          <div key={name} className="grid grid-cols-[5.5rem_minmax(0,1fr)_3rem] items-center gap-x-3">
            <dt className="text-ink-2">{partNames[name]}</dt>
            <dd aria-hidden>
              <svg width="100%" height="18" className="block">
                <line x1={`${zero}%`} x2={`${zero}%`} y1="0" y2="18" className="stroke-edge" />
                <rect
                  x={`${from}%`}
                  width={`${to - from}%`}
                  y="7"
                  height="4"
                  className={value < 0 ? "fill-caution" : "fill-accent"}
                />
              </svg>
            </dd>
            <dd className="text-right font-mono tabular-nums">{value.toFixed(1).replace("-", "−")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
