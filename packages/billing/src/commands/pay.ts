import { DomainError, notFound } from "@wayfare/contract";
import type { LockedBilling } from "../dunning/lock-billing.ts";
import { closeInvoice, findInvoice } from "../invoices/store.ts";
import { postTransaction } from "../ledger/store.ts";
import { paymentKey, paymentTransaction, voidTransaction } from "../ledger/transactions.ts";
import { type InvoiceRecord, isOverdue } from "../records/records.ts";
import { rescheduleAccounts } from "../state/billing-accounts.ts";
import { loadState } from "../state/load.ts";
import { saveOutcomes } from "../state/save.ts";

/**
 * Marks an open invoice as paid, posts the payment to the ledger, and reactivates a past-due subscription if nothing else is overdue.
 *
 * @throws DomainError NOT_FOUND; STATE_INVALID if the invoice is not open.
 */
export async function payInvoice(
  billing: LockedBilling,
  id: string,
  payment: { name: string; idempotencyKey: string } = { name: "manual", idempotencyKey: paymentKey("manual", id) },
): Promise<InvoiceRecord> {
  const { tx, nowMs } = billing;
  const invoice = await getOpenInvoice(billing, id);
  const paid: InvoiceRecord = { ...invoice, status: "paid", paidAtMs: nowMs, paidWith: payment.name };
  await closeInvoice(tx, paid);
  const transaction = paymentTransaction(paid, payment.idempotencyKey, nowMs);
  await postTransaction(tx, transaction);
  await reactivateIfPaid(billing);
  return paid;
}

/**
 * Voids an open invoice. It keeps its number; credit applied to it is returned.
 *
 * @throws DomainError NOT_FOUND; STATE_INVALID if the invoice is not open.
 */
export async function voidInvoice(billing: LockedBilling, id: string): Promise<InvoiceRecord> {
  const { tx, nowMs } = billing;
  const invoice = await getOpenInvoice(billing, id);
  const voided: InvoiceRecord = { ...invoice, status: "void", voidedAtMs: nowMs };
  await closeInvoice(tx, voided);
  const transaction = voidTransaction(voided, nowMs);
  await postTransaction(tx, transaction);
  await reactivateIfPaid(billing);
  return voided;
}

async function getOpenInvoice({ tx, scope }: LockedBilling, id: string): Promise<InvoiceRecord> {
  const invoice = await findInvoice(tx, scope, id);
  if (invoice === undefined) throw notFound("invoice", id);
  if (invoice.status === "open") return invoice;
  throw new DomainError("STATE_INVALID", {
    detail: `The invoice is ${invoice.status}. Only open invoices can be paid or voided.`,
  });
}

/** Reactivates a past-due subscription if no invoice is overdue. */
async function reactivateIfPaid({ tx, scope, nowMs, options }: LockedBilling): Promise<void> {
  const state = await loadState(tx, scope);
  const { subscription } = state;
  if (subscription?.status === "past_due" && !isOverdue(state, nowMs)) {
    const active = {
      ...subscription,
      status: "active" as const,
      pastDueSinceMs: null,
      revision: subscription.revision + 1,
    };
    await saveOutcomes(tx, [{ subscription: active, phases: [], redemptions: [], invoices: [] }], nowMs, options.ports);
  }
  await rescheduleAccounts(tx, [scope]);
}
