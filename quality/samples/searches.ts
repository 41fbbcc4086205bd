import type { SearchRequest } from "@wayfare/contract";

export interface SampleSearch {
  title: string;
  request: SearchRequest;
}

/** Time at which all of the searches run. */
export const searchedAtMs = Date.parse("2027-01-11T09:00:00Z");

const family = { adults: 2, children: 2 };

/**
 * Trips that domain experts would try first, each with its typical problems: the busiest long-haul route in every cabin, day
 * trips, families, ultra-long nonstops, routes without a nonstop, islands, and small airports.
 */
export const sampleSearches: readonly SampleSearch[] = [
  {
    title: "New York to London, business class for a working week",
    request: trip("JFK", "LHR", "2027-03-08", "2027-03-12", { cabin: "business", profile: "business" }),
  },
  {
    title: "New York to London and back, economy, four months ahead",
    request: trip("NYC", "LON", "2027-05-15", "2027-05-23"),
  },
  {
    title: "Los Angeles to Honolulu, a family of four in the spring holidays",
    request: trip("LAX", "HNL", "2027-03-27", "2027-04-03", { travelers: family }),
  },
  {
    title: "Madrid to Barcelona, out and back on one day",
    request: trip("MAD", "BCN", "2027-02-10", "2027-02-10", { profile: "business", currency: "EUR" }),
  },
  {
    title: "Sydney to London, one way in economy",
    request: trip("SYD", "LHR", "2027-04-20", null, { currency: "AUD" }),
  },
  {
    title: "Singapore to Newark in business class, halfway round the world",
    request: trip("SIN", "EWR", "2027-06-03", null, { cabin: "business", profile: "business", currency: "SGD" }),
  },
  {
    title: "São Paulo to Lisbon and back in winter",
    request: trip("GRU", "LIS", "2027-07-03", "2027-07-24"),
  },
  {
    title: "Bozeman to Aberdeen, two stops between two regional airports",
    request: trip("BZN", "ABZ", "2027-06-14", "2027-06-28"),
  },
  {
    title: "San Francisco to Tokyo in first class, for miles",
    request: trip("SFO", "TYO", "2027-10-05", null, { cabin: "first", profile: "points" }),
  },
  {
    title: "Chicago to New York tomorrow morning",
    request: trip("CHI", "NYC", "2027-01-12", null, {
      profile: "business",
      departureTime: { from: "05:00", to: "12:00" },
    }),
  },
  {
    title: "Frankfurt to Bangkok in premium economy",
    request: trip("FRA", "BKK", "2027-02-18", "2027-03-11", { cabin: "premium_economy", currency: "EUR" }),
  },
  {
    title: "Johannesburg to Perth, over the southern ocean",
    request: trip("JNB", "PER", "2027-08-09", null),
  },
  {
    title: "Delhi to Toronto, two adults and an infant",
    request: trip("DEL", "YYZ", "2027-05-02", "2027-06-20", { travelers: { adults: 2, infants: 1 } }),
  },
  {
    title: "Auckland to Houston, across the date line",
    request: trip("AKL", "IAH", "2027-03-19", null),
  },
  {
    title: "Dubai to Nairobi in business class, for miles alone",
    request: trip("DXB", "NBO", "2027-04-14", null, {
      cabin: "business",
      profile: "points",
      includeCash: false,
    }),
  },
  {
    title: "Paris to Nice at Whitsun, the cheapest fare with a bag",
    request: trip("PAR", "NCE", "2027-05-14", "2027-05-17", { currency: "EUR", weights: { flexibility: 3 } }),
  },
  {
    title: "Anchorage to Miami, corner to corner",
    request: trip("ANC", "MIA", "2027-02-06", "2027-02-20"),
  },
  {
    title: "Tokyo to Osaka in yen",
    request: trip("TYO", "OSA", "2027-04-02", null, { currency: "JPY" }),
  },
  {
    title: "London to Cape Town, booked ten months ahead, with an eye on emissions",
    request: trip("LON", "CPT", "2027-11-20", "2027-12-04", { currency: "GBP", weights: { emissions: 4 } }),
  },
  {
    title: "Mexico City to Seoul in business class for miles or money",
    request: trip("MEX", "ICN", "2027-09-15", "2027-09-29", { cabin: "business", profile: "points" }),
  },
];

function trip(
  origin: string,
  destination: string,
  departureDate: string,
  returnDate: string | null,
  more: Partial<SearchRequest> = {},
): SearchRequest {
  return { origin, destination, departureDate, returnDate, includeCash: true, includeAward: true, ...more };
}
