import { type FlightSearch, parseEpochDay } from "@wayfare/engine";

/** A day on which drawn flights fly. */
export const day = parseEpochDay("2028-01-12");

/** A search of drawn flights from London to New York, forty days ahead, for all there is by departure. */
export function searchFor(changes: Partial<FlightSearch> = {}): FlightSearch {
  return {
    origin: "LON",
    destination: "NYC",
    day,
    returnDay: null,
    cabin: "economy",
    adults: 1,
    children: 0,
    infants: 0,
    includeCash: true,
    includeAward: true,
    maxStops: 2,
    limit: 50,
    airlines: null,
    excludeAirlines: [],
    programs: null,
    departureWindow: null,
    arrivalWindow: null,
    maxDurationMinutes: null,
    sort: "departure",
    allOffers: false,
    searchedAtMinutes: (day - 40) * 1440,
    ...changes,
  };
}
