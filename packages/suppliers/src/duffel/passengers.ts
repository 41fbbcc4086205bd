import { ageRanges, listTravelers, type TravelerType, travelerTypes } from "@wayfare/contract";
import type { OrderTraveler } from "../port/orders.ts";
import type { FareSegment, SearchQuery } from "../port/port.ts";
import type { DuffelOfferPassenger } from "./order-schema.ts";
import type { DuffelOffer, DuffelSegment } from "./schema.ts";

/*
 * Duffel's passengers, as the types of duffel-api-javascript document them (`OfferRequestPassenger`, `OfferPassenger`, `DuffelPassengerType`):
 * a passenger of an offer request has either the type `adult` or an age, which is that on the `departure_date` of the final slice. An age of
 * 0 or 1 is always an infant without a seat; there is no type for an infant with a seat.
 */

type Travelers = SearchQuery["travelers"];

/** Types that Duffel sells. */
export const duffelTravelers: readonly TravelerType[] = ["adult", "youth", "child", "infant"];

/** Passengers of an offer request: adults by type, all others by age. */
export function toPassengers(travelers: Travelers): ({ type: "adult" } | { age: number })[] {
  return listTravelers(travelers).map(({ age }) => (age === null ? { type: "adult" } : { age }));
}

/** True if the price is for assumed ages, so that only travelers of these ages can be ordered. */
export function hasAssumedAges(travelers: Travelers): boolean {
  return travelers.ages === undefined && listTravelers(travelers).some(({ age }) => age !== null);
}

/** Type of an offer's passenger: by its age if the search stated one, because airlines call the same age by different types. */
export function typeOf({ type, age }: Pick<DuffelOfferPassenger, "type" | "age">): TravelerType {
  if (typeof age === "number") {
    const ofAge = travelerTypes.filter((each) => age >= ageRanges[each].from && age < ageRanges[each].below);
    return ofAge.find((each) => duffelTravelers.includes(each)) ?? "adult";
  }
  if (type === "infant_without_seat") return "infant";
  return type === "child" ? "child" : "adult";
}

/**
 * Assigns the offer's passengers to travelers: those under 18 to a passenger of the same age, the others to one of the same type, in order;
 * null if there are too few of a type.
 */
export function assignPassengers(
  travelers: readonly OrderTraveler[],
  passengers: readonly DuffelOfferPassenger[],
): string[] | null {
  const left = [...passengers];
  const take = (isFor: (passenger: DuffelOfferPassenger) => boolean) => {
    const at = left.findIndex(isFor);
    return at < 0 ? undefined : left.splice(at, 1)[0]?.id;
  };
  const ids = travelers.map(({ type, age }) =>
    age === undefined ? undefined : take((passenger) => passenger.age === age && typeOf(passenger) === type),
  );
  const all = ids.map((id, at) => id ?? take((passenger) => typeOf(passenger) === travelers[at]?.type));
  return all.includes(undefined) ? null : all.filter((id) => id !== undefined);
}

/** Passengers of a segment with a seat; all of them if the offer does not say who is an infant. */
function seatedOn({ passengers }: DuffelSegment, offer: DuffelOffer): DuffelSegment["passengers"] {
  const onLap = new Set((offer.passengers ?? []).filter((each) => typeOf(each) === "infant").map(({ id }) => id));
  const seated = passengers.filter(({ passenger_id: id }) => id === null || id === undefined || !onLap.has(id));
  return seated.length === 0 ? passengers : seated;
}

/** Cabin and fare of the first passenger with a seat, and the bags that every passenger with a seat has; null without one. */
export function fareOfSegment(segment: DuffelSegment, offer: DuffelOffer) {
  const seated = seatedOn(segment, offer);
  const [passenger] = seated;
  if (passenger === undefined) return null;
  return {
    cabinClass: passenger.cabin_class,
    fareBasis: passenger.fare_basis_code ?? null,
    baggage: { carryOn: lowestOf(seated, "carry_on"), checked: lowestOf(seated, "checked") },
  } satisfies { cabinClass: unknown } & Pick<FareSegment, "fareBasis" | "baggage">;
}

/** Lowest number of bags of a type; null if it is not stated for every passenger. */
function lowestOf(passengers: DuffelSegment["passengers"], type: "carry_on" | "checked"): number | null {
  const counts = passengers.map(({ baggages }) => baggages?.find((bag) => bag.type === type)?.quantity ?? null);
  const known = counts.filter((count) => count !== null);
  return known.length < counts.length ? null : Math.min(...known);
}
