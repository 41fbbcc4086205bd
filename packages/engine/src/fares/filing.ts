import { type EpochDay, minutesPerDay, weekdayOf } from "../timetable/calendar.ts";
import { type Brand, brandCents, brandsOf, type FareConditions } from "./brands.ts";
import { type Cabin, type CabinName, cabinNames } from "./cabins.ts";
import type { Reference } from "./fare-levels.ts";
import { fareBasisIn, filedCents, tariffFor } from "./filings.ts";
import { type DayType, dayTypes, type Season, seasons, travelRangesOf } from "./seasons.ts";
import { allows, type FareRules, type Purchase, type Trip } from "./tariffs.ts";

/**
 * A fare as a carrier publishes it. The sandbox's are made by rule when they are asked for and never stored; those of a table
 * have the same shape.
 */
export interface Filing extends FareRules, FareConditions {
  carrier: string;
  /** A place as `airportsOf` reads it. */
  origin: string;
  destination: string;
  /** A half round trip's amount is that of one direction. */
  trip: Trip;
  cabin: CabinName;
  bookingClass: string;
  fareBasis: string;
  brand: string;
  usdCents: number;
  /** Stops of the ways that it is sold on; null for any. */
  stops: number | null;
  /** Days of the first departure, inclusive, as `month * 100 + day`; empty for the whole year. A range may cross New Year. */
  travel: readonly TravelRange[];
  /** Days of the week of the first departure, 0 for Monday. */
  weekdays: readonly number[];
}

interface TravelRange {
  from: number;
  until: number;
}

/** Whether a filing may be sold for a first departure on a local day with so many stops to who buys it. */
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

/** What a carrier files for: its market, by codes, and how it is flown. */
export interface FiledMarket {
  carrier: string;
  origin: string;
  destination: string;
  stops: number;
  reference: Reference;
}

/** Every filing of a carrier in a market for one cabin and kind of trip: a class, season, kind of day and brand each. */
export function filingsFor(market: FiledMarket, cabin: Cabin, trip: Trip): Filing[] {
  const filings: Filing[] = [];
  for (const rank of tariffFor(market.reference, cabin, trip).keys()) {
    for (const season of seasons.keys()) {
      for (const dayType of dayTypes.keys()) {
        for (const brand of brandsOf(market.reference.carrierKind, cabin)) {
          const when = { season: season as Season, dayType: dayType as DayType };
          filings.push(filingOf(market, { cabin, trip, rank, brand, ...when }));
        }
      }
    }
  }
  return filings;
}

interface FilingParts {
  cabin: Cabin;
  trip: Trip;
  rank: number;
  season: Season;
  dayType: DayType;
  brand: Brand;
}

function filingOf({ reference, ...market }: FiledMarket, parts: FilingParts): Filing {
  const { cabin, trip, rank, season, dayType, brand } = parts;
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
