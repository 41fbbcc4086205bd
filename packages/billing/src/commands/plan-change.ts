import { DomainError, type PlanName } from "@wayfare/contract";
import type { HeldBilling } from "../dunning/hold.ts";
import { finalizeInvoices } from "../invoices/finalize.ts";
import { toSecond } from "../rating/billing-period.ts";
import type { InvoiceRecord } from "../records/records.ts";
import { markTrialUsed, rescheduleOwners } from "../state/billing-accounts.ts";
import { draftOf, saveOutcomes } from "../state/save.ts";
import { decideCancel, decideResume, type PlanChange } from "../subscriptions/change.ts";
import type { Outcome } from "../subscriptions/outcome.ts";
import { type Previewed, previewMs } from "../subscriptions/preview-token.ts";
import { invoiceOf, type Quote, quoteChange } from "../subscriptions/quote.ts";

/** A change of plan to be made; what a preview has fixed, where there was one. */
export interface AskedChange {
  plan: PlanName;
  trial: boolean;
  previewed: Previewed | null;
}

/** What a change would charge at this instant. */
export function previewChange(
  { state, options, nowMs }: HeldBilling,
  { plan, trial }: Pick<AskedChange, "plan" | "trial">,
): Quote & { change: PlanChange } {
  const change = { plan, trial, atMs: toSecond(nowMs), nowMs };
  return { ...quoteChange(state, change, options), change };
}

/**
 * Changes the plan, and charges for it: exactly what a preview has shown, where one is handed over.
 *
 * @returns the invoice, where something was charged.
 * @throws DomainError CONFLICT where the preview does not hold any more, STATE_INVALID, PAYMENT_REQUIRED.
 */
export async function changePlan(
  held: HeldBilling,
  { plan, trial, previewed }: AskedChange,
): Promise<InvoiceRecord | null> {
  const { session, owner, state, options, nowMs } = held;
  if (previewed !== null) refuseStale(previewed, { plan, trial, nowMs });
  const quote = quoteChange(state, { plan, trial, atMs: previewed?.atMs ?? toSecond(nowMs), nowMs }, options);
  if (previewed !== null && previewed.fingerprint !== quote.fingerprint) {
    throw new DomainError("CONFLICT", { detail: "Something has changed since the preview; look at a new one." });
  }
  const { decided } = quote;
  if (decided.startsTrial) await markTrialUsed(session, owner, nowMs);
  await save(held, {
    ...decided,
    invoices: decided.invoices.filter(({ kind, lines }) => kind === "period" || lines.length > 0),
  });
  const invoice = invoiceOf(decided);
  if (invoice === undefined) return null;
  const finalization = { draft: draftOf(invoice, nowMs), state, written: invoice.lines, added: [], nowMs };
  const [final = null] = await finalizeInvoices(session, [finalization], options);
  await rescheduleOwners(session, [owner]);
  return final;
}

/** Ends the subscription with its period; throws STATE_INVALID. */
export async function cancelSubscription(held: HeldBilling): Promise<void> {
  await save(held, decideCancel(held.state));
}

/** Takes back what is pending; throws STATE_INVALID, PAYMENT_REQUIRED. */
export async function resumeSubscription(held: HeldBilling): Promise<void> {
  await save(held, decideResume(held.state, held.nowMs));
}

async function save({ session, owner, nowMs, options }: HeldBilling, outcome: Outcome): Promise<void> {
  await saveOutcomes(session, [outcome], nowMs, options.ports);
  await rescheduleOwners(session, [owner]);
}

function refuseStale({ plan, trial, atMs }: Previewed, asked: { plan: PlanName; trial: boolean; nowMs: number }): void {
  if (plan !== asked.plan || trial !== asked.trial) {
    throw new DomainError("CONFLICT", { detail: "The preview was of another change." });
  }
  if (asked.nowMs - atMs <= previewMs) return;
  throw new DomainError("CONFLICT", { detail: "The preview is older than ten minutes; look at a new one." });
}
