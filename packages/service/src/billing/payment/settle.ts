import type { Database } from "@wayfare/database";
import type { Owner } from "../../access/caller.ts";
import { readCurrency } from "../../currency.ts";
import type { Unit } from "../../http/unit.ts";
import { payInvoice } from "../invoices/pay.ts";
import { findInvoice } from "../invoices/store.ts";
import { hasTransaction, postTransactions } from "../ledger/store.ts";
import { overpaymentTransaction, paymentKey } from "../ledger/transactions.ts";
import type { BillingOptions } from "../options.ts";
import { type HeldBilling, holdBilling } from "../subscriptions/commands.ts";
import type { PaymentEvent, PaymentOrder, PaymentOutcome } from "./port.ts";
import { findOrders, insertPaymentEvent, saveMethod, settleAttempt, settleReference } from "./store.ts";

type Paid = NonNullable<PaymentEvent["paid"]>;

/**
 * Takes in what a provider has told, once for each event however often it is sent: money pays its invoice, and money that has none to pay is
 * credit.
 */
export async function settleEvent(unit: Unit, event: PaymentEvent, options: BillingOptions): Promise<void> {
  const { session, nowMs } = unit;
  const about = event.paid ?? event.failed;
  const { name: provider } = options.provider;
  const isNew = await insertPaymentEvent(session, { provider, event, invoiceId: about?.invoiceId ?? null, nowMs });
  if (!isNew || about === null) return;
  const owner: Owner = { accountId: about.accountId, environment: "live" };
  if (!(await isKnown(unit, owner, about.invoiceId))) return;
  const held = await holdBilling(unit, owner, options);
  if (event.failed !== null) await settleReference(session, owner, event.failed, nowMs);
  if (event.paid !== null) await receive(held, event.paid);
}

/** Metadata of a provider is not ours alone: an account or an invoice that is not here is nobody's. */
async function isKnown({ session }: Unit, owner: Owner, invoiceId: string): Promise<boolean> {
  return (await findInvoice(session, owner, invoiceId)) !== undefined;
}

async function receive(held: HeldBilling, paid: Paid): Promise<void> {
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
  const transaction = overpaymentTransaction(
    { ...owner, currency: readCurrency(currency) },
    { idempotencyKey: key, reference, amountMinor },
    nowMs,
  );
  await postTransactions(session, transaction === undefined ? [] : [transaction]);
}

/** After so long a provider may have forgotten that an order was the same as before. */
const orderLifeMs = 20 * 3_600_000;
const mostOrders = 50;

interface CollectParts {
  database: Database;
  options: BillingOptions;
  nowMs: number;
  onError: (error: unknown, order: PaymentOrder) => void;
}

/**
 * Sends the orders that wait to the provider, outside of any transaction. One that was sent twice, by two processes or by one that died, is the same
 * payment.
 *
 * @returns how many there were.
 */
export async function collectPayments({ database, options, nowMs, onError }: CollectParts): Promise<number> {
  const { provider } = options;
  if (provider.charge === null) return 0;
  const orders = await findOrders(database, { sinceMs: nowMs - orderLifeMs, limit: mostOrders });
  for (const order of orders) {
    try {
      await settleOutcome(database, options, { order, outcome: await provider.charge(order), nowMs });
    } catch (error) {
      onError(error, order);
    }
  }
  return orders.length;
}

async function settleOutcome(
  database: Database,
  options: BillingOptions,
  { order, outcome, nowMs }: { order: PaymentOrder; outcome: PaymentOutcome; nowMs: number },
): Promise<void> {
  const owner: Owner = { accountId: order.accountId, environment: "live" };
  await database.transaction(async (session) => {
    const held = await holdBilling({ session, nowMs }, owner, options);
    await settleAttempt(session, order, outcome, nowMs);
    if (outcome.status !== "succeeded") return;
    const { invoiceId, amountMinor, currency } = order;
    const paid = {
      ...owner,
      invoiceId,
      amountMinor,
      currency,
      reference: outcome.reference,
      customer: null,
      method: null,
    };
    await receive(held, paid);
  });
}
