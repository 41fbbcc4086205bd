import { formatCount } from "../../components/money-format.ts";
import { Problem } from "../../components/problem.tsx";
import { Time } from "../../components/time.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useCurrentUsage } from "./data.ts";

/** What the period has counted against the plan. Test data is counted against nothing. */
export function Quota() {
  const usage = useCurrentUsage();
  if (usage.error !== null) return <Problem error={usage.error} onRetry={() => void usage.refetch()} />;
  if (usage.data === undefined) return <Waiting label="usage" />;
  const { total, plan, period } = usage.data;
  const included = plan?.includedSearches ?? null;
  return (
    <div className="flex flex-col gap-2">
      <p>
        <span className="font-mono text-16 font-medium">{formatCount(total)}</span>{" "}
        {included === null
          ? "operations counted"
          : `of ${formatCount(included)} searches of the plan ${plan?.name ?? ""}`}
      </p>
      {included !== null && <QuotaLine share={total / Math.max(1, included)} />}
      <p className="text-12 text-ink-3">
        {plan === null && "Test data is free and counts against no plan. "}
        The period ends <Time at={period.end} show="distance" />.
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
