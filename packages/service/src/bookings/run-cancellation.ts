import type { Booking } from "@wayfare/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getCaller, timesOf } from "../http/caller.ts";
import type { BookingDeps } from "./booking-deps.ts";
import { cancelBooking } from "./cancel.ts";
import { cancelOrder } from "./cancel-order.ts";
import { completeOffers } from "./complete-offers.ts";
import { findOrder } from "./order-store.ts";
import { readBooking } from "./read-booking.ts";
import { waitAtMost } from "./wait-at-most.ts";

/**
 * Cancels the booking of a request, once per Idempotency-Key. In the sandbox it is cancelled at once. A supplier is awaited for
 * `orderWaitMs`; then the status of the response is 202 if it has not confirmed.
 *
 * @returns the booking; sets the status of the response
 * @throws DomainError NOT_FOUND, STATE_INVALID, or SUPPLY_UNAVAILABLE if the supplier does not quote
 */
export async function runCancellation(
  deps: BookingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<Booking> {
  const { database, clock, runIdempotent, box, settler } = deps;
  const caller = getCaller(request);
  if ((await findOrder(database, caller, id)) === undefined) {
    const booking = await runIdempotent(request, reply, async (unit) => {
      return { status: 200, body: await cancelBooking(unit, caller, id, box) };
    });
    return completeOffers(booking);
  }
  await cancelOrder(deps, caller, {
    id,
    times: timesOf(clock, caller),
    run: (effect) => runIdempotent(request, reply, async (unit) => ({ status: 202, body: await effect(unit) })),
  });
  await waitAtMost(deps.orderWaitMs, settler.settle(id));
  const booking = await readBooking(deps, caller, id);
  reply.code(booking.status === "cancelled" ? 200 : 202);
  return booking;
}
