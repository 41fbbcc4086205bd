import type { EpochDay } from "../timetable/calendar.ts";
import type { CarrierKind } from "../timetable/network.ts";
import { type BookingClass, ladders } from "./booking-classes.ts";
import type { Brand } from "./brands.ts";
import type { Cabin } from "./cabins.ts";
import { cabinFactor, dayFactor, halfRoundTripFactor, isHighSeason, type Reference } from "./fare-levels.ts";

/**
 * A fare as a carrier files it for a market, a cabin and a booking class. The sandbox's filings are made by rule when they are asked
 * for, not stored: this names one of them.
 */
export interface Filing {
  kind: CarrierKind;
  reference: Reference;
  cabin: Cabin;
  /** Place of the booking class on the cabin's ladder. */
  rank: number;
  /** First day of travel. */
  day: EpochDay;
  trip: "oneWay" | "halfRoundTrip";
}

/** The filed amount in US cents: reference × cabin × class × day, and the half of a round trip; in whole dollars, as fares are filed. */
export function filedCents({ kind, reference, cabin, rank, day, trip }: Filing): number {
  const half = trip === "oneWay" ? 1 : halfRoundTripFactor[kind];
  const { multiplier } = classOf({ cabin, rank });
  const cents = reference.cents * cabinFactor(cabin, reference.km) * multiplier * dayFactor(day) * half;
  return Math.max(1, Math.round(cents / 100)) * 100;
}

export function classOf({ cabin, rank }: Pick<Filing, "cabin" | "rank">): BookingClass {
  return ladders[cabin]![rank]!;
}

/**
 * The code of the rules that a filing is sold under: class, season (low, high), trip (one way, round), days of advance purchase,
 * brand. `TLR21LT` is class T in low season, half of a round trip, bought 21 days ahead, brand Light.
 */
export function fareBasisOf(filing: Pick<Filing, "cabin" | "rank" | "day" | "trip">, brand: Brand): string {
  const { code, advancePurchaseDays } = classOf(filing);
  const season = isHighSeason(filing.day) ? "H" : "L";
  const fence = advancePurchaseDays > 0 ? String(advancePurchaseDays) : "";
  return `${code}${season}${filing.trip === "oneWay" ? "O" : "R"}${fence}${brand.suffix}`;
}
