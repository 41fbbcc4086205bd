import { mostSeatsShown } from "../fares/availability.ts";
import type { Cabin } from "../fares/cabins.ts";
import { type FareQuotes, leftOn } from "../fares/fare-quotes.ts";
import { takenOn } from "../fares/sold-seats.ts";
import { unitHash } from "../hash.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { lufthansaFirstPartnerDays, releaseDaysOf } from "./partners.ts";

/** Beyond this, carriers would rather give a premium seat for miles than fly it empty. */
const longHaulKm = 5000;

/** How often a departure has saver seats, by cabin: modelled, most frequent in business and first on long haul. */
const saverShareShortHaul = [0.34, 0.2, 0.24, 0.18] as const;
const saverShareLongHaul = [0.3, 0.26, 0.56, 0.48] as const;
/** Space opens once when the schedule does and again when what is left will not sell. */
const earlyDays = 300;
const lateDays = 14;
const earlyOrLateBonus = 0.12;
const mostSaverSeats = [9, 4, 4, 2] as const;

/** Saver award seats of a cabin on a flight of the pool, which partners' programs see too: 0–9. Modelled. */
export function saverSeats(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const { timetable, pool } = quotes;
  const pattern = pool.pattern[flight]!;
  const daysLeft = daysUntil(quotes, flight);
  if (!isReleased(timetable, pattern, daysLeft)) return 0;
  const km = timetable.marketKm[timetable.marketOf[pattern]!]!;
  const bonus = daysLeft > earlyDays || daysLeft < lateDays ? earlyOrLateBonus : 0;
  const share = (km > longHaulKm ? saverShareLongHaul : saverShareShortHaul)[cabin] + bonus;
  const carrier = timetable.operatingCarrier[pattern]!;
  const isLufthansaFirst = cabin === 3 && timetable.carriers[carrier]!.code === "LH";
  if (isLufthansaFirst && daysLeft > lufthansaFirstPartnerDays) return 0;
  const number = timetable.flightNumber[pattern]!;
  const day = pool.day[flight]!;
  if (unitHash(carrier, number, day, 11 + cabin) >= share) return 0;
  const most = mostSaverSeats[cabin];
  const offered = 1 + Math.floor(unitHash(carrier, number, day, 21 + cabin) * most);
  const unsold = Math.max(0, Math.min(offered, most) - takenOn(quotes, flight, cabin).saverSeats);
  return Math.min(unsold, leftOn(quotes, flight, cabin));
}

/** Seats that a carrier's own program sells at the standard level: what the cabin still has, 0–9. */
export function standardSeats(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const { timetable, pool } = quotes;
  if (!isReleased(timetable, pool.pattern[flight]!, daysUntil(quotes, flight))) return 0;
  return Math.min(mostSeatsShown, leftOn(quotes, flight, cabin));
}

function daysUntil({ pool, searchedAtMinutes }: FareQuotes, flight: number): number {
  return (pool.departure[flight]! - searchedAtMinutes) / minutesPerDay;
}

/** Whether the operating carrier has opened the departure for awards. */
function isReleased(timetable: Timetable, pattern: number, daysLeft: number): boolean {
  return daysLeft <= releaseDaysOf(timetable.carriers[timetable.operatingCarrier[pattern]!]!.code);
}
