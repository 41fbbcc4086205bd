import { unitHash } from "../hash.ts";
import { type EpochDay, minutesPerDay, monthOf, weekdayOf } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { ladders } from "./booking-classes.ts";
import type { Cabin } from "./cabins.ts";

/** Answers never show more seats than this: 9 is nine or more. */
export const mostSeatsShown = 9;

/** Days before departure by which all but 1/e of the final bookings have come, by cabin; long haul books earlier. */
const bookingDaysShortHaul = [19, 18, 11, 9] as const;
const bookingDaysLongHaul = [62, 45, 26, 20] as const;
const longHaulKm = 4000;

/** Share of a cabin's seats that each step down the ladder leaves to the classes above it. */
const protectedSharePerStep = 0.072;

/** Mean final load by cabin, and how far single departures lie from it. */
const meanFinalLoad = [0.86, 0.78, 0.7, 0.6] as const;
const loadSpread = 0.26;

/** January … December: northern demand, against 1. */
const seasonOfDemand = [0.93, 0.92, 0.98, 1.0, 1.0, 1.05, 1.08, 1.08, 1.0, 0.99, 0.96, 1.05] as const;
/** Monday … Sunday. */
const weekdayOfDemand = [1.01, 0.96, 0.96, 1.0, 1.05, 0.97, 1.05] as const;

/**
 * Seats of a cabin that are not yet taken on a departure, from a booking curve: bookings come at a rate that falls by e
 * every `bookingDays` before departure, and end at a load that depends on season, weekday and the single flight.
 */
export function seatsLeft(
  timetable: Timetable,
  flight: { pattern: number; day: EpochDay; departure: number },
  cabin: Cabin,
  searchedAtMinutes: number,
): number {
  const { pattern, day } = flight;
  const seats = timetable.aircraft[timetable.aircraftOf[pattern]!]!.seats[cabin];
  const daysLeft = Math.max(0, (flight.departure - searchedAtMinutes) / minutesPerDay);
  const km = timetable.marketKm[timetable.marketOf[pattern]!]!;
  const bookingDays = (km > longHaulKm ? bookingDaysLongHaul : bookingDaysShortHaul)[cabin];
  const accident = unitHash(timetable.operatingCarrier[pattern]!, timetable.flightNumber[pattern]!, day, cabin) - 0.5;
  const finalLoad =
    meanFinalLoad[cabin] * seasonOfDemand[monthOf(day)]! * weekdayOfDemand[weekdayOf(day)]! + loadSpread * accident;
  const load = Math.min(1, Math.max(0.15, finalLoad)) * Math.exp(-daysLeft / bookingDays);
  return Math.round(seats * (1 - load));
}

/** The lowest class with `party` seats where `left` of `seats` are free; −1 where not even the highest has them. */
export function lowestOpenClass(cabin: Cabin, left: number, seats: number, party: number): number {
  if (left < party) return -1;
  const steps = Math.floor((left - party) / Math.max(1, seats * protectedSharePerStep));
  return Math.min(ladders[cabin]!.length - 1, steps);
}

/** Seats that a class shows, 0–9. */
export function seatsInClass(rank: number, left: number, seats: number): number {
  return Math.max(0, Math.min(mostSeatsShown, Math.floor(left - rank * seats * protectedSharePerStep)));
}
