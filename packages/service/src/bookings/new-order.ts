import { adultAge, ageOn, type Traveler } from "@wayfare/contract";
import type { NewOrder, OrderTraveler } from "@wayfare/suppliers";
import { marginMinorOf } from "./margin.ts";
import type { StoredBooking } from "./store.ts";

/** Returns the order of a booking, with the price of the supplier. @param offerReference the supplier's reference of the offer */
export function toNewOrder({ booking, totalMinor, currency }: StoredBooking, offerReference: string): NewOrder {
  const { id: bookingId, flight, travelers, contact } = booking;
  const lastDate = flight.slices.at(-1)?.departureAt?.slice(0, 10);
  return {
    bookingId,
    offerReference,
    total: totalMinor - marginMinorOf(booking),
    currency,
    travelers: assignAdults(travelers).map((traveler) => toOrderTraveler(traveler, lastDate)),
    contact,
  };
}

/** Assigns each infant without `withAdult` to the next adult without an infant. */
function assignAdults(travelers: readonly Traveler[]): Traveler[] {
  const taken = new Set(travelers.flatMap(({ type, withAdult }) => (type === "infant" ? (withAdult ?? []) : [])));
  const free = travelers.flatMap(({ type }, at) => (type === "adult" && !taken.has(at) ? [at] : []));
  return travelers.map((traveler) => {
    if (traveler.type !== "infant" || traveler.withAdult !== undefined) return traveler;
    const adult = free.shift();
    return adult === undefined ? traveler : { ...traveler, withAdult: adult };
  });
}

function toOrderTraveler(
  { title, gender, document, withAdult, ...named }: Traveler,
  lastDate: string | undefined,
): OrderTraveler {
  const age = lastDate === undefined ? adultAge : ageOn(lastDate, named.bornOn);
  return {
    ...named,
    ...(age < adultAge && { age }),
    title: title ?? null,
    gender: gender ?? null,
    document: document ?? null,
    withAdult: withAdult ?? null,
  };
}
