import type { AwardOffer, CashOffer, SuppliedFlight } from "./flight.ts";

type Timed = Pick<CashOffer | AwardOffer, "expiresAtMs">;

/**
 * Returns the end of an offer by itself, whatever the lifetime of its search: when its supplier withdraws it or its sale ends, and at the
 * latest at its first departure.
 */
export function offerEndMs({ expiresAtMs = Number.POSITIVE_INFINITY }: Timed, flight: Pick<SuppliedFlight, "slices">) {
  const departure = flight.slices[0]?.segments[0]?.departure;
  return departure ? Math.min(expiresAtMs, departure.epochMinutes * 60_000) : expiresAtMs;
}
