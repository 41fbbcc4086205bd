import type { EpochDay } from "../timetable/calendar.ts";
import type { Brand } from "./brands.ts";
import type { Cabin } from "./cabins.ts";
import { cabinFactor, halfRoundTripFactor, type Reference } from "./fare-levels.ts";
import { type DayType, dayTypeOf, dayTypes, type Season, seasonOf, seasons } from "./seasons.ts";
import { type ClassFare, type Tariff, type Trip, tariffOf } from "./tariffs.ts";

/** Tariff of a carrier in a market for a cabin. */
export function tariffFor(
  { market, carrierKind, advancePurchaseShift: fenceShift }: Reference,
  cabin: Cabin,
  trip: Trip,
): Tariff {
  return tariffOf(market, cabin, trip, carrierKind, fenceShift);
}

/** Factor of season and day of the week on a fare. */
export function dayFactor(day: EpochDay, { hemisphere }: Pick<Reference, "hemisphere">): number {
  return seasons[seasonOf(day, hemisphere)].factor * dayTypes[dayTypeOf(day)].factor;
}

/**
 * Filed amount in US cents: reference × cabin × class × season and weekday, and the factor for half of a round trip; in whole dollars, as
 * fares are filed.
 *
 * @param factorOfDay `dayFactor` of the component's first day.
 */
export function filedCents(
  reference: Reference,
  cabin: Cabin,
  { multiplier }: Pick<ClassFare, "multiplier">,
  factorOfDay: number,
  trip: Trip,
): number {
  const half = trip === "oneWay" ? 1 : halfRoundTripFactor(cabin, reference.carrierKind);
  const cents = reference.cents * cabinFactor(cabin, reference.market) * multiplier * factorOfDay * half;
  return Math.max(1, Math.round(cents / 100)) * 100;
}

/** Properties of a fare that its fare basis encodes. */
interface FareBasisFields {
  code: string;
  season: Season;
  dayType: DayType;
  trip: Trip;
  advancePurchaseDays: number;
}

/**
 * Code of the rules of a filing: class, season (low, shoulder `K`, high), midweek `X` or weekend `W`, trip (one way, round), advance
 * purchase days, brand. `TLXR30LT` is class T, low season, midweek, half of a round trip, bought 30 days ahead, brand Light.
 */
export function fareBasisIn(fields: FareBasisFields, { suffix }: Brand): string {
  const { code, season, dayType, trip, advancePurchaseDays } = fields;
  const advancePurchase = advancePurchaseDays > 0 ? String(advancePurchaseDays) : "";
  return `${code}${seasons[season].letter}${dayTypes[dayType].letter}${trip === "oneWay" ? "O" : "R"}${advancePurchase}${suffix}`;
}

/** Fare basis of a class fare for a first departure on a day. */
export function fareBasisOf({ reference, classFare, day, trip }: SoldFare, brand: Brand): string {
  const season = seasonOf(day, reference.hemisphere);
  return fareBasisIn({ ...classFare, season, dayType: dayTypeOf(day), trip }, brand);
}

interface SoldFare {
  reference: Pick<Reference, "hemisphere">;
  classFare: Pick<ClassFare, "code" | "advancePurchaseDays">;
  day: EpochDay;
  trip: Trip;
}
