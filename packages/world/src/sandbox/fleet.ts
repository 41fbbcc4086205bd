import type { Aircraft } from "../facts/aircraft.ts";
import type { Airline } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";

/** A type that an airline flies, with the seats it has there. */
export interface FleetType {
  aircraft: Aircraft;
  /** Its place among all types. */
  index: number;
  seats: number;
}

/** Economy seats for each seat of another cabin, where a low-cost airline takes the front cabins out. */
export const economySeatsInstead = 1.6;

/** What of all types an airline flies. */
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

/** Share of a type's range that a schedule may use: reserves, winds and detours take the rest. */
const usableRange = 0.95;
/** No passenger sits longer than this in a turboprop, nor in a regional jet, unless the facts say so. */
const turbopropLimitKm = 1300;
const regionalJetLimitKm = 3800;
const smallWidebodyLimitKm = 900;

/** Whether a type reaches so far and lands at both ends. */
function canFly({ aircraft }: FleetType, km: number, ends: readonly [Airport, Airport]): boolean {
  if (aircraft.rangeKm * usableRange < km) return false;
  if (aircraft.family === "turboprop" && km > turbopropLimitKm) return false;
  if (aircraft.family === "regional_jet" && km > regionalJetLimitKm) return false;
  return aircraft.minimumRunwayM <= Math.min(ends[0].runwayM, ends[1].runwayM);
}

/**
 * Seats of a flight that suit so many seats a day: airlines answer demand half with more flights and half with larger
 * aircraft, and fly far less often, since a long flight is not for a day's visit.
 */
export function suitableSeats(seatsPerDay: number, km: number): number {
  const far = Math.max(0, Math.min(1, (km - 1500) / 4500));
  return Math.sqrt(Math.max(1, seatsPerDay)) * (5.6 + 11 * far);
}

/** The type of a fleet that fits best what a route wants; undefined where none can fly it. */
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

/** What is lost where a long-range type flies short, or a single aisle very long. */
function misuse(aircraft: Aircraft, km: number): number {
  const waste = 0.5 * Math.max(0, Math.log(aircraft.rangeKm / Math.max(km, 1500)) - 1.2);
  const shortWidebody = aircraft.family === "widebody" && km < smallWidebodyLimitKm ? 0.5 : 0;
  const longNarrowbody = aircraft.family !== "widebody" && km > 5200 ? 0.35 : 0;
  return waste + shortWidebody + longNarrowbody;
}
