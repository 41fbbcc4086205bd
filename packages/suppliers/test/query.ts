import type { SearchQuery } from "@wayfare/suppliers";

/** A plain search, and what a test wants to be different. */
export function queryFor(changes: Partial<SearchQuery> = {}): SearchQuery {
  return {
    origin: "LON",
    destination: "NYC",
    departureDate: "2027-01-20",
    returnDate: null,
    cabin: "economy",
    travelers: { adults: 1, children: 0, infants: 0 },
    includeCash: true,
    includeAward: true,
    maxStops: 2,
    limit: 50,
    currency: "USD",
    airlines: null,
    excludeAirlines: [],
    programs: null,
    departureTime: null,
    arrivalTime: null,
    maxDurationMinutes: null,
    sort: "price",
    allOffers: false,
    ...changes,
  };
}
