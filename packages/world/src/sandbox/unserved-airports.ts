import { unitHash } from "@wayfare/engine";
import type { Airline } from "../facts/airline.ts";
import { reachOf } from "./demand.ts";
import { suitableSeats } from "./fleet.ts";
import type { Surroundings } from "./gravity.ts";
import { type Layout, typeFor } from "./layout.ts";
import type { Route } from "./route.ts";

const weeklyFlights = { min: 1, max: 21 };
/** No airport is farther than this from the nearest base that serves it. */
const farthestKm = 3500;
/** Seats per day for each additional route of an airport, up to a maximum: some valleys have one route, some islands three. */
const seatsPerRoute = 45;
const maxRoutes = 4;

/**
 * Adds routes to airports that gravity leaves with too few: from the bases with the highest pull whose aircraft have the range and may
 * land, each from a different airport, none from an airport with limited slots.
 */
export function connectUnserved(layout: Layout, routes: readonly Route[]): Route[] {
  const connected = new Map<number, Set<number>>();
  const join = (from: number, to: number) => connected.set(from, (connected.get(from) ?? new Set<number>()).add(to));
  for (const { base, other } of routes) {
    join(base, other);
    join(other, base);
  }
  const bases = basesOfAll(layout);
  const added: Route[] = [];
  for (const airport of layout.facts.airports.keys()) {
    const known = connected.get(airport) ?? new Set<number>();
    const routeCount = requiredRoutes(layout, airport);
    if (known.size >= routeCount) continue;
    for (const route of findUnservedRoutes(layout, { airport, routeCount, bases, known })) {
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
  /** Weight by size and by rank among the airline's bases. */
  weight: number;
  around: Surroundings;
}

/** Bases of all airlines except those at airports with limited slots. */
function basesOfAll({ facts, bases, gravity, admission, seatsOut }: Layout): AirlineBase[] {
  return facts.airlines.flatMap((airline, index) =>
    (bases[index] ?? [])
      .filter(({ airport }) => !Number.isFinite(admission.maxDepartures(airport)))
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

function requiredRoutes({ seed, seatsOut }: Layout, airport: number): number {
  const bySize = ((seatsOut[airport] ?? 0) / seatsPerRoute) * (0.5 + unitHash(seed, airport, 43, 47));
  return Math.max(1, Math.min(maxRoutes, Math.round(bySize)));
}

interface Unserved {
  airport: number;
  /** Required number of routes, and the airports they already lead to. */
  routeCount: number;
  known: ReadonlySet<number>;
  bases: readonly AirlineBase[];
}

function findUnservedRoutes(layout: Layout, { airport, routeCount, known, bases }: Unserved): Route[] {
  const { facts, admission, seatsOut } = layout;
  const city = facts.airports[airport]?.cityCode;
  const seatsPerDay = (seatsOut[airport] ?? 0) / routeCount;
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
    if (joined.size >= routeCount || strength === 0) break;
    if (joined.has(from.base) || !admission.admits(from.airline, from.base, airport, km)) continue;
    const type = typeFor(layout, from.index, [from.base, airport], km, suitableSeats(seatsPerDay, km));
    if (type === undefined) continue;
    const weekly = Math.min(weeklyFlights.max, Math.max(weeklyFlights.min, Math.round((7 * seatsPerDay) / type.seats)));
    const ends = { airline: from.index, base: from.base, other: airport, km };
    found.push({ ...ends, aircraft: type.index, dailyFlights: weekly / 7, season: null });
    joined.add(from.base);
  }
  return found;
}
