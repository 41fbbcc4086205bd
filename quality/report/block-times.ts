import { readFileSync } from "node:fs";
import type { Timetable } from "@wayfare/engine";
import { mean, median } from "./fare-curves.ts";
import { numberTable, type Section } from "./section.ts";

interface KnownTime {
  origin: string;
  destination: string;
  minutes: number;
  /** Codes of airlines, or null for all. */
  airlines: readonly string[] | null;
  note: string;
}

const tolerance = 0.05;

const introduction = [
  "Median block time of the flights of a route in the sandbox, all year, compared with typical published ones (`quality/report/block-times.tsv`, general knowledge, within 15",
  "minutes). A block time is the time of cruise on the fastest path around closed airspace in the mean wind of the season, taxi, climb, approach, queues and padding",
  "(`packages/world/src/flight-paths`). The coefficients of the wind, the length of airways and the padding were fitted to this table; closed airspace and routing points are facts.",
];

/** Compares block times of the sandbox with published ones. */
export function compareBlockTimes(timetable: Timetable): Section {
  const routes = flightsByRoute(timetable);
  const rows = readKnownTimes().map((known) => {
    const flights = routes.get(`${known.origin}–${known.destination}`) ?? [];
    const compared = flights.filter(({ airline }) => known.airlines === null || known.airlines.includes(airline));
    const minutes = median(compared.map((flight) => flight.minutes));
    return { ...known, found: minutes, off: minutes / known.minutes - 1 };
  });
  const worst = rows.reduce((a, b) => (Math.abs(b.off) > Math.abs(a.off) ? b : a));
  const within = rows.filter(({ minutes, found }) => Math.abs(found - minutes) <= tolerance * minutes);
  return {
    title: "Block times",
    lines: [
      ...introduction,
      "",
      ...numberTable(
        ["route", "published min", "sandbox min", "off", "remark"],
        rows.map(({ origin, destination, minutes, found: ours, off, note }) => [
          `${origin}–${destination}`,
          minutes,
          Math.round(ours),
          `${(100 * off).toFixed(1)} %`,
          note,
        ]),
      ),
      "",
    ],
    claims: [
      {
        claim: `Block times of ${rows.length} routes: within ±${100 * tolerance} % of published ones`,
        found: `${within.length} of ${rows.length}; ${(100 * worst.off).toFixed(1)} % at most (${worst.origin}–${worst.destination})`,
        holds: within.length === rows.length,
      },
    ],
  };
}

interface Flight {
  airline: string;
  /** Mean of the seasons. */
  minutes: number;
}

function flightsByRoute(timetable: Timetable): Map<string, Flight[]> {
  const patterns = [...timetable.marketOf].map((market, pattern) => {
    const [from, to] = [timetable.marketOrigin[market] ?? 0, timetable.marketDestination[market] ?? 0];
    return {
      route: `${timetable.airports[from]}–${timetable.airports[to]}`,
      airline: timetable.carriers[timetable.carrier[pattern] ?? 0]?.code ?? "",
      number: timetable.flightNumber[pattern] ?? 0,
      minutes: timetable.blockMinutes[pattern] ?? 0,
    };
  });
  const routes = new Map<string, Flight[]>();
  for (const [route, onRoute] of Map.groupBy(patterns, (pattern) => pattern.route)) {
    const flights = Map.groupBy(onRoute, ({ airline, number }) => `${airline}${number}`);
    routes.set(
      route,
      [...flights.values()].map((seasons) => {
        return { airline: seasons[0]?.airline ?? "", minutes: mean(seasons.map(({ minutes }) => minutes)) };
      }),
    );
  }
  return routes;
}

function readKnownTimes(): KnownTime[] {
  const text = readFileSync(new URL("block-times.tsv", import.meta.url), "utf8");
  const [, ...rows] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return rows.map((row) => {
    const [origin = "", destination = "", minutes = "", airlines = "-", note = "-"] = row.split("\t");
    return {
      origin,
      destination,
      minutes: Number(minutes),
      airlines: airlines === "-" ? null : airlines.split(","),
      note: note === "-" ? "" : note,
    };
  });
}
