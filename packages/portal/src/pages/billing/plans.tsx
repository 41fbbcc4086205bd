import type { Plan, PreviewSubscription, Subscription } from "@wayfare/sdk";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { formatCount, formatMoney } from "../../components/money-format.ts";
import { WhoMay } from "../../components/permitted.tsx";
import { Badge } from "../../components/status.tsx";
import { useMay } from "../../data/session.ts";
import { usePlans } from "./data.ts";
import { offerOf } from "./subscription-text.ts";

interface PlansProps {
  subscription: Subscription;
  /** Looks at a change before it is made. */
  onChange: (wanted: PreviewSubscription) => void;
  onCancel: () => void;
}

/** Every plan beside the others. */
export function Plans({ subscription, onChange, onCancel }: PlansProps) {
  const mayWrite = useMay("billing.write");
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
          Prices are without tax. What a change costs is shown before it is made: a dearer plan begins at once, a
          cheaper one when the period ends.
        </p>
        {!mayWrite && <WhoMay scopes={["billing.write"]} may="change the plan" />}
      </div>
    </>
  );
}

function PlanColumn({ plan, subscription }: { plan: Plan; subscription: Subscription }) {
  const { title, price, searchesIncluded, overagePerSearch, keyLimits } = plan;
  const offer = offerOf(plan.name, subscription);
  const overage = overagePerSearch === null ? "none" : formatMoney(overagePerSearch);
  return (
    <>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="text-14 font-semibold">{title}</h3>
        {offer === "current" && <Badge tone="accent">Your plan</Badge>}
        {offer === "pending" && <Badge tone="caution">From the next period on</Badge>}
      </div>
      <p>
        <span className="font-mono text-20 tracking-tight tabular-nums">{formatMoney(price)}</span>{" "}
        <span className="text-ink-2">a month</span>
      </p>
      <dl className="flex grow flex-col gap-1 text-13">
        <Limit name="Live searches a month" value={formatCount(searchesIncluded)} />
        <Limit name="Each beyond them" value={overage} />
        <Limit name="Requests a second, each key" value={formatCount(keyLimits.requestsPerSecond)} />
        <Limit name="Searches a second, each key" value={formatCount(keyLimits.searchesPerSecond)} />
        <Limit name="Searches at once, each key" value={formatCount(keyLimits.searchesAtOnce)} />
      </dl>
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
  const offer = offerOf(name, subscription);
  const isBlocked = subscription.status === "past_due";
  if (offer === "cancel") {
    return (
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>Go back to {title}</Button>
      </div>
    );
  }
  if (offer !== "change" || isBlocked) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onChange({ plan: name })}>Preview {title}</Button>
      {subscription.trialAvailable && trialDays > 0 && (
        <Button kind="quiet" onClick={() => onChange({ plan: name, trial: true })}>
          Try it for {trialDays} days
        </Button>
      )}
    </div>
  );
}
