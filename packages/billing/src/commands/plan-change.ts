import { DomainError, type PlanName } from "@wayfare/contract";
import type { LockedBilling } from "../dunning/lock-billing.ts";
import { finalizeInvoices } from "../invoices/finalize.ts";
import { toSecond } from "../rating/billing-period.ts";
import type { InvoiceRecord } from "../records/records.ts";
import { markTrialUsed, rescheduleAccounts } from "../state/billing-accounts.ts";
import { createDraft, saveOutcomes } from "../state/save.ts";
import { decideCancel, decideResume, type PlanChange } from "../subscriptions/change.ts";
import type { Outcome } from "../subscriptions/outcome.ts";
import { type Previewed, previewLifetimeMs } from "../subscriptions/preview-token.ts";
import { invoiceOf, type Quote, quoteChange } from "../subscriptions/quote.ts";
import { getFreePlan, getSoldPlan, type PlanChooser } from "./sold-plan.ts";

/** A requested plan change, with the preview that it confirms, if any. */
export interface PlanChangeRequest {
  plan: PlanName;
  trial: boolean;
  /** `customer` by default. */
  chooser?: PlanChooser;
  previewed: Previewed | null;
}

/**
 * Computes what a plan change would charge now.
 *
 * @throws DomainError REQUEST_INVALID for a plan that is not sold, STATE_INVALID, PAYMENT_REQUIRED.
 */
export async function previewChange(
  billing: LockedBilling,
  { plan, trial, chooser = "customer" }: Omit<PlanChangeRequest, "previewed">,
): Promise<Quote & { change: PlanChange }> {
  const { state, options, nowMs } = billing;
  const change = { plan: await getSoldPlan(billing, plan, chooser), trial, atMs: toSecond(nowMs), nowMs };
  return { ...quoteChange(state, change, options), change };
}

/**
 * Changes the plan and charges for it. With a preview, charges exactly the previewed amount.
 *
 * @returns the invoice; null if nothing was charged.
 * @throws DomainError CONFLICT if the preview is no longer valid, REQUEST_INVALID for a plan that is not sold, STATE_INVALID,
 *   PAYMENT_REQUIRED.
 */
export async function changePlan(
  billing: LockedBilling,
  { plan, trial, chooser = "customer", previewed }: PlanChangeRequest,
): Promise<InvoiceRecord | null> {
  const { tx, scope, state, options, nowMs } = billing;
  if (previewed !== null) assertPreviewValid(previewed, { plan, trial, nowMs });
  const sold = await getSoldPlan(billing, plan, chooser);
  const quote = quoteChange(state, { plan: sold, trial, atMs: previewed?.atMs ?? toSecond(nowMs), nowMs }, options);
  if (previewed !== null && previewed.fingerprint !== quote.fingerprint) {
    throw new DomainError("CONFLICT", { detail: "The preview is out of date. Create a new preview." });
  }
  const { decided } = quote;
  if (decided.startsTrial) await markTrialUsed(tx, scope, nowMs);
  await save(billing, {
    ...decided,
    invoices: decided.invoices.filter(({ kind, lines }) => kind === "period" || lines.length > 0),
  });
  const invoice = invoiceOf(decided);
  if (invoice === undefined) return null;
  const finalization = {
    draft: createDraft(invoice, nowMs),
    state,
    draftLines: invoice.lines,
    overageLines: [],
    nowMs,
  };
  const [final = null] = await finalizeInvoices(tx, [finalization], options);
  await rescheduleAccounts(tx, [scope]);
  return final;
}

/**
 * Cancels the subscription at the end of its period.
 *
 * @throws DomainError STATE_INVALID
 */
export async function cancelSubscription(billing: LockedBilling): Promise<void> {
  await save(billing, decideCancel(billing.state, await getFreePlan(billing.tx)));
}

/**
 * Withdraws a pending cancellation or downgrade.
 *
 * @throws DomainError STATE_INVALID, PAYMENT_REQUIRED
 */
export async function resumeSubscription(billing: LockedBilling): Promise<void> {
  await save(billing, decideResume(billing.state, billing.nowMs));
}

async function save({ tx, scope, nowMs, options }: LockedBilling, outcome: Outcome): Promise<void> {
  await saveOutcomes(tx, [outcome], nowMs, options.ports);
  await rescheduleAccounts(tx, [scope]);
}

function assertPreviewValid(
  { plan, trial, atMs }: Previewed,
  requested: { plan: PlanName; trial: boolean; nowMs: number },
): void {
  if (plan !== requested.plan || trial !== requested.trial) {
    throw new DomainError("CONFLICT", { detail: "The preview is for a different plan change." });
  }
  if (requested.nowMs - atMs <= previewLifetimeMs) return;
  throw new DomainError("CONFLICT", { detail: "The preview is older than 10 minutes. Create a new preview." });
}
