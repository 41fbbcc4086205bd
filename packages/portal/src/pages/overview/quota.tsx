import { formatCount } from "../../components/money-format.ts";
import { Time } from "../../components/time.tsx";
import type { Overview } from "./data.ts";

/** What the period has counted against the plan. */
export function Quota({ quota }: Pick<Overview, "quota">) {
  if (quota === null) return <p className="text-ink-2">Test data is free and counts against no plan.</p>;
  const { plan, searchesIncluded, used, periodEnd } = quota;
  return (
    <div className="flex flex-col gap-2">
      <p>
        <span className="font-mono text-16 font-medium">{formatCount(used)}</span> of {formatCount(searchesIncluded)}{" "}
        searches of the plan {plan}
      </p>
      <QuotaLine share={used / Math.max(1, searchesIncluded)} />
      <p className="text-12 text-ink-3">
        More come <Time at={periodEnd} show="distance" />.
      </p>
    </div>
  );
}

function QuotaLine({ share }: { share: number }) {
  return (
    <span aria-hidden className="block h-1 bg-line">
      <span
        className={`block h-full origin-left ${share >= 0.9 ? "bg-critical" : "bg-accent"}`}
        style={{ transform: `scaleX(${Math.min(1, share)})` }}
      />
    </span>
  );
}
