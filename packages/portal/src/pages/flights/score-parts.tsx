import type { ScoreOption } from "@wayfare/sdk";

const names: Record<keyof ScoreOption["components"], string> = {
  price: "Price",
  duration: "Duration",
  stops: "Stops",
  schedule: "Schedule",
  comfort: "Comfort",
  flexibility: "Flexibility",
  emissions: "Emissions",
  risk: "Risk",
};

/** What a score is the sum of, each part as a length and a figure. */
export function ScoreParts({ option }: { option: ScoreOption }) {
  const parts = Object.entries(option.components);
  const most = Math.max(1, ...parts.map(([, value]) => value));
  return (
    <section>
      <h3 className="pb-1.5 text-13 font-medium">
        Score <span className="font-mono">{option.score.toFixed(1)}</span>
        <span className="font-normal text-ink-3">
          {" "}
          · chosen by {(option.probability * 100).toFixed(option.probability < 0.1 ? 1 : 0)} % of travelers of this
          taste
        </span>
      </h3>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)_3rem] items-center gap-x-3 gap-y-0.5 text-12">
        {parts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{isPart(name) ? names[name] : name}</dt>
            <dd aria-hidden className="h-px bg-line">
              <span
                className="relative -top-px block h-[3px] bg-accent"
                style={{ width: `${(Math.max(0, value) / most) * 100}%` }}
              />
            </dd>
            <dd className="text-right font-mono tabular-nums">{value.toFixed(1)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function isPart(name: string): name is keyof typeof names {
  return Object.hasOwn(names, name);
}
