import { formatInstant, formatMoney, readCurrency } from "@wayfare/contract";
import { recordEvent } from "@wayfare/webhooks";
import { payInvoice } from "../commands/pay.ts";
import type { LockedBilling } from "../dunning/lock-billing.ts";
import { findInvoice } from "../invoices/store.ts";
import { hasTransaction, postTransaction } from "../ledger/store.ts";
import { overpaymentTransaction, paymentKey } from "../ledger/transactions.ts";
import type { PaymentEvent } from "../payment/port.ts";
import { settleReference } from "../payment/store.ts";
import { saveMethod } from "../state/billing-accounts.ts";

type Paid = NonNullable<PaymentEvent["paid"]>;

/** Records a received payment, once per reference. It pays its invoice if the amount matches, and otherwise becomes credit. */
export async function receivePayment(billing: LockedBilling, paid: Paid): Promise<void> {
  const { tx, scope, options, nowMs } = billing;
  const { name } = options.provider;
  const key = paymentKey(name, paid.reference);
  if (await hasTransaction(tx, key)) return;
  if (paid.customer !== null && paid.method !== null) {
    await saveMethod(tx, scope, { customer: paid.customer, method: paid.method });
  }
  const invoice = await findInvoice(tx, scope, paid.invoiceId);
  const isExact =
    invoice?.status === "open" && invoice.dueMinor === paid.amountMinor && invoice.currency === paid.currency;
  if (isExact) await payInvoice(billing, paid.invoiceId, { name, idempotencyKey: key });
  else await recordOverpayment(billing, paid, key);
  await settleReference(tx, scope, paid, nowMs);
}

async function recordOverpayment({ tx, scope, nowMs }: LockedBilling, paid: Paid, key: string): Promise<void> {
  const { currency, amountMinor, reference } = paid;
  const payment = { idempotencyKey: key, reference, amountMinor };
  await postTransaction(tx, overpaymentTransaction({ ...scope, currency: readCurrency(currency) }, payment, nowMs));
}

/** Records `invoice.payment_failed` for an open invoice. */
export async function recordPaymentFailure(
  { tx, scope, nowMs, options }: LockedBilling,
  invoiceId: string,
  failure: string,
): Promise<void> {
  const invoice = await findInvoice(tx, scope, invoiceId);
  if (invoice?.status !== "open") return;
  const { number, currency, dueMinor, dueAtMs } = invoice;
  const due = formatMoney(dueMinor, currency);
  const dueAt = dueAtMs === null ? null : formatInstant(dueAtMs);
  const data = { invoiceId, number, due, dueAt, failure };
  await recordEvent(tx, { ...scope, applicationId: null, type: "invoice.payment_failed", data, nowMs });
  if (scope.environment !== "live") return;
  await options.ports.notify(tx, { ...scope, step: { kind: "payment_failed", number, due, dueAtMs }, nowMs });
}
