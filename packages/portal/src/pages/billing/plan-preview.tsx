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
import { Loading } from "../../components/loading.tsx";
import { Money } from "../../components/money.tsx";
import { formatMoney } from "../../components/money-format.ts";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { Time } from "../../components/time.tsx";
import { StepUpCancelled } from "../../data/step-up.ts";
import { useBillingActions, usePlanPreview } from "./data.ts";
import { LineTable, SumList } from "./line-table.tsx";
import { isZero, splitLines } from "./sums.ts";

interface PlanPreviewProps {
  requested: PreviewSubscription;
  plan: Plan;
  /** Title of the current plan. */
  currentTitle: string;
  onChanged: (changed: SubscriptionChange) => void;
  onCancel: () => void;
}

/** Preview of a plan change with its charges, and the button that makes the change. Reloads an outdated preview. */
export function PlanPreview({ requested, plan, currentTitle, onChanged, onCancel }: PlanPreviewProps) {
  // Keeps the title: after the change the current plan differs until the dialog switches.
  const [initialTitle] = useState(currentTitle);
  const { preview, change, isRenewed, error, start, retry } = usePlanChange(requested, onChanged);
  const isTrial = requested.trial === true;
  return (
    <>
      <div role="status" className="empty:absolute">
        {isRenewed && (
          <Notice tone="caution" title="Preview updated">
            <p>The previous preview was outdated. Your plan was not changed. Review the new preview.</p>
          </Notice>
        )}
      </div>
      {preview.data !== undefined && <Previewed preview={preview.data} plan={plan} isTrial={isTrial} />}
      {preview.isFetching && <Loading label="preview" />}
      {error !== null && <Problem error={error} onRetry={retry} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Keep {initialTitle}</Button>
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

/** Preview of a plan change, and the mutation that makes it. Refetches the preview if it is outdated. */
function usePlanChange(requested: PreviewSubscription, onChanged: (changed: SubscriptionChange) => void) {
  const preview = usePlanPreview(requested);
  const { change } = useBillingActions();
  const [wasOutOfDate, setWasOutOfDate] = useState(false);
  const onError = (error: Error) => {
    if (!isOutOfDate(error)) return;
    setWasOutOfDate(true);
    void preview.refetch();
  };
  const changeError = isOutOfDate(change.error) || change.error instanceof StepUpCancelled ? null : change.error;
  return {
    preview,
    change,
    isRenewed: wasOutOfDate && !preview.isFetching && preview.error === null,
    error: changeError ?? preview.error,
    start: () => {
      if (preview.data === undefined) return;
      change.mutate({ ...requested, token: preview.data.token }, { onSuccess: onChanged, onError });
    },
    retry: () => {
      change.reset();
      void preview.refetch();
    },
  };
}

/** Returns true if the preview is older than 10 minutes or no longer matches the subscription. */
function isOutOfDate(error: unknown): boolean {
  return error instanceof ApiError && error.code === "CONFLICT";
}

function labelOf(preview: SubscriptionPreview | undefined, { title }: Plan, isTrial: boolean): string {
  if (isTrial) return `Try ${title}`;
  if (preview === undefined || isZero(preview.due)) return `Change to ${title}`;
  return `Change to ${title} for ${formatMoney(preview.due)}`;
}

interface PreviewedProps {
  preview: SubscriptionPreview;
  plan: Plan;
  isTrial: boolean;
}

function Previewed({ preview, plan, isTrial }: PreviewedProps) {
  const { lines, takesEffect, effectiveAt, period, expiresAt, due } = preview;
  const { items, sums } = splitLines(preview);
  const isNow = takesEffect === "now";
  return (
    <>
      <Facts
        facts={[
          ["Starts", isNow ? "Immediately" : <Time key="begins" at={effectiveAt} />],
          ...(isNow
            ? [[isTrial ? "Trial ends" : "Period ends", <Time key="ends" at={period.to} />] as const]
            : [["Until then", "No change"] as const]),
          [
            "Then",
            <span key="then">
              <Money value={plan.price} /> per month, without tax and before coupons
            </span>,
          ],
        ]}
      />
      {lines.length > 0 && (
        <div>
          <LineTable caption="Charges now" lines={items} />
          <SumList sums={sums} />
        </div>
      )}
      <p className="max-w-[68ch] text-13 text-ink-2">
        {isZero(due) ? "No payment is due now." : "An invoice is issued immediately."} This preview is valid until{" "}
        <Time at={expiresAt} show="instant" />.
      </p>
    </>
  );
}
