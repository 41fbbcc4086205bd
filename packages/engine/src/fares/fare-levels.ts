import { unitHash } from "../hash.ts";
import { monthOf, weekdayOf } from "../timetable/calendar.ts";
import { airportsKm, findMarket, type Timetable } from "../timetable/timetable.ts";
import type { Cabin } from "./cabins.ts";

/** One-way economy reference in US cents: a fixed part for a departure and a part by distance. */
const fixedCents = 4200;
const centsPerKm = 4.9;

const kindFactor = { network: 1, low_cost: 0.7, leisure: 0.84, regional: 1.12 } as const;

/** Against economy, short haul and long haul. */
const cabinFactorShortHaul = [1, 1.55, 2.5, 4] as const;
const cabinFactorLongHaul = [1, 2.05, 4.1, 7.2] as const;
const longHaulKm = 4000;

/** By stops: one makes a long way cheaper than its nonstop, and a short one dearer (the short-haul means in docs/fares.md). */
const stopFactorLongHaul = [1, 0.92, 1] as const;
const stopFactorShortHaul = [1, 1.5, 2.1] as const;

/** Nonstop carriers of a market: none, one, two, three and more. */
const competitionFactor = [1, 1.1, 1, 0.92] as const;

/** January … December, Monday … Sunday. */
const seasonFactor = [0.92, 0.9, 0.97, 1, 1.01, 1.08, 1.14, 1.12, 1, 0.97, 0.95, 1.1] as const;
const weekdayFactor = [1, 0.95, 0.95, 1, 1.06, 0.97, 1.06] as const;

/** How far carriers lie apart in one market, at most, to each side. */
const carrierSpread = 0.13;

/** A round trip's half against a one-way of the same class: network carriers reward the return, others do not. */
export const halfRoundTripFactor = { network: 0.86, low_cost: 1, leisure: 0.92, regional: 0.92 } as const;

export interface FareMarket {
  carrier: number;
  origin: number;
  destination: number;
  stops: number;
}

export interface Reference {
  cents: number;
  /** Great circle from end to end. */
  km: number;
}

/** The modelled economy reference of a carrier for a journey between two airports, one way. */
export function economyReference(timetable: Timetable, market: FareMarket): Reference {
  const { carrier, origin, destination, stops } = market;
  const km = airportsKm(timetable, origin, destination);
  const kind = timetable.carriers[carrier]!.kind;
  const direct = findMarket(timetable, origin, destination);
  const competitors = direct < 0 ? 0 : carriersOf(timetable, direct);
  const spread = 1 + carrierSpread * (2 * unitHash(carrier, origin, destination, 1) - 1);
  const stopFactor = (km > longHaulKm ? stopFactorLongHaul : stopFactorShortHaul)[stops]!;
  const distanceCents = fixedCents + centsPerKm * km;
  return { cents: distanceCents * kindFactor[kind] * competitionFactor[competitors]! * spread * stopFactor, km };
}

export function cabinFactor(cabin: Cabin, km: number): number {
  return (km > longHaulKm ? cabinFactorLongHaul : cabinFactorShortHaul)[cabin];
}

export function dayFactor(day: number): number {
  return seasonFactor[monthOf(day)]! * weekdayFactor[weekdayOf(day)]!;
}

export function isHighSeason(day: number): boolean {
  return seasonFactor[monthOf(day)]! > 1.05;
}

/** Distinct marketing carriers of a market, counted up to three: more change nothing. */
function carriersOf(timetable: Timetable, market: number): number {
  const seen = new Set<number>();
  for (let pattern = timetable.marketFirst[market]!; pattern < timetable.marketFirst[market + 1]!; pattern++) {
    seen.add(timetable.carrier[pattern]!);
    if (seen.size === 3) break;
  }
  return seen.size;
}
