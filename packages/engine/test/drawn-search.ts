import { type FlightSearch, parseEpochDay, plainSearch } from "@wayfare/engine";

/** A day on which drawn flights fly. */
export const day = parseEpochDay("2028-01-12");

/** A search of drawn flights from London to New York, forty days ahead, for all there is by departure. */
export function searchFor(changes: Partial<FlightSearch> = {}): FlightSearch {
  return {
    ...plainSearch,
    origin: "LON",
    destination: "NYC",
    day,
    sort: "departure",
    searchedAtMinutes: (day - 40) * 1440,
    ...changes,
  };
}
