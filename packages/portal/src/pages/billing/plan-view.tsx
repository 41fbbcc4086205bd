import type { PreviewSubscription, Subscription } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/page-header.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { useHasScope } from "../../data/session.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ChangePlanDialog } from "./change-plan-dialog.tsx";
import { usePlanTitle, useSubscription } from "./data.ts";
import { PeriodLine } from "./period-line.tsx";
import { Plans } from "./plans.tsx";
import { SpendSoFar } from "./spend.tsx";
import { SubscriptionNotices } from "./subscription-notices.tsx";
import { describePeriodEnd, describeSearches, describeStatus } from "./subscription-text.ts";
import { isZero } from "./sums.ts";

/** Plan tab: subscription, spend and available plans. */
export function PlanView() {
  return (
    <Loaded query={useSubscription()} label="subscription">
      {(subscription) => <Subscribed subscription={subscription} />}
    </Loaded>
  );
}

function Subscribed({ subscription }: { subscription: Subscription }) {
  const [requested, setRequested] = useState<PreviewSubscription | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const mayWrite = useHasScope("billing.write");
  const mayCancel = mayWrite && subscription.plan !== "free" && !subscription.cancelAtPeriodEnd;
  return (
    <>
      <SubscriptionNotices subscription={subscription} />
      <div className="grid gap-x-12 broad:grid-cols-2">
        <Section title="Subscription">
          <SubscriptionFacts subscription={subscription} />
          {mayCancel && (
            <div className="pt-3">
              <Button onClick={() => setCancelling(true)}>Cancel subscription</Button>
            </div>
          )}
        </Section>
        <Section title="Current period">
          <SpendSoFar />
        </Section>
      </div>
      <Section title="Plans">
        <Plans subscription={subscription} onChange={setRequested} onCancel={() => setCancelling(true)} />
      </Section>
      <ChangePlanDialog subscription={subscription} requested={requested} onClose={() => setRequested(null)} />
      <CancelDialog subscription={subscription} open={cancelling} onClose={() => setCancelling(false)} />
    </>
  );
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const titleOf = usePlanTitle();
  const { planTitle, planVersion, price, period } = subscription;
  const [tone, label] = describeStatus(subscription);
  return (
    <>
      <Facts
        facts={[
          [
            "Plan",
            <span key="plan">
              <strong>{planTitle}</strong>, version {planVersion}
            </span>,
          ],
          [
            "Status",
            <Status key="state" tone={tone}>
              {label}
            </Status>,
          ],
          [
            "Price",
            isZero(price) ? (
              "Free"
            ) : (
              <span key="price">
                <Money value={price} /> per month, in advance, without tax
              </span>
            ),
          ],
          ["Live searches", describeSearches(subscription)],
          ["Period ends", <Time key="end" at={period.to} />],
          ["Next", describePeriodEnd(subscription, titleOf)],
        ]}
      />
      <PeriodLine period={period} />
    </>
  );
}
