import { type Clock, formatInstant, formatMoney, type Owner, readCurrency } from "@wayfare/contract";
import type { Database, Unit } from "@wayfare/database";
import { recordEvent } from "@wayfare/webhooks";
import { payInvoice } from "../invoices/pay.ts";
import { findInvoice } from "../invoices/store.ts";
import { hasTransaction, postTransactions } from "../ledger/store.ts";
import { overpaymentTransaction, paymentKey } from "../ledger/transactions.ts";
import type { BillingOptions } from "../options.ts";
import { type HeldBilling, holdBilling } from "../subscriptions/commands.ts";
import type { PaymentEvent, PaymentOrder, PaymentOutcome } from "./port.ts";
import {
  type ClaimedOrder,
  claimOrder,
  insertPaymentEvent,
  postponeOrder,
  saveMethod,
  settleAttempt,
  settleReference,
} from "./store.ts";

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
  if (event.failed !== null && (await settleReference(session, owner, event.failed, nowMs))) {
    await recordFailure(held, event.failed.invoiceId, event.failed.failure);
  }
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

/** After a day a provider may no longer know that an order is a repetition: no order is sent that late. */
const orderLifeMs = 20 * 3_600_000;
/** Longer than a charge can take with its timeout and one repetition, so that no second process sends the order meanwhile. */
const leaseMs = 120_000;
const firstRetryMs = 60_000;
const maxRetryMs = 3_600_000;
/** Charges at the same time, so that one that times out does not hold up the others. */
const maxConcurrentCharges = 4;

interface CollectOptions {
  database: Database;
  options: BillingOptions;
  clock: Clock;
  /** Called when an order could not be sent; it is sent again at the instant. */
  onRetry: (error: unknown, order: PaymentOrder, nextAttemptMs: number) => void;
  /** Called when an order has failed for good. */
  onFailed: (failure: string, order: PaymentOrder) => void;
  /** Stops after the charges that are running. */
  signal?: AbortSignal;
}

/**
 * Sends due orders to the provider until none is due. Each is claimed by a lease, with no transaction open while the provider answers. An
 * order that is sent twice, because a process died or its lease ended, is one payment by its idempotency key.
 *
 * @returns how many orders were claimed.
 */
export async function collectPayments(parts: CollectOptions): Promise<number> {
  const { charge } = parts.options.provider;
  if (charge === null) return 0;
  const loops = Array.from({ length: maxConcurrentCharges }, () => collectEach(parts, charge));
  const results = await Promise.allSettled(loops);
  return results.reduce((sum, result) => {
    if (result.status === "rejected") throw result.reason;
    return sum + result.value;
  }, 0);
}

type Charge = NonNullable<BillingOptions["provider"]["charge"]>;

async function collectEach(parts: CollectOptions, charge: Charge): Promise<number> {
  const { database, clock, signal } = parts;
  for (let count = 0; ; count++) {
    if (signal?.aborted === true) return count;
    const nowMs = clock.nowMs();
    const order = await claimOrder(database, { nowMs, leaseEndsAtMs: nowMs + leaseMs });
    if (order === undefined) return count;
    try {
      const outcome = isTooOld(order, nowMs) ? tooOld : await charge(order);
      await settleOutcome(parts, order, outcome);
    } catch (error) {
      const nextAttemptMs = clock.nowMs() + Math.min(firstRetryMs * 2 ** (order.tries - 1), maxRetryMs);
      await postponeOrder(database, order, nextAttemptMs);
      parts.onRetry(error, order, nextAttemptMs);
    }
  }
}

const tooOld: PaymentOutcome = { status: "failed", reference: null, failure: "not_charged_in_time" };

function isTooOld({ createdAtMs }: ClaimedOrder, nowMs: number): boolean {
  return nowMs - createdAtMs >= orderLifeMs;
}

async function settleOutcome(
  { database, options, clock, onFailed }: CollectOptions,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const owner: Owner = { accountId: order.accountId, environment: "live" };
  const nowMs = clock.nowMs();
  const isSettled = await database.transaction(async (session) => {
    const held = await holdBilling({ session, nowMs }, owner, options);
    if (!(await settleAttempt(session, order, outcome, nowMs))) return false;
    if (outcome.status === "failed") await recordFailure(held, order.invoiceId, outcome.failure);
    if (outcome.status !== "succeeded") return true;
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
    return true;
  });
  if (isSettled && outcome.status === "failed") onFailed(outcome.failure, order);
}

/** Sends `invoice.payment_failed` for an invoice that is still open. */
async function recordFailure(
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
  await recordEvent(session, { ...owner, type: "invoice.payment_failed", data, nowMs });
}
