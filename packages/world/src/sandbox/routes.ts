import { balanceSeats } from "./balance.ts";
import { findCandidates } from "./candidates.ts";
import { suitableSeats } from "./fleet.ts";
import { limitToFleets } from "./fleet-limits.ts";
import { type Layout, typeFor } from "./layout.ts";
import type { Candidate, Route } from "./route.ts";
import { statedRoutes } from "./stated-routes.ts";
import { connectUnserved } from "./unserved-airports.ts";

/** Departures per day beyond which an airline uses larger aircraft. */
const maxDailyFlights = 26;
const thinnestWeeklyFlights = 2;

/**
 * Lays out every airline's routes: those stated in the facts, then gravity over all candidates, balanced to the passengers of airports and
 * the departures of airlines, then at least one route to every reachable airport, with the aircraft that airlines have.
 */
export function layOutRoutes(layout: Layout): Route[] {
  const stated = statedRoutes(layout);
  const isStated = new Set(stated.map(({ airline, base, other }) => routeKey(airline, base, other)));
  const candidates = layout.facts.airlines
    .flatMap((_, airline) => findCandidates(layout, airline))
    .filter(({ airline, base, other }) => !isStated.has(routeKey(airline, base, other)));
  const fixed = stated.map((route) => asCandidate(layout, route));
  const balanced = balanceSeats(layout, candidates, fixed);
  const plannedRoutes = balanced.flatMap((candidate) => equip(layout, candidate) ?? []);
  const routes = [...stated, ...withinCapacity(layout, stated, plannedRoutes)];
  return limitToFleets(layout, [...routes, ...connectUnserved(layout, routes)]);
}

/** The same for both directions. */
function routeKey(airline: number, base: number, other: number): number {
  const [low, high] = base < other ? [base, other] : [other, base];
  return (airline * 8192 + low) * 8192 + high;
}

function asCandidate({ fleets }: Layout, { airline, base, other, km, aircraft, dailyFlights }: Route): Candidate {
  const seatsPerFlight = fleets[airline]?.find(({ index }) => index === aircraft)?.seats ?? 1;
  return { airline, base, other, km, affinity: 0, seats: dailyFlights * seatsPerFlight, seatsPerFlight };
}

/** Chooses a candidate's aircraft, which determines its frequency. */
function equip(layout: Layout, { airline, base, other, km, seats }: Candidate): Route | undefined {
  const type = typeFor(layout, airline, [base, other], km, suitableSeats(seats, km));
  if (type === undefined) return undefined;
  const weekly = Math.round((7 * seats) / type.seats);
  const dailyFlights = Math.min(maxDailyFlights, Math.max(thinnestWeeklyFlights, weekly) / 7);
  return { airline, base, other, km, aircraft: type.index, dailyFlights, season: null };
}

/** Reduces routes to the maximum departures of their airports; stated routes are not changed. */
function withinCapacity({ facts, admission }: Layout, stated: readonly Route[], routes: readonly Route[]): Route[] {
  const fixed = departuresOf(facts.airports.length, stated);
  const open = departuresOf(facts.airports.length, routes);
  const share = open.map((flights, airport) => {
    const left = admission.maxDepartures(airport) - (fixed[airport] ?? 0);
    return Math.max(0, Math.min(1, left / Math.max(flights, 1e-9)));
  });
  return routes.flatMap((route) => {
    const kept = Math.min(share[route.base] ?? 1, share[route.other] ?? 1);
    const weekly = Math.floor(route.dailyFlights * kept * 7 + 0.5);
    return weekly < thinnestWeeklyFlights ? [] : [{ ...route, dailyFlights: weekly / 7 }];
  });
}

/** Departures per day at each airport; a season counts as half a year. */
function departuresOf(airports: number, routes: readonly Route[]): Float64Array {
  const departures = new Float64Array(airports);
  for (const { base, other, dailyFlights, season } of routes) {
    for (const end of [base, other]) {
      departures[end] = (departures[end] ?? 0) + dailyFlights * (season === null ? 1 : 0.5);
    }
  }
  return departures;
}
