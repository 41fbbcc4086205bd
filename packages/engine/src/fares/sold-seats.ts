import type { FlightPool } from "../itineraries/flight-pool.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { type Cabin, type CabinName, cabinOf } from "./cabins.ts";

/** Seats of one cabin of one departure that are gone beside those that the booking curve takes. */
export interface SoldSeats {
  operatingCarrier: string;
  /** The number that the flight has whoever sells it: with carrier, origin and day it names one departure. */
  flightNumber: number;
  origin: string;
  /** Local day of departure. */
  day: EpochDay;
  cabin: CabinName;
  /** All of them, saver awards included. */
  seats: number;
  saverSeats: number;
}

type Taken = Pick<SoldSeats, "seats" | "saverSeats">;

/** What has been sold, by departure and cabin. */
export type SoldIndex = ReadonlyMap<string, Taken>;

/** Adds up sold seats by departure and cabin; null where there are none, which then cost a search nothing. */
export function indexSoldSeats(sold: readonly SoldSeats[]): SoldIndex | null {
  if (sold.length === 0) return null;
  const index = new Map<string, Taken>();
  for (const { operatingCarrier, flightNumber, origin, day, cabin, seats, saverSeats } of sold) {
    const key = keyOf([operatingCarrier, flightNumber, origin, day, cabinOf(cabin)]);
    const known = index.get(key) ?? nothing;
    index.set(key, { seats: known.seats + seats, saverSeats: known.saverSeats + saverSeats });
  }
  return index;
}

const nothing: Taken = { seats: 0, saverSeats: 0 };

/** What has been sold of a cabin on a flight of the pool. */
export function takenOn(
  { sold, timetable, pool }: { sold: SoldIndex | null; timetable: Timetable; pool: FlightPool },
  flight: number,
  cabin: Cabin,
): Taken {
  if (sold === null) return nothing;
  const pattern = pool.pattern[flight];
  const carrier = timetable.carriers[timetable.operatingCarrier[pattern]].code;
  const origin = timetable.airports[timetable.marketOrigin[timetable.marketOf[pattern]]];
  return sold.get(keyOf([carrier, timetable.flightNumber[pattern], origin, pool.day[flight], cabin])) ?? nothing;
}

function keyOf(parts: [carrier: string, flightNumber: number, origin: string, day: EpochDay, cabin: Cabin]): string {
  return parts.join(" ");
}
