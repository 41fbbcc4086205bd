import { unitHash } from "@wayfare/engine";
import type { Aircraft } from "../facts/aircraft.ts";
import type { Airport } from "../facts/airport.ts";

/** Taxi, climb and approach. */
const groundAndManoeuvreMinutes = 32;
/** Share of speed that the jet stream gives eastbound and takes westbound, at most, on long mid-latitude flights. */
const windShare = 0.055;

/** Block time, to five minutes: cruise, the wind of the direction, and a constant for taxi, climb and approach. */
export function blockMinutes(from: Airport, to: Airport, km: number, aircraft: Aircraft): number {
  const eastward = ((to.longitude - from.longitude + 540) % 360) - 180;
  const middleLatitude = Math.abs(from.latitude + to.latitude) / 2;
  const inJetStream = middleLatitude > 20 && middleLatitude < 65 ? 1 : 0.35;
  const wind = windShare * inJetStream * Math.max(-1, Math.min(1, eastward / 40));
  const hours = km / (aircraft.cruiseKmh * (1 + wind));
  return Math.round((hours * 60 + groundAndManoeuvreMinutes) / 5) * 5;
}

/** Local minutes at which a base's departures leave in waves, so that what came in can go on. */
const banks = [425, 575, 725, 875, 1020, 1165, 1290] as const;
const bankSpreadMinutes = 50;
const turnaroundBeforeBankMinutes = 65;

const earliestMinute = 5 * 60 + 45;
const latestMinute = 23 * 60 + 15;

/** Local minute at which flight `nth` of `daily` leaves its base. */
export function departureFromBase(nth: number, daily: number, eastboundOvernight: boolean, seed: number): number {
  const spread = Math.floor(unitHash(seed, nth, daily, 3) * bankSpreadMinutes);
  // What crosses an ocean eastward overnight leaves in the evening, as it does from the Americas to Europe.
  const usable = eastboundOvernight ? banks.slice(4) : banks;
  const at =
    (nth * usable.length) / Math.max(1, daily) + unitHash(seed, nth, 1, 4) * (usable.length / Math.max(1, daily));
  const bank = usable[Math.floor(at) % usable.length] ?? banks[0];
  return roundToFive(Math.min(latestMinute, bank + spread));
}

/**
 * Local minute at which the flight back leaves, so that it reaches the base before a bank; never in the small hours, when
 * most airports sleep.
 */
export function departureTowardsBase(from: {
  bankMinute: number;
  blockMinutes: number;
  offsetDifferenceMinutes: number;
  isLong: boolean;
  seed: number;
}): number {
  const { bankMinute, blockMinutes: block, offsetDifferenceMinutes, isLong, seed } = from;
  const spread = Math.floor(unitHash(seed, block, bankMinute, 5) * bankSpreadMinutes);
  const arrival = bankMinute - turnaroundBeforeBankMinutes - spread;
  const departure = wrapDay(arrival - block - offsetDifferenceMinutes);
  if (departure >= earliestMinute && departure <= latestMinute) return roundToFive(departure);
  const early = isLong ? 9 * 60 : earliestMinute + 15;
  const late = isLong ? 22 * 60 : 19 * 60;
  const shift = unitHash(seed, bankMinute, block, 6) * 100;
  return roundToFive((departure < earliestMinute ? early : late) + shift);
}

/** Curfew and sleep: what would leave in the small hours waits for the morning. */
function wrapDay(minute: number): number {
  return ((minute % 1440) + 1440) % 1440;
}

function roundToFive(minute: number): number {
  return Math.min(1435, Math.floor(minute / 5) * 5);
}
