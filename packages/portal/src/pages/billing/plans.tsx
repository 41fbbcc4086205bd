import type { Plan, PreviewSubscription, Subscription } from "@wayfare/sdk";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { formatCount, formatMoney } from "../../components/money-format.ts";
import { listTiers } from "../../components/overage-text.ts";
import { ScopeNote } from "../../components/require-scope.tsx";
import { Badge } from "../../components/status.tsx";
import { useHasScope } from "../../data/session.ts";
import { usePlans } from "./data.ts";
import { relationOf } from "./subscription-text.ts";

interface PlansProps {
  subscription: Subscription;
  /** Previews a plan change. */
  onChange: (requested: PreviewSubscription) => void;
  onCancel: () => void;
}

/** Plan comparison. */
export function Plans({ subscription, onChange, onCancel }: PlansProps) {
  const mayWrite = useHasScope("billing.write");
  return (
    <>
      <Loaded query={usePlans()} label="plans">
        {({ data }) => (
          <ul className="border-y border-line broad:grid broad:grid-cols-3">
            {data.map((plan) => (
              <li
                key={plan.name}
                className="flex flex-col gap-3 border-line py-4 not-last:border-b broad:px-6 broad:not-last:border-b-0 broad:first:pl-0 broad:last:pr-0 broad:not-first:border-l"
              >
                <PlanColumn plan={plan} subscription={subscription} />
                {mayWrite && (
                  <PlanButtons plan={plan} subscription={subscription} onChange={onChange} onCancel={onCancel} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div className="flex max-w-[68ch] flex-col gap-1 pt-3 text-13 text-ink-3">
        <p>
          Prices without tax. You see the exact charge before you confirm a change. Upgrades take effect immediately,
          downgrades at the end of the period.
        </p>
        {!mayWrite && <ScopeNote scopes={["billing.write"]} action="change the plan" />}
      </div>
    </>
  );
}

function PlanColumn({ plan, subscription }: { plan: Plan; subscription: Subscription }) {
  const { title, price, searchesIncluded, overageTiers, keyLimits, features } = plan;
  const relation = relationOf(plan, subscription);
  return (
    <>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="text-14 font-semibold">{title}</h3>
        {relation === "current" && <Badge tone="accent">Your plan</Badge>}
        {relation === "newer" && <Badge tone="neutral">Your plan, new version</Badge>}
        {relation === "pending" && <Badge tone="caution">From next period</Badge>}
      </div>
      <p>
        <span className="font-mono text-20 tracking-tight tabular-nums">{formatMoney(price)}</span>{" "}
        <span className="text-ink-2">per month</span>
      </p>
      <dl className="flex grow flex-col gap-1 text-13">
        <Limit name="Live searches per month" value={formatCount(searchesIncluded)} />
        {listTiers(overageTiers).map(({ name, value }) => (
          <Limit key={name} name={name} value={value} />
        ))}
        <Limit name="Requests per second per key" value={formatCount(keyLimits.requestsPerSecond)} />
        <Limit name="Searches per second per key" value={formatCount(keyLimits.searchesPerSecond)} />
        <Limit name="Concurrent searches per key" value={formatCount(keyLimits.searchesAtOnce)} />
      </dl>
      {features.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-4 text-13 text-ink-2">
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Limit({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-mono tabular-nums">{value}</dd>
    </div>
  );
}

function PlanButtons({ plan, subscription, onChange, onCancel }: PlansProps & { plan: Plan }) {
  const { name, title, trialDays } = plan;
  const relation = relationOf(plan, subscription);
  const isBlocked = subscription.status === "past_due";
  if (relation === "cancel") {
    return (
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>Downgrade to {title}</Button>
      </div>
    );
  }
  if ((relation !== "change" && relation !== "newer") || isBlocked) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onChange({ plan: name })}>Preview {title}</Button>
      {subscription.trialAvailable && trialDays > 0 && (
        <Button kind="quiet" onClick={() => onChange({ plan: name, trial: true })}>
          Try free for {trialDays} days
        </Button>
      )}
    </div>
  );
}
