import { demandRatio, finalLoad, mostSeatsShown } from "../fares/availability.ts";
import type { Cabin } from "../fares/cabins.ts";
import { departureOf, type FareQuotes, leftOn, seatsOf } from "../fares/fare-quotes.ts";
import { takenOn } from "../fares/sold-seats.ts";
import { unitHash } from "../hash/unit-hash.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import { releaseDaysOf, releasesSaver, releasesToPartners } from "./release.ts";

/** Award seats of a cabin on one flight, each 0–9. */
export interface AwardSpace {
  /** Saver seats that the carrier's own program has. */
  readonly saver: number;
  /** Those of them that programs of other airlines see. */
  readonly partnerSaver: number;
  /** What the carrier's own program sells at the standard level: whatever the cabin still has. */
  readonly standard: number;
}

const none: AwardSpace = { saver: 0, partnerSaver: 0, standard: 0 };

/** Beyond this, carriers would rather give a premium seat for miles than fly it empty. */
const longHaulKm = 5000;

/** How often a departure of usual load has saver seats, by cabin: **modelled**, most frequent in business and first on long haul. */
const openShareShortHaul = [0.34, 0.2, 0.24, 0.18] as const;
const openShareLongHaul = [0.3, 0.26, 0.56, 0.48] as const;

/** Share of a cabin that usually leaves empty (the booking curve's mean load), against which a departure is full or not. */
const usualEmptyShare = [0.05, 0.12, 0.16, 0.24] as const;
/** Least and most that a departure's load moves its chance: a full one still may, an empty one may still not, have space. */
const leastPull = 0.4;
const mostPull = 1.5;

/** Space opens once when the schedule does and again when what is left will not sell. */
const earlyDays = 300;
const lateDays = 14;
const earlyOrLateBonus = 0.12;

/** Of the seats expected to stay empty, what a carrier gives at most at the saver level, and how many that can be. */
const givenShare = 0.6;
const mostSaverSeats = [9, 4, 4, 2] as const;

/**
 * The award space of a cabin on a flight of the pool. Modelled: the seats that the booking curve leaves empty at departure decide
 * how likely there is saver space and how much; it opens with the carrier's release window; saver seats that were sold are gone.
 * The same flight seen on the same day always has the same space, and no seat more after a sale.
 */
export function awardSpace(quotes: FareQuotes, flight: number, cabin: Cabin): AwardSpace {
  const { timetable, pool } = quotes;
  const pattern = pool.pattern[flight];
  const carrier = timetable.carriers[timetable.operatingCarrier[pattern]].code;
  const daysLeft = (pool.departure[flight] - quotes.searchedAtMinutes) / minutesPerDay;
  if (daysLeft > releaseDaysOf(carrier)) return none;
  const left = leftOn(quotes, flight, cabin);
  const standard = Math.min(mostSeatsShown, left);
  if (left === 0 || !releasesSaver(carrier)) return { saver: 0, partnerSaver: 0, standard };
  const km = timetable.marketKm[timetable.marketOf[pattern]];
  const saver = Math.min(saverSeats(quotes, flight, { cabin, km, daysLeft }), left);
  return { saver, partnerSaver: releasesToPartners(carrier, { cabin, km, daysLeft }) ? saver : 0, standard };
}

interface Departure {
  readonly cabin: Cabin;
  readonly km: number;
  readonly daysLeft: number;
}

function saverSeats(quotes: FareQuotes, flight: number, { cabin, km, daysLeft }: Departure): number {
  const { timetable, pool } = quotes;
  const pattern = pool.pattern[flight];
  const [carrier, number] = [timetable.operatingCarrier[pattern], timetable.flightNumber[pattern]];
  const day = pool.day[flight];
  const opening = unitHash(carrier, number, day, 11 + cabin);
  const bonus = daysLeft > earlyDays || daysLeft < lateDays ? earlyOrLateBonus : 0;
  const share = (km > longHaulKm ? openShareLongHaul : openShareShortHaul)[cabin];
  if (opening >= share * mostPull + bonus) return 0;
  const empty = emptyAtDeparture(quotes, flight, cabin);
  const pull = empty / Math.max(1, seatsOf(quotes, flight, cabin) * usualEmptyShare[cabin]);
  if (opening >= share * Math.min(mostPull, Math.max(leastPull, pull)) + bonus) return 0;
  const most = Math.min(mostSaverSeats[cabin], Math.ceil(empty * givenShare));
  const offered = Math.min(most, 1 + Math.floor(unitHash(carrier, number, day, 21 + cabin) * most));
  const taken = takenOn(quotes, flight, cabin);
  return Math.max(0, Math.min(offered - taken.saverSeats, empty - taken.seats));
}

/** Seats that the booking curve leaves of a cabin when the flight leaves. */
function emptyAtDeparture(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const ratio = demandRatio(quotes.timetable, departureOf(quotes, flight), cabin);
  return Math.round(seatsOf(quotes, flight, cabin) * (1 - finalLoad(ratio)));
}
