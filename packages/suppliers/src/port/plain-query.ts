import type { SearchQuery } from "./port.ts";

/** Everything but where and on which day: one adult one way in economy, all there is in US dollars, the cheapest first. */
export const plainQuery: Omit<SearchQuery, "origin" | "destination" | "departureDate"> = {
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
};
