import {
  type EpochDay,
  greatCircleKm,
  type Network,
  type NetworkAirport,
  type NetworkCarrier,
  noCodeshares,
  type TimeZones,
  unitHash,
} from "@wayfare/engine";
import type { MonthlyService } from "./network-file.ts";

/** Data that a timetable needs in addition to frequencies. */
export interface ScheduleContext {
  /** By code. Services of unknown airports are left out and counted. */
  airports: ReadonlyMap<string, NetworkAirport>;
  /** By code. Unknown airlines have no alliance and no partners. */
  carriers: ReadonlyMap<string, NetworkCarrier>;
  /** The clocks of the airports. */
  timeZones: TimeZones;
  firstDay: EpochDay;
  days: number;
  /** Factor for every frequency: 1 keeps the file's values. */
  share: number;
}

export interface ScheduledServices {
  network: Network;
  /** Flights per month that were left out, by unknown airport. */
  unknownAirports: Map<string, number>;
}

const daysInMonth = 31;
const firstSlotMinute = 6 * 60;
const lastSlotMinute = 22 * 60;
const groundMinutes = 30;
const cruiseKmh = 800;
/** Limits of a network's columns. */
const lastFlightNumber = 0xffff;

interface Departure {
  carrier: number;
  number: number;
  origin: number;
  destination: number;
  departureMinute: number;
  blockMinutes: number;
  /** Number of days out of 31 on which it flies. */
  daysFlown: number;
}

/**
 * Makes a plausible timetable from monthly frequencies: departures of a service are spread over 06:00–22:00 local time, the remainder above
 * a whole number per day flies on that many of 31 days, and a block takes 30 minutes plus the great-circle distance at 800 km/h. The same
 * services in any order give the same network.
 *
 * @throws RangeError if an airline runs out of flight numbers.
 */
export function scheduleServices(services: readonly MonthlyService[], context: ScheduleContext): ScheduledServices {
  const unknownAirports = new Map<string, number>();
  const airports = new Index<NetworkAirport>();
  const carriers = new Index<NetworkCarrier>();
  const departures: Departure[] = [];
  const nextNumber: number[] = [];
  for (const { origin, destination, airline, flights } of services.toSorted(compareServices)) {
    const from = context.airports.get(origin);
    const to = context.airports.get(destination);
    if (from === undefined || to === undefined) {
      const unknown = from === undefined ? origin : destination;
      unknownAirports.set(unknown, (unknownAirports.get(unknown) ?? 0) + flights);
      continue;
    }
    const carrier = carriers.of(airline, () => context.carriers.get(airline) ?? unknownCarrier(airline, from.country));
    const blockMinutes = Math.round(groundMinutes + (greatCircleKm(from, to) / cruiseKmh) * 60);
    const market = {
      carrier,
      origin: airports.of(origin, () => from),
      destination: airports.of(destination, () => to),
    };
    const monthly = Math.round(flights * context.share);
    for (const slot of slotsOf(monthly, market)) {
      const number = (nextNumber[carrier] ?? 0) + 1;
      if (number > lastFlightNumber)
        throw new RangeError(`${airline} needs more than ${lastFlightNumber} flight numbers`);
      nextNumber[carrier] = number;
      departures.push({ ...market, ...slot, number, blockMinutes });
    }
  }
  return { network: toNetwork(departures, airports.items, carriers.items, context), unknownAirports };
}

/** Columns of a network file: airports, airlines and flight numbers are numbered in order of appearance. */
function compareServices(a: MonthlyService, b: MonthlyService): number {
  const one = `${a.origin}${a.destination}${a.airline}`;
  const other = `${b.origin}${b.destination}${b.airline}`;
  if (one === other) return a.flights - b.flights;
  return one < other ? -1 : 1;
}

/** Departures of a service, evenly spaced over the day, with an offset per service. */
function slotsOf(
  monthly: number,
  { carrier, origin, destination }: { carrier: number; origin: number; destination: number },
): { departureMinute: number; daysFlown: number }[] {
  const slots = Math.ceil(monthly / daysInMonth);
  const phase = unitHash(carrier, origin, destination, 1);
  return Array.from({ length: slots }, (_, nth) => {
    const span = lastSlotMinute - firstSlotMinute;
    const departureMinute = firstSlotMinute + 5 * Math.floor((((nth + phase) / slots) * span) / 5);
    return { departureMinute, daysFlown: Math.min(daysInMonth, monthly - nth * daysInMonth) };
  });
}

function unknownCarrier(code: string, country: string): NetworkCarrier {
  return { code, country, alliance: null, kind: "regional", partners: [], affiliates: [] };
}

/** Assigns indexes to keys in order of appearance. */
class Index<T> {
  readonly items: T[] = [];
  readonly #numbers = new Map<string, number>();

  of(key: string, make: () => T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.items.push(make()) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

function toNetwork(
  departures: Departure[],
  airports: NetworkAirport[],
  carriers: NetworkCarrier[],
  { timeZones, firstDay, days }: ScheduleContext,
): Network {
  const u16 = (of: (departure: Departure) => number) => Uint16Array.from(departures, of);
  const bitmaps = new Index<Uint8Array>();
  const none = new Uint16Array(departures.length);
  return {
    airports,
    timeZones,
    carriers,
    aircraft: [{ code: "320", family: "narrowbody", seats: [150, 0, 12, 0], fuelKgPerKm: 3 }],
    terminals: [""],
    firstDay,
    days,
    patterns: {
      count: departures.length,
      carrier: u16(({ carrier }) => carrier),
      operatingCarrier: u16(({ carrier }) => carrier),
      flightNumber: u16(({ number }) => number),
      origin: u16(({ origin }) => origin),
      destination: u16(({ destination }) => destination),
      departureMinute: u16(({ departureMinute }) => departureMinute),
      blockMinutes: u16(({ blockMinutes }) => blockMinutes),
      aircraft: new Uint8Array(departures.length),
      operatingDays: u16(({ daysFlown, origin, destination, carrier }) => {
        // Services start their month at different days, so that every day has about the same number of flights.
        const start =
          daysFlown === daysInMonth ? 0 : Math.floor(unitHash(origin, destination, carrier, 2) * daysInMonth);
        return bitmaps.of(`${daysFlown} ${start}`, () => spreadDays(daysFlown, start, days));
      }),
      originTerminal: none,
      destinationTerminal: none,
    },
    operatingDays: bitmaps.items,
    codeshares: noCodeshares(),
    rules: { minimumConnections: [], circuity: [] },
  };
}

/** Returns a bitmap with `days` of every 31 days, evenly spaced. */
function spreadDays(daysFlown: number, start: number, days: number): Uint8Array {
  const row = new Uint8Array(Math.ceil(days / 8));
  for (let day = 0; day < days; day++) {
    const at = (day + start) % daysInMonth;
    const flies = Math.floor(((at + 1) * daysFlown) / daysInMonth) > Math.floor((at * daysFlown) / daysInMonth);
    if (flies) row[day >> 3] = (row[day >> 3] ?? 0) | (1 << (day & 7));
  }
  return row;
}
