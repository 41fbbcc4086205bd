import { wakingDay } from "./coefficients.ts";
import type { RankSlice } from "./option.ts";

const minutesPerDay = 1440;

/**
 * Distance of a local time from the waking day, in minutes: before the day if its beginning is nearer, otherwise after its end. So 00:10 is
 * a late arrival and not one that is seven hours early.
 *
 * @param minute of the local day, 0–1439
 * @param latest last minute of the waking day for this kind of event
 */
export function nightMinutes(minute: number, latest: number): { readonly early: number; readonly late: number } {
  const { earliest } = wakingDay;
  if (minute >= earliest && minute <= latest) return inDaytime;
  const late = (minute - latest + minutesPerDay) % minutesPerDay;
  const early = (earliest - minute + minutesPerDay) % minutesPerDay;
  return late < early ? { early: 0, late } : { early, late: 0 };
}

const inDaytime = { early: 0, late: 0 } as const;

/** Minutes of a slice's departure and arrival before and after the waking day. */
export function nightMinutesOf(slice: RankSlice): { early: number; late: number } {
  const departure = nightMinutes(slice.departureMinute, wakingDay.latestDeparture);
  const arrival = nightMinutes(slice.arrivalMinute, wakingDay.latestArrival);
  return { early: departure.early + arrival.early, late: departure.late + arrival.late };
}
