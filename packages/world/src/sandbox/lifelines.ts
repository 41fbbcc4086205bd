import { unitHash } from "@wayfare/engine";
import type { Airline } from "../facts/airline.ts";
import { reachOf } from "./demand.ts";
import { suitableSeats } from "./fleet.ts";
import type { Surroundings } from "./gravity.ts";
import { type Layout, typeFor } from "./layout.ts";
import type { Route } from "./route.ts";

const weeklyFlights = { least: 1, most: 21 };
/** No airport is that far from the next base that serves it. */
const farthestKm = 3500;
/** An airport has another way out for about so many seats a day, up to a few: some valleys have one, some islands three. */
const seatsPerWay = 45;
const mostWays = 4;

/**
 * Routes to airports that gravity leaves with none or too few: from the bases that draw most of those whose aircraft reach and may
 * land there, each from another airport, none from one whose slots are counted.
 */
export function connectUnserved(layout: Layout, routes: readonly Route[]): Route[] {
  const ways = new Map<number, Set<number>>();
  const join = (from: number, to: number) => ways.set(from, (ways.get(from) ?? new Set<number>()).add(to));
  for (const { base, other } of routes) {
    join(base, other);
    join(other, base);
  }
  const bases = basesOfAll(layout);
  const added: Route[] = [];
  for (const airport of layout.facts.airports.keys()) {
    const known = ways.get(airport) ?? new Set<number>();
    const wanted = wantedWays(layout, airport);
    if (known.size >= wanted) continue;
    for (const route of findLifelines(layout, { airport, ways: wanted, bases, known })) {
      added.push(route);
      join(route.base, route.other);
      join(route.other, route.base);
    }
  }
  return added;
}

interface AirlineBase {
  airline: Airline;
  index: number;
  base: number;
  /** What its size and its place among the airline's bases make of it. */
  weight: number;
  around: Surroundings;
}

/** Bases of all airlines, none of them at an airport whose slots are counted. */
function basesOfAll({ facts, bases, gravity, admission, seatsOut }: Layout): AirlineBase[] {
  return facts.airlines.flatMap((airline, index) =>
    (bases[index] ?? [])
      .filter(({ airport }) => !Number.isFinite(admission.mostDepartures(airport)))
      .map(({ airport, weight }) => {
        return {
          airline,
          index,
          base: airport,
          weight: weight * Math.sqrt(seatsOut[airport] ?? 0),
          around: gravity.around(airport),
        };
      }),
  );
}

function wantedWays({ seed, seatsOut }: Layout, airport: number): number {
  const bySize = ((seatsOut[airport] ?? 0) / seatsPerWay) * (0.5 + unitHash(seed, airport, 43, 47));
  return Math.max(1, Math.min(mostWays, Math.round(bySize)));
}

interface Unserved {
  airport: number;
  /** How many ways it wants, and where it has them. */
  ways: number;
  known: ReadonlySet<number>;
  bases: readonly AirlineBase[];
}

function findLifelines(layout: Layout, { airport, ways, known, bases }: Unserved): Route[] {
  const { facts, admission, seatsOut } = layout;
  const city = facts.airports[airport]?.cityCode;
  const wanted = (seatsOut[airport] ?? 0) / ways;
  const drawn = bases
    .filter(({ base, around }) => (around.km[airport] ?? 0) <= farthestKm && facts.airports[base]?.cityCode !== city)
    .map((from) => {
      const km = from.around.km[airport] ?? 0;
      return { from, km, strength: from.weight * (from.around.pull[airport] ?? 0) * reachOf(from.airline, km) };
    })
    .sort((a, b) => b.strength - a.strength);
  const joined = new Set(known);
  const found: Route[] = [];
  for (const { from, km, strength } of drawn) {
    if (joined.size >= ways || strength === 0) break;
    if (joined.has(from.base) || !admission.admits(from.airline, from.base, airport, km)) continue;
    const type = typeFor(layout, from.index, [from.base, airport], km, suitableSeats(wanted, km));
    if (type === undefined) continue;
    const weekly = Math.min(weeklyFlights.most, Math.max(weeklyFlights.least, Math.round((7 * wanted) / type.seats)));
    const ends = { airline: from.index, base: from.base, other: airport, km };
    found.push({ ...ends, aircraft: type.index, dailyFlights: weekly / 7, season: null });
    joined.add(from.base);
  }
  return found;
}
