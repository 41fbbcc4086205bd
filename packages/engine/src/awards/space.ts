import { demandRatio, finalLoad, maxSeatsShown } from "../fares/availability.ts";
import type { Cabin } from "../fares/cabins.ts";
import { departureOf, type FareQuotes, leftOn, seatsOf } from "../fares/fare-quotes.ts";
import { soldOn } from "../fares/sold-seats.ts";
import { unitHash } from "../hash/unit-hash.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import { releaseDaysOf, releasesSaver, releasesToPartners } from "./release.ts";

/** Award seats of a cabin on one flight, each 0–9. */
export interface AwardSpace {
  /** Saver seats that the carrier's own program sees. */
  readonly saver: number;
  /** Those of them that programs of other airlines see. */
  readonly partnerSaver: number;
  /** Standard seats of the carrier's own program: all remaining seats of the cabin. */
  readonly standard: number;
}

const none: AwardSpace = { saver: 0, partnerSaver: 0, standard: 0 };

/** Distance from which carriers prefer an award to an empty premium seat. */
const longHaulKm = 5000;

/**
 * Probability that a departure with average load has saver seats, by cabin: **modeled**, most frequent in business and first on long haul.
 */
const openShareShortHaul = [0.34, 0.2, 0.24, 0.18] as const;
const openShareLongHaul = [0.3, 0.26, 0.56, 0.48] as const;

/**
 * Share of a cabin that is empty on average at departure (the mean load of the booking curve); the load of a departure is relative to it.
 */
const usualEmptyShare = [0.05, 0.12, 0.16, 0.24] as const;
/**
 * Minimum and maximum factor by which the load changes the probability: a full departure may still have space, an empty one may have none.
 */
const minLoadFactor = 0.4;
const maxLoadFactor = 1.5;

/** Space opens with the schedule and again when remaining seats will not sell. */
const earlyDays = 300;
const lateDays = 14;
const earlyOrLateBonus = 0.12;

/** Maximum share of the expected empty seats that a carrier releases at the saver level, and the maximum number. */
const releasedShare = 0.6;
const maxSaverSeats = [9, 4, 4, 2] as const;

/**
 * Returns the award space of a cabin on a flight of the pool. Modeled: the expected empty seats at departure decide the probability and
 * amount of saver space; it opens with the carrier's release window; sold saver seats are gone. A flight always has the same space when
 * searched on the same day, and never more after a sale.
 */
export function awardSpace(quotes: FareQuotes, flight: number, cabin: Cabin): AwardSpace {
  const { timetable, pool } = quotes;
  const pattern = pool.pattern[flight];
  const carrier = timetable.carriers[timetable.operatingCarrier[pattern]].code;
  const daysLeft = (pool.departure[flight] - quotes.searchedAtMinutes) / minutesPerDay;
  if (daysLeft > releaseDaysOf(carrier)) return none;
  const left = leftOn(quotes, flight, cabin);
  const standard = Math.min(maxSeatsShown, left);
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
  if (opening >= share * maxLoadFactor + bonus) return 0;
  const empty = emptyAtDeparture(quotes, flight, cabin);
  const loadFactor = empty / Math.max(1, seatsOf(quotes, flight, cabin) * usualEmptyShare[cabin]);
  if (opening >= share * Math.min(maxLoadFactor, Math.max(minLoadFactor, loadFactor)) + bonus) return 0;
  const maxSeats = Math.min(maxSaverSeats[cabin], Math.ceil(empty * releasedShare));
  const offered = Math.min(maxSeats, 1 + Math.floor(unitHash(carrier, number, day, 21 + cabin) * maxSeats));
  const sold = soldOn(quotes, flight, cabin);
  return Math.max(0, Math.min(offered - sold.saverSeats, empty - sold.seats));
}

/** Expected empty seats of a cabin at departure. */
function emptyAtDeparture(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const ratio = demandRatio(quotes.timetable, departureOf(quotes, flight), cabin);
  return Math.round(seatsOf(quotes, flight, cabin) * (1 - finalLoad(ratio)));
}
