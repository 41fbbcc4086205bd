import type { AccountScope, Clock } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import { lockBilling } from "../dunning/lock-billing.ts";
import type { BillingOptions } from "../options/options.ts";
import type { PaymentOrder, PaymentOutcome } from "../payment/port.ts";
import { type ClaimedOrder, claimOrder, postponeOrder, settleAttempt } from "../payment/store.ts";
import { receivePayment, recordPaymentFailure } from "./receive-payment.ts";

/** Maximum age of an order. After a day, a provider may no longer recognize the idempotency key. */
const maxOrderAgeMs = 20 * 3_600_000;
/** Longer than a charge with its timeout and one retry, so that no other process sends the order at the same time. */
const leaseMs = 120_000;
const firstRetryMs = 60_000;
const maxRetryMs = 3_600_000;
/** Concurrent charges, so that a timeout does not delay the others. */
const maxConcurrentCharges = 4;

interface CollectOptions {
  database: Database;
  options: BillingOptions;
  clock: Clock;
  /** Called when an order could not be sent; it is retried at `nextAttemptMs`. */
  onRetry: (error: unknown, order: PaymentOrder, nextAttemptMs: number) => void;
  /** Called when an order has failed permanently. */
  onFailed: (failure: string, order: PaymentOrder) => void;
  /** Stops after the running charges. */
  signal?: AbortSignal;
}

/**
 * Sends due orders to the provider until none is due. Each is claimed by a lease; no transaction is open during the charge. An order that
 * is sent twice, after a crash or an expired lease, is one payment because of its idempotency key.
 *
 * @returns the number of claimed orders.
 */
export async function collectPayments(context: CollectOptions): Promise<number> {
  const { charge } = context.options.provider;
  if (charge === null) return 0;
  const loops = Array.from({ length: maxConcurrentCharges }, () => collectLoop(context, charge));
  const results = await Promise.allSettled(loops);
  return results.reduce((sum, result) => {
    if (result.status === "rejected") throw result.reason;
    return sum + result.value;
  }, 0);
}

type Charge = NonNullable<BillingOptions["provider"]["charge"]>;

async function collectLoop(context: CollectOptions, charge: Charge): Promise<number> {
  const { database, clock, signal } = context;
  for (let count = 0; ; count++) {
    if (signal?.aborted === true) return count;
    const nowMs = clock.nowMs();
    const order = await claimOrder(database, { nowMs, leaseEndsAtMs: nowMs + leaseMs });
    if (order === undefined) return count;
    try {
      const outcome = isTooOld(order, nowMs) ? tooOld : await charge(order);
      await recordOutcome(context, order, outcome);
    } catch (error) {
      const nextAttemptMs = clock.nowMs() + Math.min(firstRetryMs * 2 ** (order.tries - 1), maxRetryMs);
      await postponeOrder(database, order, nextAttemptMs);
      context.onRetry(error, order, nextAttemptMs);
    }
  }
}

const tooOld: PaymentOutcome = { status: "failed", reference: null, failure: "not_charged_in_time" };

function isTooOld({ createdAtMs }: ClaimedOrder, nowMs: number): boolean {
  return nowMs - createdAtMs >= maxOrderAgeMs;
}

async function recordOutcome(
  { database, options, clock, onFailed }: CollectOptions,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const scope: AccountScope = { accountId: order.accountId, environment: "live" };
  const nowMs = clock.nowMs();
  const isSettled = await runUnitOfWork(database, nowMs, async (unit) => {
    const billing = await lockBilling(unit, scope, options);
    if (!(await settleAttempt(unit.tx, order, outcome, nowMs))) return false;
    if (outcome.status === "failed") await recordPaymentFailure(billing, order.invoiceId, outcome.failure);
    if (outcome.status !== "succeeded") return true;
    const { invoiceId, amountMinor, currency } = order;
    const paid = {
      ...scope,
      invoiceId,
      amountMinor,
      currency,
      reference: outcome.reference,
      customer: null,
      method: null,
    };
    await receivePayment(billing, paid);
    return true;
  });
  if (isSettled && outcome.status === "failed") onFailed(outcome.failure, order);
}
