import { type Cabin, cabinAboard, cabinNames } from "../fares/cabins.ts";
import type { FareQuotes } from "../fares/fare-quotes.ts";
import type { FlightPool } from "../itineraries/flight-pool.ts";
import { kmPerStatuteMile } from "../timetable/great-circle.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { isAviosPeak } from "./dynamic.ts";
import { type AwardTrip, type PricedAward, priceAward } from "./pricing.ts";
import { collectsSurcharge, type Program } from "./programs.ts";
import { saverSeats, standardSeats } from "./space.ts";

/** What one program asks of one adult for a slice. */
export interface SliceAward extends PricedAward {
  program: Program;
  /** 1–9 at the level. */
  seats: number;
  /** The program passes the carrier's surcharge on. */
  paysSurcharge: boolean;
  /** Another airline flies some of it. */
  byPartner: boolean;
}

export interface AwardQuotes extends FareQuotes {
  programs: readonly Program[];
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
  const { timetable, pool, party } = quotes;
  const segments = segmentsOf(quotes, flights);
  if (segments === null) return [];
  const programs = quotes.programs.filter(({ carriers }) => segments.every(({ carrier }) => carriers.has(carrier)));
  if (programs.length === 0) return [];

  let saver = Number.POSITIVE_INFINITY;
  let standard = Number.POSITIVE_INFINITY;
  for (const { flight, cabinRank } of segments) {
    saver = Math.min(saver, saverSeats(quotes, flight, cabinRank));
    standard = Math.min(standard, standardSeats(quotes, flight, cabinRank));
  }
  if (standard < party) return [];
  const trip = tripOf(timetable, pool, flights, segments);
  const longest = segments.reduce((a, b) => (b.miles > a.miles ? b : a));
  return programs.flatMap((program) => {
    const byPartner = segments.some(({ carrier }) => !program.ownCarriers.includes(carrier));
    const level = saver >= party ? "saver" : byPartner ? null : "standard";
    if (level === null) return [];
    const priced = priceAward(program, { ...trip, level, cashUsdCents });
    if (priced === null) return [];
    const seats = priced.level === "saver" ? saver : standard;
    return [{ ...priced, program, seats, byPartner, paysSurcharge: collectsSurcharge(program, longest.carrier) }];
  });
}

type AwardSegment = AwardTrip["segments"][number] & { flight: number; cabinRank: Cabin };

/** The cabin of each flight, or null where the longest one lacks the asked one: the same rule as for fares. */
function segmentsOf({ timetable, pool, cabin: asked }: AwardQuotes, flights: readonly number[]): AwardSegment[] | null {
  const segments: AwardSegment[] = [];
  for (const at of flights) {
    const pattern = pool.pattern[at]!;
    const cabinRank = cabinAboard(timetable.aircraft[timetable.aircraftOf[pattern]!]!.seats, asked);
    if (cabinRank === null) return null;
    segments.push({
      carrier: timetable.carriers[timetable.operatingCarrier[pattern]!]!.code,
      miles: Math.round(timetable.marketKm[timetable.marketOf[pattern]!]! / kmPerStatuteMile),
      cabin: cabinNames[cabinRank],
      cabinRank,
      flight: at,
    });
  }
  const longest = segments.reduce((a, b) => (b.miles > a.miles ? b : a));
  return longest.cabinRank === asked ? segments : null;
}

function tripOf(
  timetable: Timetable,
  pool: FlightPool,
  flights: readonly number[],
  segments: AwardSegment[],
): Omit<AwardTrip, "level" | "cashUsdCents"> {
  const first = timetable.marketOf[pool.pattern[flights[0]!]!]!;
  const last = timetable.marketOf[pool.pattern[flights.at(-1)!]!]!;
  const date = new Date(pool.day[flights[0]!]! * 86_400_000);
  return {
    segments,
    origin: placeOf(timetable, timetable.marketOrigin[first]!),
    destination: placeOf(timetable, timetable.marketDestination[last]!),
    tripMiles: segments.reduce((sum, { miles }) => sum + miles, 0),
    peak: isAviosPeak(date.getUTCMonth() + 1, date.getUTCDate()),
  };
}

function placeOf({ countries, airportCountry, airportLongitude }: Timetable, airport: number) {
  return { country: countries[airportCountry[airport]!]!, longitude: airportLongitude[airport]! };
}
