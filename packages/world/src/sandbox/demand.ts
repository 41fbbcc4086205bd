import type { Airline } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";

const daysPerYear = 365;
/** Seats that are filled, on average; IATA's figure for 2024. */
const loadFactor = 0.835;

/** Seats a day that leave an airport of so many passengers a year; half of them arrive. */
export function seatsOutPerDay({ passengersMillions }: Airport): number {
  return (passengersMillions * 1_000_000) / 2 / daysPerYear / loadFactor;
}

/** Farther than this, low-cost airlines seldom go, and then not at all. */
const lowCostLimitKm = 3500;
const lowCostEndKm = 8500;
const regionalLimitKm = 450;

/** How much of a distance is an airline's business, by what its kind is for. */
export function reachOf({ kind }: Airline, km: number): number {
  if (kind === "regional") return Math.min(1, (regionalLimitKm / km) ** 1.6);
  if (kind === "low_cost" && km > lowCostLimitKm) return km < lowCostEndKm ? 0.12 : 0;
  return 1;
}

/** An airline's own hubs pull each other: what connects at one goes on at the next. */
export const hubToHub = 1.6;
