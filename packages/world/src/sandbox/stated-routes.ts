import { holdsDuring } from "../facts/validity.ts";
import { type FleetType, suitableSeats } from "./fleet.ts";
import { type Layout, typeFor } from "./layout.ts";
import type { Route } from "./route.ts";

/** Ultra-long flights leave seats empty to gain range beyond that of a full cabin. */
const beyondFullRange = 1.04;

/** Returns the aircraft stated in the facts if it has the range and can land at both ends. */
function namedType(
  { facts, fleets }: Layout,
  airline: number,
  [base, other]: readonly [number, number],
  km: number,
  named: string | null,
): FleetType | undefined {
  const runwayM = Math.min(facts.airports[base]?.runwayM ?? 0, facts.airports[other]?.runwayM ?? 0);
  return fleets[airline]?.find(({ aircraft }) => {
    const reaches = aircraft.rangeKm * beyondFullRange >= km && aircraft.minimumRunwayM <= runwayM;
    return aircraft.code === named && reaches;
  });
}

/**
 * Creates the routes stated in the facts, except those of ended airlines, closed airports and closed markets, with the stated or best-fitting
 * aircraft.
 */
export function statedRoutes(layout: Layout): Route[] {
  const { facts, gravity, airportIndex, period } = layout;
  const airlineIndex = new Map(
    facts.airlines.flatMap(({ code, validity }, index) => (holdsDuring(validity, period) ? [[code, index]] : [])),
  );
  return facts.nonstops.flatMap(({ airline: code, from, to, weeklyFlights, season, aircraft: named }): Route[] => {
    const [airline, base, other] = [airlineIndex.get(code), airportIndex.get(from), airportIndex.get(to)];
    if (airline === undefined || base === undefined || other === undefined) return [];
    const operator = facts.airlines[airline];
    if (operator === undefined || layout.admission.closedMarkets.isClosed(operator, base, other)) return [];
    const km = gravity.km(base, other);
    const dailyFlights = weeklyFlights / 7;
    // Inverts `suitableSeats`: the size for a number of flights instead of seats per day.
    const wanted = suitableSeats(1, km) ** 2 * dailyFlights;
    const type =
      namedType(layout, airline, [base, other], km, named) ?? typeFor(layout, airline, [base, other], km, wanted);
    return type === undefined ? [] : [{ airline, base, other, km, aircraft: type.index, dailyFlights, season }];
  });
}
