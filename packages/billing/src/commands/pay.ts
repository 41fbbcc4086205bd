import { DomainError, notFound } from "@wayfare/contract";
import type { HeldBilling } from "../dunning/hold.ts";
import { closeInvoice, findInvoice } from "../invoices/store.ts";
import { postTransaction } from "../ledger/store.ts";
import { paymentKey, paymentTransaction, voidTransaction } from "../ledger/transactions.ts";
import { type InvoiceRecord, isOverdue } from "../records/records.ts";
import { rescheduleOwners } from "../state/billing-accounts.ts";
import { loadState } from "../state/load.ts";
import { saveOutcomes } from "../state/save.ts";

/**
 * Takes an open invoice for paid: the ledger is posted, and a subscription with nothing overdue is active again.
 *
 * @throws DomainError NOT_FOUND; STATE_INVALID where it is not open.
 */
export async function payInvoice(
  held: HeldBilling,
  id: string,
  payment: { name: string; idempotencyKey: string } = { name: "manual", idempotencyKey: paymentKey("manual", id) },
): Promise<InvoiceRecord> {
  const { session, nowMs } = held;
  const invoice = await getOpen(held, id);
  const paid: InvoiceRecord = { ...invoice, status: "paid", paidAtMs: nowMs, paidWith: payment.name };
  await closeInvoice(session, paid);
  const transaction = paymentTransaction(paid, payment.idempotencyKey, nowMs);
  await postTransaction(session, transaction);
  await settleStanding(held);
  return paid;
}

/**
 * Makes an open invoice void: as if it had never been, but for its number; credit that it used comes back.
 *
 * @throws DomainError NOT_FOUND; STATE_INVALID where it is not open.
 */
export async function voidInvoice(held: HeldBilling, id: string): Promise<InvoiceRecord> {
  const { session, nowMs } = held;
  const invoice = await getOpen(held, id);
  const voided: InvoiceRecord = { ...invoice, status: "void", voidedAtMs: nowMs };
  await closeInvoice(session, voided);
  const transaction = voidTransaction(voided, nowMs);
  await postTransaction(session, transaction);
  await settleStanding(held);
  return voided;
}

async function getOpen({ session, owner }: HeldBilling, id: string): Promise<InvoiceRecord> {
  const invoice = await findInvoice(session, owner, id);
  if (invoice === undefined) throw notFound("invoice", id);
  if (invoice.status === "open") return invoice;
  throw new DomainError("STATE_INVALID", { detail: `The invoice is ${invoice.status}; only an open one can be.` });
}

/** A subscription that was past due is active again once nothing is overdue. */
async function settleStanding({ session, owner, nowMs, options }: HeldBilling): Promise<void> {
  const state = await loadState(session, owner);
  const { subscription } = state;
  if (subscription?.status === "past_due" && !isOverdue(state, nowMs)) {
    const active = {
      ...subscription,
      status: "active" as const,
      pastDueSinceMs: null,
      revision: subscription.revision + 1,
    };
    await saveOutcomes(
      session,
      [{ subscription: active, segments: [], redemptions: [], invoices: [] }],
      nowMs,
      options.ports,
    );
  }
  await rescheduleOwners(session, [owner]);
}
