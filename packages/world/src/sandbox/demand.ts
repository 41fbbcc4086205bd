import type { Airline } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";

const daysPerYear = 365;
/** Average load factor: IATA's figure for 2024. */
const loadFactor = 0.835;

/** Daily departing seats of an airport with that many passengers per year; half of the passengers arrive. */
export function seatsOutPerDay({ passengersMillions }: Airport): number {
  return (passengersMillions * 1_000_000) / 2 / daysPerYear / loadFactor;
}

/** Range of low-cost demand: the distance at which it begins to fall, and the one at which it is 0. */
const lowCostLimitKm = 3500;
const lowCostEndKm = 8500;
const regionalLimitKm = 450;

/** Factor of demand by distance and kind of airline. */
export function reachOf({ kind }: Airline, km: number): number {
  if (kind === "regional") return Math.min(1, (regionalLimitKm / km) ** 1.6);
  if (kind === "low_cost" && km > lowCostLimitKm) return km < lowCostEndKm ? 0.12 : 0;
  return 1;
}

/** Extra pull between an airline's hubs, which carry connecting passengers. */
export const hubToHub = 1.6;
