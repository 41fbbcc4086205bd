import type { SearchQuery, SliceQuery, SupplierPlaces } from "../port/port.ts";
import { airportsOf } from "../wire/airports.ts";
import { marketOf } from "./market.ts";

/** Airport pairs per search, or lists of pairs of a multi-city search: Ignav has no city codes, and each is a call. */
const maxTrips = 4;

interface AirportPair {
  origin: string;
  destination: string;
}

/** Airports of each slice of a query; of the outbound slice for a round trip. */
export type Trip = readonly AirportPair[];

/** Returns the trips of a query between airports, those of the busiest airports first, at most four of `count`. */
export function tripsOf(query: SearchQuery, places: SupplierPlaces): { trips: Trip[]; count: number } {
  let trips: { trip: Trip; order: number }[] = [{ trip: [], order: 0 }];
  let count = 1;
  for (const slice of query.slices ?? [query]) {
    const pairs = pairsOf(slice, places);
    count *= pairs.length;
    // The first trips begin with the first trips of the slices so far, so others need not be kept.
    trips = trips
      .flatMap(({ trip, order }) => pairs.map((pair) => ({ trip: [...trip, pair.ends], order: order + pair.order })))
      .toSorted((a, b) => a.order - b.order)
      .slice(0, maxTrips);
  }
  return { trips: trips.map(({ trip }) => trip), count };
}

function pairsOf(
  { origin, destination }: Pick<SliceQuery, "origin" | "destination">,
  places: SupplierPlaces,
): { ends: AirportPair; order: number }[] {
  const [origins, destinations] = [airportsOf(origin, places), airportsOf(destination, places)];
  return origins.flatMap((from, i) =>
    destinations.map((to, j) => ({ ends: { origin: from, destination: to }, order: i + j })),
  );
}

/** Returns the path and body of a search. Unknown members are refused, so only those with a value are sent. */
export function toRequest(query: SearchQuery, trip: Trip, places: SupplierPlaces): { path: string; body: unknown } {
  const { travelers, returnDate, airlines, excludeAirlines, slices, currency } = query;
  const [first = { origin: "", destination: "" }] = trip;
  const market = marketOf(currency, first.origin, places);
  const shared = {
    // Ignav has no youths: from 12 on, travelers are adults.
    adults: travelers.adults + travelers.youths,
    ...(travelers.children > 0 && { children: travelers.children }),
    ...(travelers.infantsInSeat > 0 && { infants_in_seat: travelers.infantsInSeat }),
    ...(travelers.infants > 0 && { infants_on_lap: travelers.infants }),
    cabin_class: query.cabin,
    ...(airlines === null ? {} : { airlines_include: airlines }),
    ...(airlines === null && excludeAirlines.length > 0 && { airlines_exclude: excludeAirlines }),
    allow_self_transfer: false,
    ...(market !== undefined && { market }),
  };
  if (slices !== undefined) {
    const legs = slices.map(({ departureDate }, at) => {
      return { ...trip[at], departure_date: departureDate, max_stops: query.maxStops };
    });
    return { path: "/fares/search", body: { legs, ...shared } };
  }
  const dates = { departure_date: query.departureDate, ...(returnDate === null ? {} : { return_date: returnDate }) };
  const path = returnDate === null ? "/fares/one-way" : "/fares/round-trip";
  return { path, body: { ...first, ...dates, ...shared, max_stops: query.maxStops } };
}
