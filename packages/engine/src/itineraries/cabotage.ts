import type { Timetable } from "../timetable/timetable.ts";

/** Rows of `Timetable.cabotageRights` for the origin and the destination of an itinerary within one country. */
export interface Cabotage {
  originRow: number;
  destinationRow: number;
}

/** Returns the rule for itineraries from one airport to another on one ticket; null if they are in different countries. */
export function findCabotage(
  { airportCountry, territoryOf, carriers }: Timetable,
  origin: number,
  destination: number,
): Cabotage | null {
  const [from, to] = [airportCountry[origin], airportCountry[destination]];
  if (territoryOf[from] !== territoryOf[to]) return null;
  return { originRow: from * carriers.length, destinationRow: to * carriers.length };
}

/** True if the operator of a flight may carry passengers of an itinerary within one country. */
export function mayCarry(
  { cabotageRights, operatingCarrier }: Timetable,
  { originRow, destinationRow }: Cabotage,
  pattern: number,
): boolean {
  const operator = operatingCarrier[pattern];
  return cabotageRights[originRow + operator] === 1 && cabotageRights[destinationRow + operator] === 1;
}
