import { chooseAircraft, type FleetType, suitableSeats } from "./fleet.ts";
import type { Layout } from "./layout.ts";
import type { Route } from "./route.ts";

/** Block hours that an aircraft flies in a week. */
const weeklyHoursPerAircraft = 105;
/** Block speed, and the hours of a flight that do not depend on its distance. */
const blockKmh = 840;
const fixedHours = 0.7;

/**
 * Gives routes other types if an airline has too few aircraft of a type for all of them: the longest routes keep it, after those for which
 * the facts name it. Frequencies stay. A route that no other type can fly keeps its type.
 */
export function limitToFleets(layout: Layout, routes: readonly Route[]): Route[] {
  const { facts, airportIndex } = layout;
  const airlineIndex = new Map(facts.airlines.map(({ code }, index) => [code, index]));
  const typeIndex = new Map(facts.aircraft.map(({ code }, index) => [code, index]));
  const named = new Set(
    facts.nonstops.flatMap(({ airline, from, to, aircraft }) =>
      aircraft === null ? [] : [keyOf(airlineIndex.get(airline), airportIndex.get(from), airportIndex.get(to))],
    ),
  );
  const isNamed = ({ airline, base, other }: Route) => named.has(keyOf(airline, base, other));
  const limited = [...routes];
  const usedUp = new Map<number, Set<number>>();
  for (const { airline: code, aircraft, count } of bySeats(layout)) {
    const [airline, type] = [airlineIndex.get(code) ?? -1, typeIndex.get(aircraft) ?? -1];
    const flown = limited
      .map((route, at) => ({ route, at }))
      .filter(({ route }) => route.airline === airline && route.aircraft === type)
      .sort((a, b) => Number(isNamed(b.route)) - Number(isNamed(a.route)) || b.route.km - a.route.km || a.at - b.at);
    const spent = usedUp.get(airline) ?? new Set<number>();
    usedUp.set(airline, spent.add(type));
    let hours = count * weeklyHoursPerAircraft;
    for (const { route, at } of flown) {
      hours -= weeklyHours(route);
      const other = hours < 0 ? replacement(layout, route, spent) : undefined;
      if (other === undefined) continue;
      hours += weeklyHours(route);
      limited[at] = { ...route, aircraft: other.index };
    }
  }
  return limited;
}

/** Limited fleets, the largest types first: their routes may pass to types that are limited, too. */
function bySeats({ facts }: Layout) {
  const seats = new Map(
    facts.aircraft.map(({ code, seatsFirst, seatsBusiness, seatsPremiumEconomy, seatsEconomy }) => [
      code,
      seatsFirst + seatsBusiness + seatsPremiumEconomy + seatsEconomy,
    ]),
  );
  return facts.fleetCounts.toSorted((a, b) => (seats.get(b.aircraft) ?? 0) - (seats.get(a.aircraft) ?? 0));
}

function replacement(
  { facts, fleets, admission }: Layout,
  { airline, base, other, km, dailyFlights }: Route,
  spent: ReadonlySet<number>,
): FleetType | undefined {
  const [start, end] = [facts.airports[base], facts.airports[other]];
  if (start === undefined || end === undefined) return undefined;
  const fleet = admission.fleetBetween(fleets[airline] ?? [], base, other).filter(({ index }) => !spent.has(index));
  // Inverts `suitableSeats`: the size for a number of flights instead of seats per day.
  return chooseAircraft(fleet, km, [start, end], suitableSeats(1, km) ** 2 * dailyFlights);
}

function weeklyHours({ km, dailyFlights, season }: Route): number {
  return 14 * dailyFlights * (km / blockKmh + fixedHours) * (season === null ? 1 : 0.5);
}

function keyOf(airline: number | undefined, from: number | undefined, to: number | undefined): string {
  return `${airline} ${from} ${to}`;
}
