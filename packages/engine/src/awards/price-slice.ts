import { type Cabin, cabinAboard } from "../fares/cabins.ts";
import type { UsdCharge } from "../fares/charges.ts";
import type { FareQuotes } from "../fares/fare-quotes.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import { kmPerStatuteMile } from "../timetable/great-circle.ts";
import { type AwardLeg, type AwardTrip, createTrip } from "./award-trip.ts";
import { type AwardPlace, createPlace } from "./places.ts";
import { type PricedAward, priceTrip } from "./pricing.ts";
import { programs as allPrograms, type Program } from "./programs.ts";
import { type AwardSpace, awardSpace } from "./space.ts";
import type { TariffQuestion } from "./tariff.ts";

/** What one program asks of one adult for a slice. */
export interface SliceAward extends PricedAward {
  readonly program: Program;
  /** Segments are in different cabins. */
  readonly mixedCabin: boolean;
  /** 1–9 at the level. */
  readonly seats: number;
  /** Another airline flies some of it. */
  readonly byPartner: boolean;
  /** Of the program, for a traveler with a seat. */
  readonly fees: readonly UsdCharge[];
}

/** What is asked of every itinerary of a search, with what has been worked out of its flights. */
export interface AwardQuotes {
  readonly fares: FareQuotes;
  readonly programs: readonly Program[];
  readonly isRoundTrip: boolean;
  /** By flight of the pool. */
  readonly space: (AwardSpace | undefined)[];
  readonly legs: (Leg | undefined)[];
  /** By airport. */
  readonly places: (AwardPlace | undefined)[];
}

export function createAwardQuotes(
  fares: FareQuotes,
  { programs, isRoundTrip }: { programs: readonly Program[]; isRoundTrip: boolean },
): AwardQuotes {
  return { fares, programs, isRoundTrip, space: [], legs: [], places: [] };
}

interface Leg extends AwardLeg {
  readonly flight: number;
  /** What the airline is to each program. */
  readonly standing: Uint8Array;
}

/** What an airline is to a program, by the program's place among all. */
const notBooked = 0;
const partner = 1;
const own = 2;
const noStanding = new Uint8Array(allPrograms.length).fill(notBooked);
const placeOfProgram = new Map(allPrograms.map((program, place) => [program, place]));
const standingOf = new Map<string, Uint8Array>();
for (const [place, { carriers, ownCarriers }] of allPrograms.entries()) {
  for (const carrier of carriers) {
    const standing = standingOf.get(carrier) ?? noStanding.slice();
    standing[place] = ownCarriers.includes(carrier) ? own : partner;
    standingOf.set(carrier, standing);
  }
}

/**
 * Prices a slice in every program that books all of its airlines and finds space for the party on every flight: at the
 * saver level where all flights have it, else, on the program's own airlines, at the standard level.
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
  const awards: SliceAward[] = [];
  let trip: AwardTrip | null = null;
  for (const program of quotes.programs) {
    const offer = offerOf(quotes, legs, program);
    if (offer === null) continue;
    trip ??= tripOf(quotes, legs, cashUsdCents);
    const priced = priceTrip(program, trip, offer);
    if (priced === null) continue;
    const { byPartner, seats } = offer;
    const fees = feesOf(quotes, program, { byPartner, flight: flights[0]! });
    awards.push({ ...priced, program, seats, byPartner, mixedCabin: trip.mixedCabin, fees });
  }
  return awards;
}

interface Offer extends TariffQuestion {
  readonly seats: number;
}

/** At which level the program has seats for the party, or null. */
function offerOf(quotes: AwardQuotes, legs: readonly Leg[], program: Program): Offer | null {
  const place = placeOfProgram.get(program)!;
  let byPartner = false;
  for (const { standing } of legs) {
    if (standing[place] === notBooked) return null;
    if (standing[place] === partner) byPartner = true;
  }
  if (byPartner && program.roundTripOnly === "partners" && !quotes.isRoundTrip) return null;
  let saver = Number.POSITIVE_INFINITY;
  let standard = Number.POSITIVE_INFINITY;
  for (const leg of legs) {
    const space = spaceOf(quotes, leg);
    saver = Math.min(saver, leg.standing[place] === own ? space.saver : space.partnerSaver);
    standard = Math.min(standard, space.standard);
  }
  const { party } = quotes.fares;
  const isOwn = (carrier: string) => program.ownCarriers.includes(carrier);
  if (saver >= party) return { level: "saver", byPartner, isOwn, seats: saver };
  return byPartner || standard < party ? null : { level: "standard", byPartner, isOwn, seats: standard };
}

function spaceOf({ fares, space }: AwardQuotes, { flight, cabin }: Leg): AwardSpace {
  let known = space[flight];
  if (known === undefined) {
    known = awardSpace(fares, flight, cabin);
    space[flight] = known;
  }
  return known;
}

/** The legs, or null where the longest one lacks the asked cabin: the same rule as for fares. */
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
  const known = legs[flight];
  if (known !== undefined) return known;
  const { timetable, pool, cabin: asked } = fares;
  const pattern = pool.pattern[flight]!;
  const cabin: Cabin | null = cabinAboard(timetable.aircraft[timetable.aircraftOf[pattern]!]!.seats, asked);
  if (cabin === null) return null;
  const carrier = timetable.carriers[timetable.operatingCarrier[pattern]!]!.code;
  const miles = Math.round(timetable.marketKm[timetable.marketOf[pattern]!]! / kmPerStatuteMile);
  const leg = { carrier, miles, cabin, flight, standing: standingOf.get(carrier) ?? noStanding };
  legs[flight] = leg;
  return leg;
}

function tripOf(quotes: AwardQuotes, legs: readonly Leg[], cashUsdCents: number | null): AwardTrip {
  const { timetable, pool } = quotes.fares;
  const marketAt = (leg: Leg) => timetable.marketOf[pool.pattern[leg.flight]!]!;
  const date = new Date(pool.day[legs[0]!.flight]! * 86_400_000);
  return createTrip({
    legs,
    origin: placeOf(quotes, timetable.marketOrigin[marketAt(legs[0]!)]!),
    destination: placeOf(quotes, timetable.marketDestination[marketAt(legs.at(-1)!)]!),
    monthDay: (date.getUTCMonth() + 1) * 100 + date.getUTCDate(),
    cashUsdCents,
  });
}

function placeOf({ fares: { timetable }, places }: AwardQuotes, airport: number): AwardPlace {
  let known = places[airport];
  if (known === undefined) {
    const { countries, airportCountry, airportLongitude } = timetable;
    known = createPlace(countries[airportCountry[airport]!]!, airportLongitude[airport]!);
    places[airport] = known;
  }
  return known;
}

const noFees: readonly UsdCharge[] = [];

function feesOf(
  { fares: { pool, searchedAtMinutes } }: AwardQuotes,
  { fees: { partner: partnerCents = 0, closeIn } }: Program,
  { byPartner, flight }: { byPartner: boolean; flight: number },
): readonly UsdCharge[] {
  const isPartner = byPartner && partnerCents > 0;
  const daysLeft = (pool.departure[flight]! - searchedAtMinutes) / minutesPerDay;
  const isCloseIn = closeIn !== undefined && daysLeft <= closeIn.withinDays;
  if (!isPartner && !isCloseIn) return noFees;
  return [
    ...(isPartner ? [{ code: "PARTNER_FEE", usdCents: partnerCents }] : []),
    ...(isCloseIn ? [{ code: "CLOSE_IN_FEE", usdCents: closeIn.usdCents }] : []),
  ];
}
