import type { Clock, Owner } from "@wayfare/contract";
import { type Database, runUnit } from "@wayfare/database";
import { holdBilling } from "../dunning/hold.ts";
import type { BillingOptions } from "../options/options.ts";
import type { PaymentOrder, PaymentOutcome } from "../payment/port.ts";
import { type ClaimedOrder, claimOrder, postponeOrder, settleAttempt } from "../payment/store.ts";
import { receivePayment, recordFailure } from "./receive.ts";

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
  const isSettled = await runUnit(database, nowMs, async (unit) => {
    const held = await holdBilling(unit, owner, options);
    if (!(await settleAttempt(unit.session, order, outcome, nowMs))) return false;
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
    await receivePayment(held, paid);
    return true;
  });
  if (isSettled && outcome.status === "failed") onFailed(outcome.failure, order);
}
