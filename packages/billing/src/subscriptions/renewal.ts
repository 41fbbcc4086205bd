import type { PlanName } from "@wayfare/contract";
import { finalizeAt, nextPeriodEnd } from "../rating/billing-period.ts";
import { type BillingState, type SubscriptionRecord, termsOf } from "../records/records.ts";
import { subscriptionLine } from "./lines.ts";
import { chargePrice, newInvoice, type Outcome, segmentOf } from "./outcome.ts";

const dayMs = 86_400_000;

/** How long an overdue subscription goes on before it ends. */
export const pastDueMs = 14 * dayMs;

/**
 * The period ends: its searches are left to a draft, and the next one begins, on the pending plan's terms where one is pending, or there is
 * no next one.
 */
export function renewPeriod(state: BillingState, subscription: SubscriptionRecord, nowMs: number): Outcome {
  const { endMs, pendingPlan } = subscription;
  if (pendingPlan === "free") return endSubscription(state, subscription, endMs, nowMs);
  const next = nextPeriod(subscription, pendingPlan);
  const line = subscriptionLine(next.terms, next.startMs, next.endMs);
  const { lines, redemptions, chargedMinor } = chargePrice(state.redemptions, {
    line,
    terms: next.terms,
    endMs: next.endMs,
  });
  const { ended, draft } = endPeriod(state, subscription, endMs);
  return {
    subscription: next,
    segments: [...ended, segmentOf(next, next.startMs, chargedMinor)],
    redemptions,
    invoices: [newInvoice(subscription, { ...draft, lines }, nowMs)],
  };
}

/** The account is on the free plan from then on; what is left of a period that was not paid for is not given back. */
export function endSubscription(
  state: BillingState,
  subscription: SubscriptionRecord,
  atMs: number,
  nowMs: number,
): Outcome {
  const { ended, draft } = endPeriod(state, subscription, atMs);
  const { revision } = subscription;
  return {
    subscription: {
      ...subscription,
      status: "cancelled",
      pendingPlan: null,
      pastDueSinceMs: null,
      revision: revision + 1,
      endedAtMs: atMs,
    },
    segments: ended,
    redemptions: [],
    invoices: [newInvoice(subscription, { ...draft, lines: [] }, nowMs)],
  };
}

function nextPeriod(subscription: SubscriptionRecord, pendingPlan: PlanName | null): SubscriptionRecord {
  const { endMs, anchorMs, status, revision, terms } = subscription;
  return {
    ...subscription,
    status: status === "trialing" ? "active" : status,
    terms: pendingPlan === null ? terms : termsOf(pendingPlan),
    pendingPlan: null,
    startMs: endMs,
    endMs: nextPeriodEnd(anchorMs, endMs),
    revision: revision + 1,
  };
}

function endPeriod({ segment }: BillingState, { startMs }: SubscriptionRecord, endMs: number) {
  const period = { startMs, endMs };
  const ended = segment === null ? [] : [{ ...segment, endedAtMs: endMs }];
  return { ended, draft: { kind: "period" as const, period, finalizeAtMs: finalizeAt(period) } };
}
