import { type EpochDay, minutesPerDay, weekdayOf } from "../timetable/calendar.ts";
import { type Brand, brandCents, brandsOf, type FareConditions } from "./brands.ts";
import { type Cabin, type CabinName, cabinNames } from "./cabins.ts";
import type { Reference } from "./fare-levels.ts";
import { fareBasisIn, filedCents, tariffFor } from "./filings.ts";
import { type DayType, dayTypes, type Season, seasons, travelRangesOf } from "./seasons.ts";
import { allows, type FareRules, type Purchase, type Trip } from "./tariffs.ts";

/**
 * A fare as a carrier publishes it. The sandbox creates them by rule on demand and does not store them; filings of a table have the same
 * shape.
 */
export interface Filing extends FareRules, FareConditions {
  carrier: string;
  /** A place as `airportsOf` reads it. */
  origin: string;
  destination: string;
  /** The amount of half a round trip is for one direction. */
  trip: Trip;
  cabin: CabinName;
  bookingClass: string;
  fareBasis: string;
  brand: string;
  usdCents: number;
  /** Number of stops of the itineraries it applies to; null for any. */
  stops: number | null;
  /** Days of the first departure, inclusive, as `month * 100 + day`; empty for the whole year. A range may include New Year. */
  travel: readonly TravelRange[];
  /** Days of the week of the first departure, 0 for Monday. */
  weekdays: readonly number[];
}

interface TravelRange {
  from: number;
  until: number;
}

/** True if a filing is valid for a first departure on a local day, with this many stops and this purchase. */
export function isSold(filing: Filing, day: EpochDay, stops: number, purchase: Purchase): boolean {
  if (filing.stops !== null && filing.stops !== stops) return false;
  if (!filing.weekdays.includes(weekdayOf(day)) || !allows(filing, purchase)) return false;
  const date = new Date(day * minutesPerDay * 60_000);
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  return filing.travel.length === 0 || filing.travel.some((range) => isWithin(range, monthDay));
}

function isWithin({ from, until }: TravelRange, monthDay: number): boolean {
  if (from <= until) return monthDay >= from && monthDay <= until;
  return monthDay >= from || monthDay <= until;
}

/** Subject of a filing: market codes and kind of trip. */
export interface FiledMarket {
  carrier: string;
  origin: string;
  destination: string;
  stops: number;
  reference: Reference;
}

/** Lists every filing of a carrier in a market for one cabin and kind of trip: one per class, season, kind of day and brand. */
export function filingsFor(market: FiledMarket, cabin: Cabin, trip: Trip): Filing[] {
  const filings: Filing[] = [];
  for (const rank of tariffFor(market.reference, cabin, trip).keys()) {
    for (const season of seasons.keys()) {
      for (const dayType of dayTypes.keys()) {
        for (const brand of brandsOf({ code: market.carrier, kind: market.reference.carrierKind }, cabin)) {
          const when = { season: season as Season, dayType: dayType as DayType };
          filings.push(filingOf(market, { cabin, trip, rank, brand, ...when }));
        }
      }
    }
  }
  return filings;
}

interface FilingFields {
  cabin: Cabin;
  trip: Trip;
  rank: number;
  season: Season;
  dayType: DayType;
  brand: Brand;
}

function filingOf({ reference, ...market }: FiledMarket, fields: FilingFields): Filing {
  const { cabin, trip, rank, season, dayType, brand } = fields;
  const { code, multiplier, ...rules } = tariffFor(reference, cabin, trip)[rank];
  const { carryOn, checked, changeable, refundable } = brand;
  const factor = seasons[season].factor * dayTypes[dayType].factor;
  return {
    ...market,
    ...rules,
    trip,
    cabin: cabinNames[cabin],
    bookingClass: code,
    fareBasis: fareBasisIn({ code, season, dayType, trip, advancePurchaseDays: rules.advancePurchaseDays }, brand),
    brand: brand.name,
    carryOn,
    checked,
    changeable,
    refundable,
    usdCents: filedCents(reference, cabin, { multiplier }, factor, trip) + brandCents(brand, reference.cents),
    travel: travelRangesOf(season, reference.hemisphere),
    weekdays: dayTypes[dayType].weekdays,
  };
}
