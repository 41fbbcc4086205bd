import type { SearchQuery } from "../src/port/port.ts";

/** Defaults of every member except places and date: one adult, one way, economy, US dollars, cash, the cheapest first. */
export const defaultQuery: Omit<SearchQuery, "origin" | "destination" | "departureDate"> = {
  returnDate: null,
  cabin: "economy",
  cabinMatch: "main",
  travelers: { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 },
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
