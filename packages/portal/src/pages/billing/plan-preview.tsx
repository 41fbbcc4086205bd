import {
  ApiError,
  type Plan,
  type PreviewSubscription,
  type SubscriptionChange,
  type SubscriptionPreview,
} from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Facts } from "../../components/figures.tsx";
import { Money } from "../../components/money.tsx";
import { formatMoney } from "../../components/money-format.ts";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { Time } from "../../components/time.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { StepUpCancelled } from "../../data/step-up.ts";
import { useBillingActions, usePlanPreview } from "./data.ts";
import { LineTable, SumList } from "./line-table.tsx";
import { isNothing, layOutLines } from "./sums.ts";

interface PlanPreviewProps {
  wanted: PreviewSubscription;
  plan: Plan;
  /** The plan that is in force, as people call it. */
  stay: string;
  onChanged: (changed: SubscriptionChange) => void;
  onCancel: () => void;
}

/** What the change would charge, and the button that charges it. What does not hold any more is shown anew before it is. */
export function PlanPreview({ wanted, plan, stay, onChanged, onCancel }: PlanPreviewProps) {
  // Once it is changed, it is another for a moment.
  const [keep] = useState(stay);
  const { preview, change, isRenewed, error, start, retry } = usePlanChange(wanted, onChanged);
  const isTrial = wanted.trial === true;
  return (
    <>
      <div role="status" className="empty:absolute">
        {isRenewed && (
          <Notice tone="caution" title="The preview was out of date">
            <p>Nothing was changed. This is a new one: look at it again.</p>
          </Notice>
        )}
      </div>
      {preview.data !== undefined && <Previewed preview={preview.data} plan={plan} isTrial={isTrial} />}
      {preview.isFetching && <Waiting label="preview" />}
      {error !== null && <Problem error={error} onRetry={retry} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Stay on {keep}</Button>
        <Button
          kind="primary"
          busy={change.isPending}
          disabled={preview.data === undefined || preview.isFetching}
          onClick={start}
        >
          {labelOf(preview.data, plan, isTrial)}
        </Button>
      </div>
    </>
  );
}

/** A preview and the change that it fixes. Where the change finds it out of date, there is a new one to look at. */
function usePlanChange(wanted: PreviewSubscription, onChanged: (changed: SubscriptionChange) => void) {
  const preview = usePlanPreview(wanted);
  const { change } = useBillingActions();
  const [wasOutOfDate, setWasOutOfDate] = useState(false);
  const onError = (error: Error) => {
    if (!isOutOfDate(error)) return;
    setWasOutOfDate(true);
    void preview.refetch();
  };
  const refused = isOutOfDate(change.error) || change.error instanceof StepUpCancelled ? null : change.error;
  return {
    preview,
    change,
    isRenewed: wasOutOfDate && !preview.isFetching && preview.error === null,
    error: refused ?? preview.error,
    start: () => {
      if (preview.data === undefined) return;
      change.mutate({ ...wanted, token: preview.data.token }, { onSuccess: onChanged, onError });
    },
    retry: () => {
      change.reset();
      void preview.refetch();
    },
  };
}

/** Between the preview and the change something else has happened, or ten minutes have. */
function isOutOfDate(error: unknown): boolean {
  return error instanceof ApiError && error.code === "CONFLICT";
}

function labelOf(preview: SubscriptionPreview | undefined, { title }: Plan, isTrial: boolean): string {
  if (isTrial) return `Try ${title}`;
  if (preview === undefined || isNothing(preview.due)) return `Change to ${title}`;
  return `Change to ${title} for ${formatMoney(preview.due)}`;
}

interface PreviewedProps {
  preview: SubscriptionPreview;
  plan: Plan;
  isTrial: boolean;
}

function Previewed({ preview, plan, isTrial }: PreviewedProps) {
  const { lines, takesEffect, effectiveAt, period, expiresAt, due } = preview;
  const { items, sums } = layOutLines(preview);
  const isNow = takesEffect === "now";
  return (
    <>
      <Facts
        facts={[
          ["Begins", isNow ? "At once" : <Time key="begins" at={effectiveAt} />],
          ...(isNow
            ? [[isTrial ? "The trial ends" : "The period ends", <Time key="ends" at={period.to} />] as const]
            : [["Until then", "Everything stays as it is"] as const]),
          [
            "From then on",
            <span key="then">
              <Money value={plan.price} /> a month, without tax and before coupons
            </span>,
          ],
        ]}
      />
      {lines.length > 0 && (
        <div>
          <LineTable caption="What is charged now" lines={items} />
          <SumList sums={sums} />
        </div>
      )}
      <p className="max-w-[68ch] text-13 text-ink-2">
        {isNothing(due) ? "Nothing is to be paid now." : "An invoice for it is issued at once."} Until{" "}
        <Time at={expiresAt} show="instant" /> the change charges exactly this, or nothing.
      </p>
    </>
  );
}
