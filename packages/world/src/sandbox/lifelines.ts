import { unitHash } from "@wayfare/engine";
import { reachOf } from "./demand.ts";
import { suitableSeats } from "./fleet.ts";
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
  const added: Route[] = [];
  for (const airport of layout.facts.airports.keys()) {
    const wanted = wantedWays(layout, airport);
    for (let has = ways.get(airport)?.size ?? 0; has < wanted; has++) {
      const best = findLifeline(layout, airport, wanted, ways.get(airport));
      if (best === undefined) break;
      added.push(best);
      join(best.base, best.other);
      join(best.other, best.base);
    }
  }
  return added;
}

function wantedWays({ seed, seatsOut }: Layout, airport: number): number {
  const bySize = ((seatsOut[airport] ?? 0) / seatsPerWay) * (0.5 + unitHash(seed, airport, 43, 47));
  return Math.max(1, Math.min(mostWays, Math.round(bySize)));
}

function findLifeline(
  layout: Layout,
  airport: number,
  ways: number,
  known: ReadonlySet<number> | undefined,
): Route | undefined {
  const { facts, gravity, admission, bases, seatsOut } = layout;
  const city = facts.airports[airport]?.cityCode;
  const wanted = (seatsOut[airport] ?? 0) / ways;
  let best: Route | undefined;
  let strongest = 0;
  for (const [index, airline] of facts.airlines.entries()) {
    for (const { airport: base, weight } of bases[index] ?? []) {
      const { km, pull } = gravity.around(base);
      const distance = km[airport] ?? 0;
      if (distance > farthestKm || known?.has(base) === true || Number.isFinite(admission.mostDepartures(base)))
        continue;
      if (facts.airports[base]?.cityCode === city) continue;
      const drawn = weight * (pull[airport] ?? 0) * reachOf(airline, distance) * Math.sqrt(seatsOut[base] ?? 0);
      if (drawn <= strongest || !admission.admits(airline, base, airport, distance)) continue;
      const type = typeFor(layout, index, [base, airport], distance, suitableSeats(wanted, distance));
      if (type === undefined) continue;
      const weekly = Math.min(weeklyFlights.most, Math.max(weeklyFlights.least, Math.round((7 * wanted) / type.seats)));
      const route = { airline: index, base, other: airport, km: distance, aircraft: type.index };
      best = { ...route, dailyFlights: weekly / 7, season: null };
      strongest = drawn;
    }
  }
  return best;
}
