import type { Aircraft } from "../facts/aircraft.ts";
import type { Airline } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";

/** An aircraft type in an airline's fleet, with its seats. */
export interface FleetType {
  aircraft: Aircraft;
  /** Index among all types. */
  index: number;
  seats: number;
}

/** Economy seats that replace each premium seat in low-cost layouts. */
export const economySeatsInstead = 1.6;

/** Selects the types that an airline flies. */
export function fleetOf(airline: Airline, types: readonly Aircraft[]): FleetType[] {
  const flown = new Set(airline.aircraft);
  const dense = airline.kind === "low_cost" ? economySeatsInstead : 1;
  return types.flatMap((aircraft, index) => {
    const front = aircraft.seatsFirst + aircraft.seatsBusiness + aircraft.seatsPremiumEconomy;
    return flown.has(aircraft.code)
      ? [{ aircraft, index, seats: aircraft.seatsEconomy + Math.round(front * dense) }]
      : [];
  });
}

/** Share of a type's range usable in a schedule: the rest is for reserves, wind and detours. */
const usableRange = 0.95;
/** Maximum distances for turboprops and regional jets, unless the facts state otherwise. */
const turbopropLimitKm = 1300;
const regionalJetLimitKm = 3800;
const smallWidebodyLimitKm = 900;

/** True if a type has the range and both runways are long enough. */
function canFly({ aircraft }: FleetType, km: number, ends: readonly [Airport, Airport]): boolean {
  if (aircraft.rangeKm * usableRange < km) return false;
  if (aircraft.family === "turboprop" && km > turbopropLimitKm) return false;
  if (aircraft.family === "regional_jet" && km > regionalJetLimitKm) return false;
  return aircraft.minimumRunwayM <= Math.min(ends[0].runwayM, ends[1].runwayM);
}

/**
 * Preferred seats per flight for a demand in seats per day: airlines answer demand half with more flights and half with larger aircraft.
 * Long routes have fewer flights, because day trips do not matter there.
 */
export function suitableSeats(seatsPerDay: number, km: number): number {
  const far = Math.max(0, Math.min(1, (km - 1500) / 4500));
  return Math.sqrt(Math.max(1, seatsPerDay)) * (5.6 + 11 * far);
}

/** Returns the type of a fleet that best fits a route; undefined if none can fly it. */
export function chooseAircraft(
  fleet: readonly FleetType[],
  km: number,
  ends: readonly [Airport, Airport],
  wantedSeats: number,
): FleetType | undefined {
  let best: FleetType | undefined;
  let bestMisfit = Number.POSITIVE_INFINITY;
  for (const type of fleet) {
    if (!canFly(type, km, ends)) continue;
    const misfit = Math.abs(Math.log(type.seats / wantedSeats)) + misuse(type.aircraft, km);
    if (misfit < bestMisfit) {
      best = type;
      bestMisfit = misfit;
    }
  }
  return best;
}

/** Penalty for long-range types on short routes and single-aisle types on very long ones. */
function misuse(aircraft: Aircraft, km: number): number {
  const waste = 0.5 * Math.max(0, Math.log(aircraft.rangeKm / Math.max(km, 1500)) - 1.2);
  const shortWidebody = aircraft.family === "widebody" && km < smallWidebodyLimitKm ? 0.5 : 0;
  const longNarrowbody = aircraft.family !== "widebody" && km > 5200 ? 0.35 : 0;
  return waste + shortWidebody + longNarrowbody;
}
