import { formatInstant, formatMoney, readCurrency } from "@wayfare/contract";
import { recordEvent } from "@wayfare/webhooks";
import { payInvoice } from "../commands/pay.ts";
import type { HeldBilling } from "../dunning/hold.ts";
import { findInvoice } from "../invoices/store.ts";
import { hasTransaction, postTransaction } from "../ledger/store.ts";
import { overpaymentTransaction, paymentKey } from "../ledger/transactions.ts";
import type { PaymentEvent } from "../payment/port.ts";
import { settleReference } from "../payment/store.ts";
import { saveMethod } from "../state/billing-accounts.ts";

type Paid = NonNullable<PaymentEvent["paid"]>;

/** Enters money that came in, once for each reference: it pays its invoice, or becomes credit. */
export async function receivePayment(held: HeldBilling, paid: Paid): Promise<void> {
  const { session, owner, options, nowMs } = held;
  const { name } = options.provider;
  const key = paymentKey(name, paid.reference);
  if (await hasTransaction(session, key)) return;
  if (paid.customer !== null && paid.method !== null) {
    await saveMethod(session, owner, { customer: paid.customer, method: paid.method });
  }
  const invoice = await findInvoice(session, owner, paid.invoiceId);
  const isExact =
    invoice?.status === "open" && invoice.dueMinor === paid.amountMinor && invoice.currency === paid.currency;
  if (isExact) await payInvoice(held, paid.invoiceId, { name, idempotencyKey: key });
  else await keepAsCredit(held, paid, key);
  await settleReference(session, owner, paid, nowMs);
}

async function keepAsCredit({ session, owner, nowMs }: HeldBilling, paid: Paid, key: string): Promise<void> {
  const { currency, amountMinor, reference } = paid;
  const payment = { idempotencyKey: key, reference, amountMinor };
  await postTransaction(
    session,
    overpaymentTransaction({ ...owner, currency: readCurrency(currency) }, payment, nowMs),
  );
}

/** Sends `invoice.payment_failed` for an invoice that is still open. */
export async function recordFailure(
  { session, owner, nowMs }: HeldBilling,
  invoiceId: string,
  failure: string,
): Promise<void> {
  const invoice = await findInvoice(session, owner, invoiceId);
  if (invoice?.status !== "open") return;
  const { number, currency, dueMinor, dueAtMs } = invoice;
  const due = formatMoney(dueMinor, currency);
  const dueAt = dueAtMs === null ? null : formatInstant(dueAtMs);
  const data = { invoiceId, number, due, dueAt, failure };
  await recordEvent(session, { ...owner, applicationId: null, type: "invoice.payment_failed", data, nowMs });
}
