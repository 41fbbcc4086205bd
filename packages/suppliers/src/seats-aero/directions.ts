import type { PlaceReference } from "@wayfare/contract";
import type { SearchQuery, SupplierPlaces } from "../port/port.ts";
import { addDays } from "../schedule/schedule.ts";
import { airportsOf } from "../wire/airports.ts";

/** One direction of a search: its airports and the range of departure dates, which one call covers. */
export interface AwardDirection {
  origins: readonly string[];
  destinations: readonly string[];
  /** YYYY-MM-DD at the origin, inclusive. */
  from: string;
  to: string;
}

/** Returns the outbound direction of a query, and the inbound one of a round trip. */
export function directionsOf(query: SearchQuery, places: SupplierPlaces): AwardDirection[] {
  const { departureDate, returnDate, flexibleDays = 0 } = query;
  const origins = listAirports([query.origin, ...(query.moreOrigins ?? [])], places);
  const destinations = listAirports([query.destination, ...(query.moreDestinations ?? [])], places);
  const range = (date: string) => ({ from: addDays(date, -flexibleDays), to: addDays(date, flexibleDays) });
  const out = { origins, destinations, ...range(departureDate) };
  if (returnDate === null) return [out];
  return [out, { origins: destinations, destinations: origins, ...range(returnDate) }];
}

function listAirports(list: readonly PlaceReference[], places: SupplierPlaces): string[] {
  return [...new Set(list.flatMap((place) => airportsOf(place, places)))];
}
