import type { SupplierPlaces } from "../port/places.ts";
import type { ZonedInstant } from "../port/port.ts";
import { parseLocalMinutes, toZoned } from "../wire/local-time.ts";

/** A service of one flight number between two airports, at the same local times on some days of the week. */
export interface ScheduledFlight {
  carrier: string;
  number: string;
  origin: string;
  destination: string;
  /** First and last local date of departure, YYYY-MM-DD. */
  from: string;
  to: string;
  /** Days of departure, 1 (Monday) to 7. */
  days: ReadonlySet<number>;
  /** Local times, HH:MM. */
  departure: string;
  arrival: string;
  /** Days from departure to arrival on the local calendars. */
  arrivalDay: number;
  /** Null if the schedule does not state it. */
  aircraft: string | null;
}

/** A departure of a scheduled flight. */
interface Departure {
  departure: ZonedInstant;
  arrival: ZonedInstant;
  aircraft: string | null;
}

/** Finds a departure by flight number, airports and local date. */
export interface Schedule {
  findDeparture(
    flight: Pick<ScheduledFlight, "carrier" | "number" | "origin" | "destination">,
    date: string,
  ): Departure | undefined;
}

/** Creates a schedule of the operator's flights. Of several services on one day, the first in the list counts. */
export function createSchedule(flights: Iterable<ScheduledFlight>, places: SupplierPlaces): Schedule {
  const byFlight = Map.groupBy(flights, keyOf);
  return {
    findDeparture(flight, date) {
      const service = byFlight.get(keyOf(flight))?.find((each) => operatesOn(each, date));
      const zones = [places.findTimeZone(flight.origin), places.findTimeZone(flight.destination)] as const;
      if (service === undefined || zones[0] === undefined || zones[1] === undefined) return undefined;
      const departure = toZoned(`${date}T${service.departure}`, zones[0], places.timeZones);
      const arrival = toZoned(`${addDays(date, service.arrivalDay)}T${service.arrival}`, zones[1], places.timeZones);
      return departure && arrival ? { departure, arrival, aircraft: service.aircraft } : undefined;
    },
  };
}

function keyOf({ carrier, number, origin, destination }: Parameters<Schedule["findDeparture"]>[0]): string {
  return `${carrier} ${number.replace(/^0+(?=.)/, "")} ${origin} ${destination}`;
}

function operatesOn({ from, to, days }: ScheduledFlight, date: string): boolean {
  return date >= from && date <= to && days.has(new Date(`${date}T00:00Z`).getUTCDay() || 7);
}

export function addDays(date: string, days: number): string {
  const minutes = parseLocalMinutes(`${date}T00:00`) ?? Number.NaN;
  return new Date((minutes + days * 1440) * 60_000).toISOString().slice(0, 10);
}
