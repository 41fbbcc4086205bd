import type { ZonedInstant } from "@wayfare/suppliers";
import { loadTimeZones } from "@wayfare/world";
import { toZoned } from "../../src/wire/local-time.ts";

/** A connection from JFK to LHR, as a trip states it, and its times. */
export interface Connection {
  flights: [string, string];
  connection: string;
  departsAt: string;
  arrivesAt: string;
  times: [ZonedInstant, ZonedInstant][];
}

const hubs = ["BOS", "CLT", "IAD", "EWR"];
const carriers = ["AA", "BA", "DL", "UA"];
const daysOfWeek = ["1234567", "135", "246", "67"];
const firstDay = Date.UTC(2027, 1, 8);
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
const dateAt = (day: number) => new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10);

interface Leg {
  number: string;
  days: string;
  departure: number;
  arrival: number;
  arrivalDay: number;
}

const operates = ({ days }: Leg, day: number) => days.includes(String((day % 7) + 1));

/**
 * Makes a schedule of flights to LHR by way of four hubs, some on a few days of the week only and some past midnight, and two weeks of its
 * connections: each first flight with the next flight of each number that departs 20 minutes to 20 hours after it.
 */
export function makeTimetable(): { lines: string; connections: Connection[] } {
  const rows: string[] = [];
  const connections: Connection[] = [];
  for (const [at, hub] of hubs.entries()) {
    const carrier = carriers[at] ?? "AA";
    const feeders = Array.from({ length: 6 }, (_, i): Leg => {
      const departure = 360 + i * 190;
      const arrival = departure + 95 + at * 10;
      return {
        number: `${1000 + at * 100 + i}`,
        days: daysOfWeek[i % 2] ?? "",
        departure,
        arrival: arrival % 1440,
        arrivalDay: Math.floor(arrival / 1440),
      };
    });
    const longHauls = Array.from({ length: 3 }, (_, i): Leg => {
      const departure = [480, 1110, 1415][i] ?? 0;
      const arrival = departure + 300 + 420;
      return {
        number: `${100 + at * 10 + i}`,
        days: daysOfWeek[i] ?? "",
        departure,
        arrival: arrival % 1440,
        arrivalDay: Math.floor(arrival / 1440),
      };
    });
    for (const leg of feeders) rows.push(lineOf(carrier, leg, "JFK", hub));
    for (const leg of longHauls) rows.push(lineOf(carrier, leg, hub, "LHR"));
    for (let day = 0; day < 14; day++) {
      for (const feeder of feeders.filter((leg) => operates(leg, day))) {
        for (const longHaul of longHauls) connections.push(...connect(carrier, hub, [feeder, longHaul], day));
      }
    }
  }
  const heading = "carrier\tnumber\torigin\tdestination\tfrom\tto\tdays\tdeparture\tarrival\tarrivalDay\taircraft";
  return { lines: [heading, ...rows].join("\n"), connections };
}

function connect(carrier: string, hub: string, [feeder, longHaul]: [Leg, Leg], day: number): Connection[] {
  const arrival = (day + feeder.arrivalDay) * 1440 + feeder.arrival;
  const days = [0, 1].map((later) => day + feeder.arrivalDay + later);
  const next = days.find((each) => {
    const wait = each * 1440 + longHaul.departure - arrival;
    return operates(longHaul, each) && wait >= 20 && wait <= 1200;
  });
  if (next === undefined) return [];
  const at = (date: number, minute: number, zone: string) => {
    const instant = toZoned(`${dateAt(date)}T${clock(minute)}`, zone, loadTimeZones());
    if (instant === null) throw new Error("each time of the timetable exists");
    return instant;
  };
  const [eastern, london] = ["America/New_York", "Europe/London"];
  return [
    {
      flights: [`${carrier}${feeder.number}`, `${carrier}${longHaul.number}`],
      connection: hub,
      departsAt: `${dateAt(day)}T${clock(feeder.departure)}`,
      arrivesAt: `${dateAt(next + longHaul.arrivalDay)}T${clock(longHaul.arrival)}`,
      times: [
        [at(day, feeder.departure, eastern), at(day + feeder.arrivalDay, feeder.arrival, eastern)],
        [at(next, longHaul.departure, eastern), at(next + longHaul.arrivalDay, longHaul.arrival, london)],
      ],
    },
  ];
}

function lineOf(carrier: string, leg: Leg, origin: string, destination: string): string {
  const { number, days, departure, arrival, arrivalDay } = leg;
  const dates = "2027-02-01\t2027-03-10";
  return `${carrier}\t${number}\t${origin}\t${destination}\t${dates}\t${days}\t${clock(departure)}\t${clock(arrival)}\t${arrivalDay}\t`;
}
