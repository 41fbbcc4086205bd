import type { PreviewSubscription, Subscription } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/page-header.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { useMay } from "../../data/session.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ChangePlanDialog } from "./change-plan-dialog.tsx";
import { usePlanTitle, useSubscription } from "./data.ts";
import { PeriodLine } from "./period-line.tsx";
import { Plans } from "./plans.tsx";
import { SpendSoFar } from "./spend.tsx";
import { Standing } from "./standing.tsx";
import { describeEnd, describeSearches, describeState } from "./subscription-text.ts";
import { isNothing } from "./sums.ts";

/** The plan in force, what it has cost so far, and the plans that it can be changed for. */
export function PlanView() {
  return (
    <Loaded query={useSubscription()} label="subscription">
      {(subscription) => <Subscribed subscription={subscription} />}
    </Loaded>
  );
}

function Subscribed({ subscription }: { subscription: Subscription }) {
  const [wanted, setWanted] = useState<PreviewSubscription | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const mayWrite = useMay("billing.write");
  const mayCancel = mayWrite && subscription.plan !== "free" && !subscription.cancelAtPeriodEnd;
  return (
    <>
      <Standing subscription={subscription} />
      <div className="grid gap-x-12 broad:grid-cols-2">
        <Section title="Subscription">
          <SubscriptionFacts subscription={subscription} />
          {mayCancel && (
            <div className="pt-3">
              <Button onClick={() => setCancelling(true)}>Cancel subscription</Button>
            </div>
          )}
        </Section>
        <Section title="So far this period">
          <SpendSoFar />
        </Section>
      </div>
      <Section title="Plans">
        <Plans subscription={subscription} onChange={setWanted} onCancel={() => setCancelling(true)} />
      </Section>
      <ChangePlanDialog subscription={subscription} wanted={wanted} onClose={() => setWanted(null)} />
      <CancelDialog subscription={subscription} open={cancelling} onClose={() => setCancelling(false)} />
    </>
  );
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const titleOf = usePlanTitle();
  const { plan, price, period } = subscription;
  const [tone, word] = describeState(subscription);
  return (
    <>
      <Facts
        facts={[
          ["Plan", <strong key="plan">{titleOf(plan)}</strong>],
          [
            "State",
            <Status key="state" tone={tone}>
              {word}
            </Status>,
          ],
          [
            "Price",
            isNothing(price) ? (
              "Nothing"
            ) : (
              <span key="price">
                <Money value={price} /> a month, in advance, without tax
              </span>
            ),
          ],
          ["Live searches", describeSearches(subscription)],
          ["Period ends", <Time key="end" at={period.to} />],
          ["What comes then", describeEnd(subscription, titleOf)],
        ]}
      />
      <PeriodLine period={period} />
    </>
  );
}
