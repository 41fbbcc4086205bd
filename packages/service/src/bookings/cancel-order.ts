import { type Booking, DomainError, formatInstant, formatMoney, type Refund, type RowScope } from "@wayfare/contract";
import { type Database, runUnitOfWork, type UnitOfWork, type UnitTime } from "@wayfare/database";
import { type CancellationQuote, SupplierFailure, SupplierSkipped } from "@wayfare/suppliers";
import type { SecretBox } from "@wayfare/webhooks";
import { findCancellable } from "./cancel.ts";
import { makeConfirmedRefund, toCredits } from "./confirmed-refund.ts";
import { findOrder, requestCancellation, type StoredOrder, storeQuote } from "./order-store.ts";
import type { StoredBooking } from "./store.ts";
import type { FindOrders } from "./supplier-orders.ts";

interface CancelDeps {
  database: Database;
  box: SecretBox;
  findOrders: FindOrders;
}

/** A quote must be valid for this time after it is used. */
const validityMarginMs = 30_000;

/**
 * Quotes the refund of a cancellation at the supplier.
 *
 * @returns the booking with the quoted refund
 * @throws DomainError NOT_FOUND, STATE_INVALID, or SUPPLY_UNAVAILABLE if the supplier does not quote
 */
export async function quoteOrderCancellation(
  deps: CancelDeps,
  owner: RowScope,
  { id, times }: { id: string; times: UnitTime },
): Promise<Booking> {
  const found = await readCancellable(deps, owner, { id, times });
  const quote = await requestQuote(deps, owner, found);
  return { ...found.stored.booking, refund: toRefund(found, quote) };
}

/**
 * Requests the cancellation of an order: by the last quote if it is still valid, otherwise by a new one, which must not be lower.
 *
 * @param options.run runs the request in a transaction, once per Idempotency-Key
 * @throws DomainError NOT_FOUND, STATE_INVALID, or SUPPLY_UNAVAILABLE if the supplier does not quote
 */
export async function cancelOrder(
  deps: CancelDeps,
  owner: RowScope,
  {
    id,
    times,
    run,
  }: {
    id: string;
    times: UnitTime;
    run: (effect: (unit: UnitOfWork) => Promise<{ id: string }>) => Promise<unknown>;
  },
): Promise<void> {
  const wallMs = typeof times === "number" ? times : times.wallMs;
  await run(async (unit) => {
    const { stored } = await lockCancellable(deps, owner, { id, unit });
    const order = await findOrder(unit.tx, owner, id, { lock: true });
    if (order === undefined || !isUsable(order.quote, wallMs)) throw new QuoteNeeded(stored);
    if (order.state === "ordered") await requestCancellation(unit.tx, owner, id, unit.wallMs);
    return { id };
  }).catch(async (error: unknown) => {
    if (!(error instanceof QuoteNeeded)) throw error;
    await renewQuote(deps, owner, { id, times });
    await run(async (unit) => {
      await lockCancellable(deps, owner, { id, unit });
      await requestCancellation(unit.tx, owner, id, unit.wallMs);
      return { id };
    });
  });
}

/** Thrown out of the transaction, because a supplier is called outside of it. */
class QuoteNeeded extends Error {
  override readonly name = "QuoteNeeded";

  constructor({ booking }: StoredBooking) {
    super(`booking ${booking.id} has no valid quote`);
  }
}

async function renewQuote(deps: CancelDeps, owner: RowScope, request: { id: string; times: UnitTime }): Promise<void> {
  const found = await readCancellable(deps, owner, request);
  const { quote: shown } = found.order;
  const quote = await requestQuote(deps, owner, found);
  if (shown === null || shown.refundMinor === null) return;
  if (quote.refund !== null && quote.refund.minor >= shown.refundMinor) return;
  const { money } = toRefund(found, quote);
  const now = money === null ? "not stated" : `${money.amount} ${money.currency}`;
  const detail = `The quote expired, and the refund is now ${now}. Send the request again to accept it.`;
  throw new DomainError("STATE_INVALID", { detail });
}

interface Cancellable {
  stored: StoredBooking;
  order: StoredOrder & { orderId: string };
}

function readCancellable(
  deps: CancelDeps,
  owner: RowScope,
  { id, times }: { id: string; times: UnitTime },
): Promise<Cancellable> {
  return runUnitOfWork(deps.database, times, (unit) => lockCancellable(deps, owner, { id, unit }));
}

async function lockCancellable(
  { box }: CancelDeps,
  owner: RowScope,
  { id, unit }: { id: string; unit: UnitOfWork },
): Promise<Cancellable> {
  const stored = await findCancellable(unit, owner, id, box);
  const order = await findOrder(unit.tx, owner, id);
  if (order === undefined || order.orderId === null) throw new Error("a confirmed booking has no order");
  return { stored, order: { ...order, orderId: order.orderId } };
}

/** Requests a quote and stores it. */
async function requestQuote(
  { database, findOrders }: CancelDeps,
  owner: RowScope,
  { stored, order: { supplier, credentialOwner, orderId } }: Cancellable,
): Promise<CancellationQuote> {
  const orders = await findOrders({ ...owner, supplier, credentialOwner });
  if (orders === null) {
    throw new DomainError("SUPPLY_UNAVAILABLE", { detail: `The account has no access to ${supplier}.` });
  }
  const quote = await callSupplier(supplier, () => orders.quoteCancellation(orderId));
  const { id, expiresAtMs, refund } = quote;
  if (refund !== null && refund.currency !== stored.currency) {
    throw new DomainError("SUPPLY_UNAVAILABLE", { detail: `${supplier} quoted a refund in ${refund.currency}.` });
  }
  await storeQuote(database, owner, stored.booking.id, { id, refundMinor: refund?.minor ?? null, expiresAtMs });
  return quote;
}

async function callSupplier<Result>(supplier: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof SupplierFailure || error instanceof SupplierSkipped)) throw error;
    const isRefused = error instanceof SupplierFailure && error.kind === "status" && (error.status ?? 500) < 500;
    const detail = isRefused
      ? `${supplier} does not cancel this order (${error.code ?? `status ${error.status}`}).`
      : `${supplier} did not answer. Nothing was cancelled; try again.`;
    throw new DomainError(isRefused ? "STATE_INVALID" : "SUPPLY_UNAVAILABLE", { detail });
  }
}

function isUsable(quote: StoredOrder["quote"], wallMs: number): boolean {
  return quote !== null && (quote.expiresAtMs === null || wallMs < quote.expiresAtMs - validityMarginMs);
}

function toRefund({ stored, order }: Cancellable, quote: CancellationQuote): Refund {
  const { totalMinor, currency } = stored;
  const { refund, refundTo, expiresAtMs } = quote;
  const { credits } = makeConfirmedRefund(order.supplier, quote, null);
  return {
    money: refund && formatMoney(refund.minor, currency),
    miles: null,
    fee: refund && formatMoney(Math.max(0, totalMinor - refund.minor), currency),
    refundTo,
    credits: toCredits(credits),
    rule: `Quoted by ${order.supplier}.`,
    expiresAt: expiresAtMs === null ? null : formatInstant(expiresAtMs),
  };
}
