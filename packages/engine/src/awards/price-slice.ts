import { availableCabin, type Cabin } from "../fares/cabins.ts";
import type { UsdCharge } from "../fares/charges.ts";
import type { FareQuotes } from "../fares/fare-quotes.ts";
import { kmPerStatuteMile } from "../geography/great-circle.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import { type BookingIndex, bookingsOf, findCarrierIndex } from "./bookings.ts";
import { type PricedAward, priceTrip } from "./pricing.ts";
import { type AwardSpace, awardSpace } from "./space.ts";
import { type AwardLeg, type AwardTrip, createTrip } from "./tariffs/award-trip.ts";
import type { Program } from "./tariffs/program.ts";
import { type AwardEndpoint, createEndpoint } from "./tariffs/zoning.ts";

/** Price of one program for one adult on a slice. */
export interface SliceAward extends PricedAward {
  readonly program: Program;
  /** Segments are in different cabins. */
  readonly mixedCabin: boolean;
  /** 1–9 at the level. */
  readonly seats: number;
  /** Another airline operates some of it. */
  readonly byPartner: boolean;
  /** Fees of the program, for a traveler with a seat. */
  readonly fees: readonly UsdCharge[];
}

/** Inputs that all itineraries of a search share, with cached results per flight. */
export interface AwardQuotes {
  readonly fares: FareQuotes;
  readonly bookings: BookingIndex;
  /** Indexed by flight of the pool. */
  readonly legs: Map<number, Leg>;
  /** Indexed by airport. */
  readonly endpoints: Map<number, AwardEndpoint>;
}

export function createAwardQuotes(
  fares: FareQuotes,
  { programs, isRoundTrip }: { programs: readonly Program[]; isRoundTrip: boolean },
): AwardQuotes {
  return {
    fares,
    bookings: { programs, isRoundTrip, cache: new Map() },
    legs: new Map(),
    endpoints: new Map(),
  };
}

interface Leg extends AwardLeg {
  readonly flight: number;
  readonly carrierIndex: number;
  /** Null until the first use. */
  space: AwardSpace | null;
}

/**
 * Prices a slice in every program that books all of its airlines and has space for the party on every flight: at the saver level if all
 * flights have it, otherwise, on the program's own airlines, at the standard level.
 *
 * @param cashUsdCents the cheapest fare of the same slice and cabin for one adult, before taxes; null without one.
 */
export function priceAwards(
  quotes: AwardQuotes,
  flights: readonly number[],
  cashUsdCents: number | null,
): SliceAward[] {
  const legs = legsOf(quotes, flights);
  if (legs === null) return [];
  const bookings = bookingsOf(quotes.bookings, legs);
  if (bookings.length === 0) return [];
  const { party } = quotes.fares;
  const spaces = legs.map((leg) => spaceOf(quotes, leg));
  let standard = Number.POSITIVE_INFINITY;
  for (const space of spaces) standard = Math.min(standard, space.standard);
  if (standard < party) return [];

  const awards: SliceAward[] = [];
  let trip: AwardTrip | null = null;
  for (const booking of bookings) {
    const { program, byPartner } = booking;
    const saver = saverFor(spaces, booking.ownLegs);
    if (saver < party && byPartner) continue;
    trip ??= tripOf(quotes, legs, cashUsdCents);
    const priced = priceTrip(program, trip, saver >= party ? booking.saver : booking.standard);
    if (priced === null) continue;
    const seats = saver >= party ? saver : standard;
    const fees = feesOf(quotes, program, { byPartner, flight: flights[0] });
    const { miles, chart, level } = priced;
    awards.push({ miles, chart, level, program, seats, byPartner, mixedCabin: trip.mixedCabin, fees });
  }
  return awards;
}

/** Saver seats on every leg, as seen by the program of the own legs. */
function saverFor(spaces: readonly AwardSpace[], ownLegs: number): number {
  let seats = Number.POSITIVE_INFINITY;
  for (let i = 0; i < spaces.length; i++) {
    const { saver, partnerSaver } = spaces[i];
    seats = Math.min(seats, (ownLegs >> i) & 1 ? saver : partnerSaver);
  }
  return seats;
}

function spaceOf({ fares }: AwardQuotes, leg: Leg): AwardSpace {
  leg.space ??= awardSpace(fares, leg.flight, leg.cabin);
  return leg.space;
}

/** Returns the legs, or null if the longest one lacks the requested cabin: the same rule as for fares. */
function legsOf(quotes: AwardQuotes, flights: readonly number[]): Leg[] | null {
  const legs: Leg[] = [];
  let longest: Leg | null = null;
  for (const flight of flights) {
    const leg = legOf(quotes, flight);
    if (leg === null) return null;
    if (longest === null || leg.miles > longest.miles) longest = leg;
    legs.push(leg);
  }
  return longest?.cabin === quotes.fares.cabin ? legs : null;
}

function legOf({ fares, legs }: AwardQuotes, flight: number): Leg | null {
  const cached = legs.get(flight);
  if (cached !== undefined) return cached;
  const { timetable, pool, cabin: requested } = fares;
  const pattern = pool.pattern[flight];
  const cabin: Cabin | null = availableCabin(timetable.aircraft[timetable.aircraftOf[pattern]].seats, requested);
  if (cabin === null) return null;
  const carrier = timetable.carriers[timetable.operatingCarrier[pattern]].code;
  const miles = Math.round(timetable.marketKm[timetable.marketOf[pattern]] / kmPerStatuteMile);
  const leg: Leg = { carrier, miles, cabin, flight, carrierIndex: findCarrierIndex(carrier), space: null };
  legs.set(flight, leg);
  return leg;
}

function tripOf(quotes: AwardQuotes, legs: readonly Leg[], cashUsdCents: number | null): AwardTrip {
  const { timetable, pool } = quotes.fares;
  const marketAt = (leg: Leg) => timetable.marketOf[pool.pattern[leg.flight]];
  const date = new Date(pool.day[legs[0].flight] * 86_400_000);
  return createTrip({
    legs,
    origin: endpointOf(quotes, timetable.marketOrigin[marketAt(legs[0])]),
    destination: endpointOf(quotes, timetable.marketDestination[marketAt(legs[legs.length - 1])]),
    monthDay: (date.getUTCMonth() + 1) * 100 + date.getUTCDate(),
    cashUsdCents,
  });
}

function endpointOf({ fares: { timetable }, endpoints }: AwardQuotes, airport: number): AwardEndpoint {
  let cached = endpoints.get(airport);
  if (cached === undefined) {
    const { countries, airportCountry, airportLongitude } = timetable;
    cached = createEndpoint(countries[airportCountry[airport]], airportLongitude[airport]);
    endpoints.set(airport, cached);
  }
  return cached;
}

const noFees: readonly UsdCharge[] = [];

function feesOf(
  { fares: { pool, searchedAtMinutes } }: AwardQuotes,
  { fees: { partner: partnerCents = 0, closeIn } }: Program,
  { byPartner, flight }: { byPartner: boolean; flight: number },
): readonly UsdCharge[] {
  const isPartner = byPartner && partnerCents > 0;
  const daysLeft = (pool.departure[flight] - searchedAtMinutes) / minutesPerDay;
  const isCloseIn = closeIn !== undefined && daysLeft <= closeIn.withinDays;
  if (!isPartner && !isCloseIn) return noFees;
  return [
    ...(isPartner ? [{ code: "PARTNER_FEE", usdCents: partnerCents }] : []),
    ...(isCloseIn ? [{ code: "CLOSE_IN_FEE", usdCents: closeIn.usdCents }] : []),
  ];
}
