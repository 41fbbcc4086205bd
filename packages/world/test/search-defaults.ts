import type { FlightSearch } from "@wayfare/engine";

/** What most searches of these tests ask: one adult one way, everything there is, the cheapest first. */
export const searchDefaults: Omit<FlightSearch, "origin" | "destination" | "day" | "searchedAtMinutes"> = {
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
  sort: "price",
  allOffers: false,
};
