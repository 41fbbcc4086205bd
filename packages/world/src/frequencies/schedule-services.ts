import {
  type EpochDay,
  greatCircleKm,
  type Network,
  type NetworkAirport,
  type NetworkCarrier,
  noCodeshares,
  unitHash,
} from "@wayfare/engine";
import type { MonthlyService } from "./network-file.ts";

/** What a frequency does not say, and a timetable must know. */
export interface ScheduleContext {
  /** By code. Services of other airports are left out, and counted. */
  airports: ReadonlyMap<string, NetworkAirport>;
  /** By code. Another airline has no alliance and no partners. */
  carriers: ReadonlyMap<string, NetworkCarrier>;
  firstDay: EpochDay;
  days: number;
  /** Multiplies every frequency: 1 is the file as it is. */
  share: number;
}

export interface ScheduledServices {
  network: Network;
  /** Flights a month that the network leaves out, by the airport that nobody knows. */
  unknownAirports: Map<string, number>;
}

const daysInMonth = 31;
const firstSlotMinute = 6 * 60;
const lastSlotMinute = 22 * 60;
const groundMinutes = 30;
const cruiseKmh = 800;
/** What a column of a network holds. */
const lastFlightNumber = 0xffff;

interface Departure {
  carrier: number;
  number: number;
  origin: number;
  destination: number;
  departureMinute: number;
  blockMinutes: number;
  /** Of 31 days, on how many it flies. */
  daysFlown: number;
}

/**
 * Makes a plausible timetable of monthly frequencies: departures of a service are spread over 06:00–22:00 local, what is left
 * over a whole number a day flies on so many of 31 days; a block is 30 minutes and the great circle at 800 km/h. The same
 * services give the same network, in whatever order they come.
 *
 * @throws RangeError where an airline runs out of flight numbers.
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
    const carrier = carriers.of(airline, () => context.carriers.get(airline) ?? stranger(airline, from.country));
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
        throw new RangeError(`${airline} has more than ${lastFlightNumber} flight numbers`);
      nextNumber[carrier] = number;
      departures.push({ ...market, ...slot, number, blockMinutes });
    }
  }
  return { network: toNetwork(departures, airports.items, carriers.items, context), unknownAirports };
}

/** As a network file has them: airports, airlines and flight numbers count up as they come. */
function compareServices(a: MonthlyService, b: MonthlyService): number {
  const one = `${a.origin}${a.destination}${a.airline}`;
  const other = `${b.origin}${b.destination}${b.airline}`;
  if (one === other) return a.flights - b.flights;
  return one < other ? -1 : 1;
}

/** Slots of a service, evenly over the day from a start of its own. */
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

function stranger(code: string, country: string): NetworkCarrier {
  return { code, country, alliance: null, kind: "regional", partners: [] };
}

/** Numbers things by their key as they come. */
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
  { firstDay, days }: ScheduleContext,
): Network {
  const u16 = (of: (departure: Departure) => number) => Uint16Array.from(departures, of);
  const bitmaps = new Index<Uint8Array>();
  const none = new Uint16Array(departures.length);
  return {
    airports,
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
        // Each service starts its month elsewhere, so that every day has as many flights.
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

/** A bitmap with so many days of every 31, as evenly as they go. */
function spreadDays(daysFlown: number, start: number, days: number): Uint8Array {
  const row = new Uint8Array(Math.ceil(days / 8));
  for (let day = 0; day < days; day++) {
    const at = (day + start) % daysInMonth;
    const flies = Math.floor(((at + 1) * daysFlown) / daysInMonth) > Math.floor((at * daysFlown) / daysInMonth);
    if (flies) row[day >> 3] = (row[day >> 3] ?? 0) | (1 << (day & 7));
  }
  return row;
}
