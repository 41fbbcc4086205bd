import { DomainError, freePlan, newId, type Plan } from "@wayfare/contract";
import { finalizeAt, nextPeriodEnd, trialEnd } from "../rating/billing-period.ts";
import { shareOf } from "../rating/exact.ts";
import { remainingShare, unusedAmount } from "../rating/proration.ts";
import { type BillingState, isOverdue, type Phase, type SubscriptionRecord } from "../records/records.ts";
import { prorationLine, subscriptionLine } from "./lines.ts";
import { chargePrice, createPhase, newInvoice, type Outcome } from "./outcome.ts";

/** A requested plan change. */
export interface PlanChange {
  /** Current version of the new plan. */
  plan: Plan;
  trial: boolean;
  /** On a full second. */
  atMs: number;
  /** Time for new ids. */
  nowMs: number;
}

/** A decided plan change. */
export interface DecidedChange extends Outcome {
  takesEffect: "now" | "period_end";
  /** True if the change starts a trial. */
  startsTrial: boolean;
}

/**
 * Decides a plan change. Upgrades take effect now, with a credit for the unused time of the old plan; downgrades at the end of the period.
 *
 * @throws DomainError STATE_INVALID, PAYMENT_REQUIRED.
 */
export function decideChange(state: BillingState, requested: PlanChange): DecidedChange {
  const { subscription } = state;
  const change = clampToPhaseStart(state.phase, requested);
  assertNotOverdue(state, change.nowMs);
  assertTrialAllowed(state, change);
  if (subscription === null) return subscribe(state, change);
  if (isSame(subscription.terms, change.plan)) throw samePlanError(subscription);
  const isUpgrade = change.plan.priceMinor > subscription.terms.priceMinor;
  if (!isUpgrade) return atPeriodEnd(subscription, change.plan);
  return subscription.status === "trialing"
    ? endTrial(state, subscription, change)
    : upgrade(state, subscription, change);
}

/**
 * Moves a change that precedes the start of the current phase to that start. Happens if the request waited for another change or the clock
 * is behind; otherwise more than the phase's whole charge could be credited and phases could overlap.
 */
function clampToPhaseStart(phase: Phase | null, change: PlanChange): PlanChange {
  return phase === null ? change : { ...change, atMs: Math.max(change.atMs, phase.startedAtMs) };
}

/**
 * Decides a cancellation at the end of the period.
 *
 * @param free the plan after it.
 * @throws DomainError STATE_INVALID
 */
export function decideCancel({ subscription }: BillingState, free: Plan): Outcome {
  if (subscription === null) throw invalid("There is no subscription to cancel: the plan is free.");
  if (subscription.pendingPlan?.name === freePlan)
    throw invalid("The subscription is already cancelled and ends with its period.");
  return atPeriodEnd(subscription, free);
}

/**
 * Withdraws a pending cancellation or downgrade.
 *
 * @throws DomainError STATE_INVALID, PAYMENT_REQUIRED.
 */
export function decideResume(state: BillingState, nowMs: number): Outcome {
  assertNotOverdue(state, nowMs);
  const { subscription } = state;
  if (subscription === null) throw invalid("There is no subscription to resume. Subscribe to a plan instead.");
  if (subscription.pendingPlan === null) throw invalid("The subscription has no pending change.");
  return { ...unchanged, subscription: { ...subscription, pendingPlan: null, revision: subscription.revision + 1 } };
}

const unchanged = { phases: [], redemptions: [], invoices: [] };

const invalid = (detail: string): DomainError => new DomainError("STATE_INVALID", { detail });

function assertTrialAllowed({ subscription, trialUsed }: BillingState, { plan, trial }: PlanChange): void {
  if (!trial) return;
  if (plan.trialDays === 0) throw invalid(`Plan ${plan.name} has no trial.`);
  if (trialUsed || subscription !== null) throw invalid("A trial is available once, before the first subscription.");
}

/** Checks that no invoice is overdue. The check uses invoices, because an overdue invoice may belong to an earlier subscription. */
function assertNotOverdue(state: BillingState, nowMs: number): void {
  if (isOverdue(state, nowMs)) throw new DomainError("PAYMENT_REQUIRED");
}

/** True for equal versions of one plan. A newer version of the same plan is a change of plan. */
function isSame(left: Plan, right: Plan): boolean {
  return left.name === right.name && left.version === right.version;
}

function samePlanError({ terms, pendingPlan }: SubscriptionRecord): DomainError {
  const detail = `The plan is already ${terms.name}`;
  return invalid(
    pendingPlan === null ? `${detail}.` : `${detail}. Resume the subscription to withdraw the pending change.`,
  );
}

function atPeriodEnd(subscription: SubscriptionRecord, pendingPlan: Plan): DecidedChange {
  const revision = subscription.revision + 1;
  return {
    ...unchanged,
    takesEffect: "period_end",
    startsTrial: false,
    subscription: { ...subscription, pendingPlan, revision },
  };
}

/** Starts a subscription with its first period or a trial. */
function subscribe(state: BillingState, { plan, trial, atMs, nowMs }: PlanChange): DecidedChange {
  if (plan.name === freePlan) throw invalid("The plan is already free.");
  const endMs = trial ? trialEnd(atMs, plan.trialDays) : nextPeriodEnd(atMs, atMs);
  const subscription: SubscriptionRecord = {
    ...state.scope,
    id: newId("sub", nowMs),
    status: trial ? "trialing" : "active",
    terms: plan,
    pendingPlan: null,
    anchorMs: trial ? endMs : atMs,
    startMs: atMs,
    endMs,
    revision: 1,
    pastDueSinceMs: null,
    createdAtMs: atMs,
    endedAtMs: null,
  };
  if (!trial) return { ...startPeriod(state, subscription, nowMs), takesEffect: "now", startsTrial: false };
  const phases = [createPhase(subscription, atMs, 0)];
  return { ...unchanged, subscription, phases, takesEffect: "now", startsTrial: true };
}

/** Starts a period that is charged immediately. */
function startPeriod(state: BillingState, subscription: SubscriptionRecord, nowMs: number): Outcome {
  const { terms, startMs, endMs } = subscription;
  const line = subscriptionLine(terms, startMs, endMs);
  const { lines, redemptions, chargedMinor } = chargePrice(state.redemptions, { line, terms, endMs });
  const invoices = [newInvoice(subscription, { kind: "change", period: null, finalizeAtMs: startMs, lines }, nowMs)];
  return { subscription, phases: [createPhase(subscription, startMs, chargedMinor)], redemptions, invoices };
}

/** Ends a trial by an upgrade: bills the trial's overage and charges the first period of the new plan. */
function endTrial(state: BillingState, old: SubscriptionRecord, { plan, atMs, nowMs }: PlanChange): DecidedChange {
  const next: SubscriptionRecord = {
    ...old,
    status: "active",
    terms: plan,
    pendingPlan: null,
    anchorMs: atMs,
    startMs: atMs,
    endMs: nextPeriodEnd(atMs, atMs),
    revision: old.revision + 1,
  };
  const started = startPeriod(state, next, nowMs);
  const period = { startMs: old.startMs, endMs: atMs };
  const trial = newInvoice(old, { kind: "period", period, finalizeAtMs: finalizeAt(period), lines: [] }, nowMs);
  return {
    ...started,
    phases: [...endPhase(state.phase, atMs), ...started.phases],
    // A trial that ends in the second of its start has no usage.
    invoices: atMs > old.startMs ? [...started.invoices, trial] : started.invoices,
    takesEffect: "now",
    startsTrial: false,
  };
}

function upgrade(state: BillingState, old: SubscriptionRecord, { plan, atMs, nowMs }: PlanChange): DecidedChange {
  const { phase } = state;
  if (phase === null) throw new Error(`subscription ${old.id} has no open phase`);
  const subscription = { ...old, terms: plan, pendingPlan: null, revision: old.revision + 1 };
  const { endMs } = old;
  const { line, share } = remaining(plan, phase, atMs);
  const unused = prorationLine(phase.terms, -unusedAmount(phase, atMs), atMs, endMs);
  const charge = chargePrice(state.redemptions, { line, terms: plan, share, endMs });
  const lines = unused.amountMinor === 0 ? charge.lines : [unused, ...charge.lines];
  return {
    subscription,
    phases: [...endPhase(phase, atMs), createPhase(subscription, atMs, charge.chargedMinor)],
    redemptions: charge.redemptions,
    invoices: [newInvoice(old, { kind: "change", period: null, finalizeAtMs: atMs, lines }, nowMs)],
    takesEffect: "now",
    startsTrial: false,
  };
}

function remaining(terms: Plan, phase: Phase, atMs: number) {
  const share = remainingShare(phase, atMs);
  const amountMinor = shareOf(terms.priceMinor, share.part, share.whole);
  return { share, line: prorationLine(terms, amountMinor, atMs, phase.periodEndMs) };
}

/** Ends a phase. A phase that ends in the second of its start is replaced by the next one. */
function endPhase(phase: Phase | null, endedAtMs: number): Phase[] {
  return phase === null || phase.startedAtMs >= endedAtMs ? [] : [{ ...phase, endedAtMs }];
}
