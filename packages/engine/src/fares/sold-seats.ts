import type { FlightPool } from "../itineraries/flight-pool.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { type Cabin, type CabinName, cabinOf } from "./cabins.ts";

/** Seats of one cabin of one departure that are sold in addition to those of the booking curve. */
export interface SoldSeats {
  operatingCarrier: string;
  /** Operating flight number: with carrier, origin and day it identifies one departure. */
  flightNumber: number;
  origin: string;
  /** Local day of departure. */
  day: EpochDay;
  cabin: CabinName;
  /** All sold seats, including saver awards. */
  seats: number;
  saverSeats: number;
}

type SoldCount = Pick<SoldSeats, "seats" | "saverSeats">;

/** Sold seats by departure and cabin. */
export type SoldIndex = ReadonlyMap<string, SoldCount>;

/** Adds up sold seats by departure and cabin; null if there are none, so searches skip the lookup. */
export function indexSoldSeats(sold: readonly SoldSeats[]): SoldIndex | null {
  if (sold.length === 0) return null;
  const index = new Map<string, SoldCount>();
  for (const { operatingCarrier, flightNumber, origin, day, cabin, seats, saverSeats } of sold) {
    const key = keyOf([operatingCarrier, flightNumber, origin, day, cabinOf(cabin)]);
    const counts = index.get(key) ?? none;
    index.set(key, { seats: counts.seats + seats, saverSeats: counts.saverSeats + saverSeats });
  }
  return index;
}

const none: SoldCount = { seats: 0, saverSeats: 0 };

/** Sold seats of a cabin on a flight of the pool. */
export function soldOn(
  { sold, timetable, pool }: { sold: SoldIndex | null; timetable: Timetable; pool: FlightPool },
  flight: number,
  cabin: Cabin,
): SoldCount {
  if (sold === null) return none;
  const pattern = pool.pattern[flight];
  const carrier = timetable.carriers[timetable.operatingCarrier[pattern]].code;
  const origin = timetable.airports[timetable.marketOrigin[timetable.marketOf[pattern]]];
  return sold.get(keyOf([carrier, timetable.flightNumber[pattern], origin, pool.day[flight], cabin])) ?? none;
}

function keyOf(fields: [carrier: string, flightNumber: number, origin: string, day: EpochDay, cabin: Cabin]): string {
  return fields.join(" ");
}
