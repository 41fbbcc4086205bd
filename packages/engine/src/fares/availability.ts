import { unitHash } from "../hash/unit-hash.ts";
import { type EpochDay, minutesPerDay, monthOf, weekdayOf } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import type { Cabin } from "./cabins.ts";
import { type Forecast, farthestDay, forecastOn } from "./demand.ts";
import { marketKindOf } from "./market-kinds.ts";

/** Maximum number of seats in answers: 9 means nine or more. */
export const maxSeatsShown = 9;

/**
 * Mean demand relative to the cabin's seats, and the maximum deviation of single departures in each direction. Modeled: at the lowest fares
 * demand for economy exceeds the seats.
 */
const meanDemand = [1.4, 1.05, 0.95, 0.8] as const;
const demandSpread = [0.6, 0.4, 0.4, 0.4] as const;

/** January … December: northern demand, relative to 1. */
const seasonOfDemand = [0.93, 0.92, 0.98, 1.0, 1.0, 1.05, 1.08, 1.08, 1.0, 0.99, 0.96, 1.05] as const;
/** Monday … Sunday. */
const weekdayOfDemand = [1.01, 0.96, 0.96, 1.0, 1.05, 0.97, 1.05] as const;

/** A departure for sale. */
export interface Departure {
  pattern: number;
  day: EpochDay;
  departure: number;
}

/** Demand for a cabin of a departure relative to its seats: by cabin, season, weekday, and a random part per flight. */
export function demandRatio(timetable: Timetable, { pattern, day }: Departure, cabin: Cabin): number {
  const randomPart = unitHash(timetable.operatingCarrier[pattern], timetable.flightNumber[pattern], day, cabin);
  const usual = meanDemand[cabin] * seasonOfDemand[monthOf(day)] * weekdayOfDemand[weekdayOf(day)];
  return usual + demandSpread[cabin] * (2 * randomPart - 1);
}

/**
 * Share of a cabin that a demand fills by departure: most of a small demand, and up to the last seat of a large one. A demand of 0.8 fills
 * 0.75, 1.2 fills 0.94, 1.6 fills 0.99; late demand, and demand refused in favor of expensive seats that were not sold, is lost.
 */
export function finalLoad(ratio: number): number {
  const square = ratio * ratio;
  return Math.min(1, (1.03 * ratio) / Math.sqrt(Math.sqrt(1 + square * square)));
}

/** Forecast that controls a cabin of a departure: that of the night before the search. */
export function forecastOf(
  timetable: Timetable,
  { pattern, departure }: Departure,
  cabin: Cabin,
  searchedAtMinutes: number,
): Forecast {
  const market = timetable.marketOf[pattern];
  const kind = marketKindOf(
    timetable,
    timetable.marketOrigin[market],
    timetable.marketDestination[market],
    timetable.marketKm[market],
  );
  const daysLeft = Math.floor((departure - searchedAtMinutes) / minutesPerDay);
  return forecastOn(kind, cabin, Math.max(0, Math.min(farthestDay, daysLeft)));
}

/** Seats protected from a class for the classes above it. */
function protectedFrom(forecast: Forecast, rank: number, demand: number): number {
  return Math.max(0, forecast.mean[rank] * demand + forecast.spread[rank] * Math.sqrt(demand));
}

/**
 * Lowest class of nested buckets that has seats for a party: each class sells the seats that the classes above do not need, and all classes
 * above an open one are open. −1 if not even the highest has seats.
 */
export function lowestOpenClass(forecast: Forecast, demand: number, left: number, party: number): number {
  if (left < party) return -1;
  const classes = forecast.mean.length;
  let rank = 0;
  while (rank + 1 < classes && left - protectedFrom(forecast, rank + 1, demand) >= party) rank++;
  return rank;
}

/** Seats shown for a class, 0–9. */
export function seatsInClass(forecast: Forecast, demand: number, left: number, rank: number): number {
  let kept = 0;
  for (let above = 1; above <= rank; above++) kept = Math.max(kept, protectedFrom(forecast, above, demand));
  return Math.max(0, Math.min(maxSeatsShown, Math.floor(left - kept)));
}
