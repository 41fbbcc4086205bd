import type { Timetable } from "@wayfare/engine";
import { Duration, Query, Router, type Stop, StopsIndex, Time, Timetable as TransitTimetable } from "minotor";
import type { BruteForceSearch, DatedFlight } from "./brute-force-search.ts";

// minotor does not export the types of its tables, so they are derived from its constructor.
type Tables = ConstructorParameters<typeof TransitTimetable>;
type StopsAdjacency = Tables[0];
type RoutesAdjacency = Tables[1];
type ServiceRoutes = Tables[2];

const kinds = ["domestic", "international"] as const;
type Kind = (typeof kinds)[number];
const minutesBetween: Record<Kind, Record<Kind, number>> = {
  domestic: { domestic: 30, international: 60 },
  international: { domestic: 90, international: 90 },
};
const airportChangeMinutes = 240;
/** It compares times as text with two-digit hours: none may reach 100. */
const spanMinutes = 99 * 60;

export interface PeerItinerary {
  arrival: number;
  legs: { from: number; to: number; departure: number; arrival: number }[];
}

/**
 * Builds a minotor network of the flights of one day and the following days. Each airport is four stops, for domestic and international
 * departures and arrivals, so that transfers have the same minimum connection times; all flights between two airports are one route, the
 * minimum. It has no rules for connecting airlines, circuity or maximum layovers.
 */
export function createPeer(timetable: Timetable, flights: readonly DatedFlight[], bruteForce: BruteForceSearch) {
  const base = flights.reduce((first, { departure }) => Math.min(first, departure), Number.POSITIVE_INFINITY);
  const inSpan = flights.filter(({ arrival }) => arrival - base < spanMinutes);
  const kindOf = (flight: { from: number; to: number }): Kind =>
    bruteForce.isDomestic(flight) ? "domestic" : "international";
  const stops = new Map<string, Stop>();
  const adjacency: StopsAdjacency = new Map();
  for (const [airport, code] of timetable.airports.entries()) {
    for (const end of ["departures", "arrivals"]) {
      const parent = `${airport} ${end}`;
      const children = kinds.map((kind) => `${parent} ${kind}`);
      stops.set(parent, { id: parent, name: code, children, locationType: "STATION" });
      for (const child of children) {
        stops.set(child, { id: child, name: code, children: [], parent, locationType: "SIMPLE_STOP_OR_PLATFORM" });
        adjacency.set(child, { transfers: [], routes: [] });
      }
    }
  }
  for (const [airport] of timetable.airports.entries()) {
    const city = timetable.airportCity[airport] ?? -1;
    const siblings = timetable.cityAirports.subarray(timetable.cityFirst[city], timetable.cityFirst[city + 1]);
    for (const arriving of kinds) {
      for (const sibling of siblings) {
        for (const leaving of kinds) {
          const minutes = sibling === airport ? minutesBetween[arriving][leaving] : airportChangeMinutes;
          adjacency.get(`${airport} arrivals ${arriving}`)?.transfers.push({
            destination: `${sibling} departures ${leaving}`,
            type: "REQUIRES_MINIMAL_TIME",
            minTransferTime: Duration.fromSeconds(minutes * 60),
          });
        }
      }
    }
  }
  const routes: RoutesAdjacency = new Map();
  for (const [id, ofMarket] of Map.groupBy(inSpan, ({ from, to }) => `${from}-${to}`)) {
    const [one] = ofMarket;
    if (one === undefined) continue;
    const ends = [`${one.from} departures ${kindOf(one)}`, `${one.to} arrivals ${kindOf(one)}`];
    const inOrder = ofMarket.toSorted((a, b) => a.departure - b.departure);
    const at = (minute: number) => {
      const time = Time.fromSeconds((minute - base) * 60);
      return { arrival: time, departure: time, pickUpType: "REGULAR" as const, dropOffType: "REGULAR" as const };
    };
    routes.set(id, {
      stopTimes: inOrder.flatMap(({ departure, arrival }) => [at(departure), at(arrival)]),
      stops: ends,
      stopIndices: new Map(ends.map((stop, index) => [stop, index])),
      serviceRouteId: "flights",
    });
    adjacency.get(ends[0] ?? "")?.routes.push(id);
    adjacency.get(ends[1] ?? "")?.routes.push(id);
  }
  const services: ServiceRoutes = new Map([["flights", { type: "RAIL", name: "flights" }]]);
  const router = new Router(new TransitTimetable(adjacency, routes, services), new StopsIndex(stops));

  /** Returns the earliest arrival with at most two transfers from an airport at a given time. */
  return (origin: number, destination: number, instant: number): PeerItinerary | null => {
    const query = new Query.Builder()
      .from(`${origin} departures`)
      .to(`${destination} arrivals`)
      .departureTime(Time.fromSeconds((instant - base) * 60))
      .maxTransfers(2)
      .build();
    const best = router.route(query).bestRoute();
    if (best === undefined) return null;
    const legs = best.legs.flatMap((leg) =>
      "departureTime" in leg
        ? [
            {
              from: Number.parseInt(leg.from.id, 10),
              to: Number.parseInt(leg.to.id, 10),
              departure: base + leg.departureTime.toSeconds() / 60,
              arrival: base + leg.arrivalTime.toSeconds() / 60,
            },
          ]
        : [],
    );
    return { arrival: legs.at(-1)?.arrival ?? Number.NaN, legs };
  };
}
