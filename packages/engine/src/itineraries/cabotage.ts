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

/**
 * True if a flight may carry passengers of an itinerary within one country: its operator has the right to, and so has one of the requested
 * carriers that sell it.
 *
 * @param requested 1 for each carrier under whose number a flight may be sold, or null for all
 */
export function mayCarry(
  timetable: Timetable,
  cabotage: Cabotage,
  pattern: number,
  requested: Uint8Array | null,
): boolean {
  if (!hasRight(timetable, cabotage, timetable.operatingCarrier[pattern])) return false;
  if (requested === null) return true;
  const { carrier, codeshares } = timetable.sellers[timetable.sellersOf[pattern]];
  const sells = (seller: number) => requested[seller] === 1 && hasRight(timetable, cabotage, seller);
  return sells(carrier) || codeshares.some(sells);
}

function hasRight({ cabotageRights }: Timetable, { originRow, destinationRow }: Cabotage, carrier: number): boolean {
  return cabotageRights[originRow + carrier] === 1 && cabotageRights[destinationRow + carrier] === 1;
}
