import type { Cabin } from "./fares/cabins.ts";
import type { FlightPool } from "./itineraries/flight-pool.ts";
import type { Timetable } from "./timetable/timetable.ts";

/** Names how the figures came about, so that an answer says what it is. */
export const emissionsMethod = "wayfare-fuel-burn-1";

/** kg of CO2 from a kg of kerosene burnt (ICAO Carbon Emissions Calculator, version 12) and, with production, as CO2e (EN 16258). */
const kgCO2ePerKgFuel = 3.84;
/** Take-off and climb burn as much as this much further at cruise. */
const climbEquivalentKm = 95;
/** Seats filled, on average. */
const meanLoad = 0.82;
/** Floor area of a seat against economy, by cabin. */
const areaFactor = [1, 1.5, 2.9, 4] as const;

/** kg CO2e for one traveler in a cabin on one flight: fuel by distance, shared by the area that seats take. */
function flightKg(timetable: Timetable, pattern: number, cabin: Cabin): number {
  const { seats, fuelKgPerKm } = timetable.aircraft[timetable.aircraftOf[pattern]!]!;
  let area = 0;
  for (const [aboard, count] of seats.entries()) area += count * areaFactor[aboard as Cabin];
  const km = timetable.marketKm[timetable.marketOf[pattern]!]! + climbEquivalentKm;
  return (km * fuelKgPerKm * kgCO2ePerKgFuel * areaFactor[cabin]) / (area * meanLoad);
}

export function itineraryKg(timetable: Timetable, pool: FlightPool, flights: readonly number[], cabin: Cabin): number {
  return flights.reduce((sum, flight) => sum + flightKg(timetable, pool.pattern[flight]!, cabin), 0);
}

/** Modelled economy kilograms a km on a common type, short and long haul, and what a departure adds. */
const typicalKgPerKm = 0.095;
const typicalKgPerDeparture = 12;

/** What a nonstop of the distance typically emits for one traveler in the cabin. */
export function typicalKg(km: number, cabin: Cabin): number {
  return (typicalKgPerDeparture + typicalKgPerKm * km) * areaFactor[cabin];
}
