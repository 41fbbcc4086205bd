import { DomainError, getPlan, newId, type PlanName } from "@wayfare/contract";
import { finalizeAt, nextPeriodEnd, trialEnd } from "../rating/billing-period.ts";
import { shareOf } from "../rating/exact.ts";
import { shareLeft, unusedOf } from "../rating/proration.ts";
import {
  type BillingState,
  isOverdue,
  type Segment,
  type SubscriptionRecord,
  type Terms,
  termsOf,
} from "../records/records.ts";
import { prorationLine, subscriptionLine } from "./lines.ts";
import { chargePrice, newInvoice, type Outcome, segmentOf } from "./outcome.ts";

/** A change of plan that is asked for. */
export interface PlanChange {
  plan: PlanName;
  trial: boolean;
  /** On a whole second. */
  atMs: number;
  /** As long as this change lasts, ids are made of this instant. */
  nowMs: number;
}

/** A change, and when it begins. */
export interface DecidedChange extends Outcome {
  takesEffect: "now" | "period_end";
  /** Whether a trial is begun. */
  startsTrial: boolean;
}

/**
 * What a change of plan comes to: upgrades begin now, with what is left of the old plan given back; downgrades when the period ends.
 *
 * @throws DomainError STATE_INVALID, PAYMENT_REQUIRED.
 */
export function decideChange(state: BillingState, asked: PlanChange): DecidedChange {
  const { subscription } = state;
  const change = afterBeginning(state.segment, asked);
  refuseOverdue(state, change.nowMs);
  refuseTrial(state, change);
  if (subscription === null) return subscribe(state, change);
  if (subscription.terms.plan === change.plan) throw samePlan(subscription);
  const isUpgrade = getPlan(change.plan).priceMinor > subscription.terms.priceMinor;
  if (!isUpgrade) return atPeriodEnd(subscription, change.plan);
  return subscription.status === "trialing"
    ? endTrial(state, subscription, change)
    : upgrade(state, subscription, change);
}

/**
 * A change whose instant was read before another one began, by a request that then waited for it or by a clock that is behind: it follows
 * that one, so that no more than its whole charge comes back and one segment at a time lasts.
 */
function afterBeginning(segment: Segment | null, change: PlanChange): PlanChange {
  return segment === null ? change : { ...change, atMs: Math.max(change.atMs, segment.startedAtMs) };
}

/** Ends a subscription with its period. */
export function decideCancel({ subscription }: BillingState): Outcome {
  if (subscription === null) throw invalid("There is no subscription: the plan is free.");
  if (subscription.pendingPlan === "free")
    throw invalid("The subscription is cancelled already; it ends with its period.");
  return atPeriodEnd(subscription, "free");
}

/**
 * Takes a cancellation or a downgrade back.
 *
 * @throws DomainError STATE_INVALID, PAYMENT_REQUIRED.
 */
export function decideResume(state: BillingState, nowMs: number): Outcome {
  refuseOverdue(state, nowMs);
  const { subscription } = state;
  if (subscription === null) throw invalid("There is no subscription to resume; change to a plan instead.");
  if (subscription.pendingPlan === null) throw invalid("Nothing is pending: the subscription goes on as it is.");
  return { ...unchanged, subscription: { ...subscription, pendingPlan: null, revision: subscription.revision + 1 } };
}

const unchanged = { segments: [], redemptions: [], invoices: [] };

const invalid = (detail: string): DomainError => new DomainError("STATE_INVALID", { detail });

function refuseTrial({ subscription, trialUsed }: BillingState, { plan, trial }: PlanChange): void {
  if (!trial) return;
  if (getPlan(plan).trialDays === 0) throw invalid(`The plan ${plan} cannot be tried.`);
  if (trialUsed || subscription !== null) throw invalid("A plan can be tried once, before anything is paid for.");
}

/** A subscription can be past due, and a later one can be wanted, while an earlier one was never paid: the invoices decide. */
function refuseOverdue(state: BillingState, nowMs: number): void {
  if (isOverdue(state, nowMs)) throw new DomainError("PAYMENT_REQUIRED");
}

function samePlan({ terms, pendingPlan }: SubscriptionRecord): DomainError {
  const detail = `The plan is ${terms.plan} already`;
  return invalid(pendingPlan === null ? `${detail}.` : `${detail}; resume takes the pending change back.`);
}

function atPeriodEnd(subscription: SubscriptionRecord, pendingPlan: PlanName): DecidedChange {
  const revision = subscription.revision + 1;
  return {
    ...unchanged,
    takesEffect: "period_end",
    startsTrial: false,
    subscription: { ...subscription, pendingPlan, revision },
  };
}

/** The first period, or the trial before it. */
function subscribe(state: BillingState, { plan, trial, atMs, nowMs }: PlanChange): DecidedChange {
  if (plan === "free") throw invalid("The plan is free already.");
  const terms = termsOf(plan);
  const endMs = trial ? trialEnd(atMs, getPlan(plan).trialDays) : nextPeriodEnd(atMs, atMs);
  const subscription: SubscriptionRecord = {
    ...state.owner,
    id: newId("sub", nowMs),
    status: trial ? "trialing" : "active",
    terms,
    pendingPlan: null,
    anchorMs: trial ? endMs : atMs,
    startMs: atMs,
    endMs,
    revision: 1,
    pastDueSinceMs: null,
    createdAtMs: atMs,
    endedAtMs: null,
  };
  if (!trial) return { ...begin(state, subscription, nowMs), takesEffect: "now", startsTrial: false };
  const segments = [segmentOf(subscription, atMs, 0)];
  return { ...unchanged, subscription, segments, takesEffect: "now", startsTrial: true };
}

/** A period that is paid for at once. */
function begin(state: BillingState, subscription: SubscriptionRecord, nowMs: number): Outcome {
  const { terms, startMs, endMs } = subscription;
  const line = subscriptionLine(terms, startMs, endMs);
  const { lines, redemptions, chargedMinor } = chargePrice(state.redemptions, { line, terms, endMs });
  const invoices = [newInvoice(subscription, { kind: "change", period: null, finalizeAtMs: startMs, lines }, nowMs)];
  return { subscription, segments: [segmentOf(subscription, startMs, chargedMinor)], redemptions, invoices };
}

/** A trial ends where a dearer plan begins: what it used is billed, and the new plan's first period is paid for. */
function endTrial(state: BillingState, old: SubscriptionRecord, { plan, atMs, nowMs }: PlanChange): DecidedChange {
  const next: SubscriptionRecord = {
    ...old,
    status: "active",
    terms: termsOf(plan),
    pendingPlan: null,
    anchorMs: atMs,
    startMs: atMs,
    endMs: nextPeriodEnd(atMs, atMs),
    revision: old.revision + 1,
  };
  const begun = begin(state, next, nowMs);
  const period = { startMs: old.startMs, endMs: atMs };
  const trial = newInvoice(old, { kind: "period", period, finalizeAtMs: finalizeAt(period), lines: [] }, nowMs);
  return {
    ...begun,
    segments: [...endSegment(state.segment, atMs), ...begun.segments],
    // A trial that ends in the second in which it began has used nothing.
    invoices: atMs > old.startMs ? [...begun.invoices, trial] : begun.invoices,
    takesEffect: "now",
    startsTrial: false,
  };
}

function upgrade(state: BillingState, old: SubscriptionRecord, { plan, atMs, nowMs }: PlanChange): DecidedChange {
  const { segment } = state;
  if (segment === null) throw new Error(`the subscription ${old.id} has no segment`);
  const terms = termsOf(plan);
  const subscription = { ...old, terms, pendingPlan: null, revision: old.revision + 1 };
  const { endMs } = old;
  const { line, share } = remaining(terms, segment, atMs);
  const unused = prorationLine(segment, -unusedOf(segment, atMs), atMs, endMs);
  const charge = chargePrice(state.redemptions, { line, terms, share, endMs });
  const lines = unused.amountMinor === 0 ? charge.lines : [unused, ...charge.lines];
  return {
    subscription,
    segments: [...endSegment(segment, atMs), segmentOf(subscription, atMs, charge.chargedMinor)],
    redemptions: charge.redemptions,
    invoices: [newInvoice(old, { kind: "change", period: null, finalizeAtMs: atMs, lines }, nowMs)],
    takesEffect: "now",
    startsTrial: false,
  };
}

function remaining(terms: Terms, segment: Segment, atMs: number) {
  const share = shareLeft(segment, atMs);
  const amountMinor = shareOf(terms.priceMinor, share.part, share.whole);
  return { share, line: prorationLine(terms, amountMinor, atMs, segment.periodEndMs) };
}

/** One that ends in the second in which it began is replaced by what begins then. */
function endSegment(segment: Segment | null, endedAtMs: number): Segment[] {
  return segment === null || segment.startedAtMs >= endedAtMs ? [] : [{ ...segment, endedAtMs }];
}
