import type { CurrentUsage } from "@wayfare/sdk";
import { useCurrentUsage } from "../data/current-usage.ts";
import { capitalize } from "./capitalize.ts";
import { Loaded } from "./loaded.tsx";
import { formatCount, formatCounted } from "./money-format.ts";
import { Status } from "./status.tsx";
import { Time } from "./time.tsx";

/** Quota of the current period and its usage. */
export function Quota() {
  const current = useCurrentUsage();
  return (
    <Loaded query={current} label="quota">
      {({ plan, total, period }) => (
        <div className="flex max-w-2xl flex-col gap-2">
          <p className="flex flex-wrap items-baseline justify-between gap-x-6">
            <span>
              <span className="font-mono text-20 tabular-nums">{formatCount(total)}</span>{" "}
              <span className="text-ink-2">{describePlan(plan, total)}</span>
            </span>
            <span className="text-12 text-ink-3">
              Since <Time at={period.from} show="instant" />, ends <Time at={period.to} show="distance" />
            </span>
          </p>
          {plan !== null && plan.searchesIncluded !== null && <Used total={total} included={plan.searchesIncluded} />}
        </div>
      )}
    </Loaded>
  );
}

function describePlan(plan: CurrentUsage["plan"], total: number): string {
  const searches = total === 1 ? "search" : "searches";
  if (plan === null) return `${searches} in this period. Test requests are free and do not use your quota.`;
  if (plan.searchesIncluded === null) return `${searches} in this period. ${capitalize(plan.name)} has no limit.`;
  return `of ${formatCounted(plan.searchesIncluded, "search", "searches")} included in ${capitalize(plan.name)}`;
}

/** Quota bar, with marks at the thresholds of `usage.threshold`. */
function Used({ total, included }: { total: number; included: number }) {
  const share = Math.min(1, total / included);
  const ink = share >= 1 ? "stroke-critical" : share >= 0.8 ? "stroke-caution" : "stroke-accent";
  return (
    <>
      <svg role="img" aria-label={`${Math.round(share * 100)}% used`} viewBox="0 0 480 12" className="w-full">
        <line x1="0" x2="480" y1="6" y2="6" strokeWidth="4" className="stroke-line" />
        <line x1="0" x2={share * 480} y1="6" y2="6" strokeWidth="4" className={ink} />
        {[0.8, 1].map((mark) => (
          <line key={mark} x1={mark * 479.5} x2={mark * 479.5} y1="0" y2="12" className="stroke-ink-3" />
        ))}
      </svg>
      {share >= 0.8 && (
        <p className="text-13">
          <Status tone={share >= 1 ? "critical" : "caution"}>
            <span className="whitespace-normal">
              {share >= 1
                ? "Quota used up. Searches fail with QUOTA_EXCEEDED until the period ends."
                : "More than 80% of the quota is used."}
            </span>
          </Status>
        </p>
      )}
    </>
  );
}
