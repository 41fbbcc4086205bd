import { freePlan, type Plan } from "@wayfare/contract";
import { finalizeAt, nextPeriodEnd } from "../rating/billing-period.ts";
import type { BillingState, SubscriptionRecord } from "../records/records.ts";
import { subscriptionLine } from "./lines.ts";
import { chargePrice, createPhase, newInvoice, type Outcome } from "./outcome.ts";

const dayMs = 86_400_000;

/** Time after which a past-due subscription ends. */
export const pastDueMs = 14 * dayMs;

/**
 * Renews a subscription: drafts the invoice of the ended period's searches and starts the next period, with the pending plan if there is
 * one. A pending `free` plan ends the subscription instead.
 */
export function renewPeriod(state: BillingState, subscription: SubscriptionRecord, nowMs: number): Outcome {
  const { endMs, pendingPlan } = subscription;
  if (pendingPlan?.name === freePlan) return endSubscription(state, subscription, endMs, nowMs);
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
    phases: [...ended, createPhase(next, next.startMs, chargedMinor)],
    redemptions,
    invoices: [newInvoice(subscription, { ...draft, lines }, nowMs)],
  };
}

/** Ends a subscription. The account is then on the free plan; the rest of an unpaid period is not credited. */
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
    phases: ended,
    redemptions: [],
    invoices: [newInvoice(subscription, { ...draft, lines: [] }, nowMs)],
  };
}

function nextPeriod(subscription: SubscriptionRecord, pendingPlan: Plan | null): SubscriptionRecord {
  const { endMs, anchorMs, status, revision, terms } = subscription;
  return {
    ...subscription,
    status: status === "trialing" ? "active" : status,
    terms: pendingPlan ?? terms,
    pendingPlan: null,
    startMs: endMs,
    endMs: nextPeriodEnd(anchorMs, endMs),
    revision: revision + 1,
  };
}

function endPeriod({ phase }: BillingState, { startMs }: SubscriptionRecord, endMs: number) {
  const period = { startMs, endMs };
  const ended = phase === null ? [] : [{ ...phase, endedAtMs: endMs }];
  return { ended, draft: { kind: "period" as const, period, finalizeAtMs: finalizeAt(period) } };
}
