import { unitHash } from "@wayfare/engine";
import type { Airline } from "../facts/airline.ts";
import { hubToHub, reachOf } from "./demand.ts";
import type { FleetType } from "./fleet.ts";
import { type Base, type Layout, typeFor } from "./layout.ts";
import { aviationCountryOf } from "./rights.ts";
import type { Candidate } from "./route.ts";

/** Minimum distance: nearer, people take the train; regional airlines may connect islands and valleys. */
const shortestRouteKm = { regional: 35, other: 130, widebodies: 1500 };
/** Regional airlines are domestic: the share of their pull that remains across a border. */
const regionalAbroad = 0.3;
/** Seeded random difference between the modeled and the flown demand of a route. */
const randomShare = 0.8;
/** Share of a base's flights below which a route is dropped before balancing. */
const minDailyFlights = 0.05;
const maxPerBase = 320;

/** Selects the routes with the highest pull from an airline's bases. */
export function findCandidates(layout: Layout, index: number): Candidate[] {
  const airline = layout.facts.airlines[index];
  const bases = layout.bases[index];
  if (airline === undefined || bases === undefined) return [];
  const perWeight = airline.dailyDepartures / 2 / bases.reduce((sum, { weight }) => sum + weight, 0);
  const place = new Map(bases.map(({ airport }, at) => [airport, at]));
  return bases.flatMap((base, at) => {
    // A route between two bases belongs to the first of them.
    const taken = new Set(bases.slice(0, at).map(({ airport }) => airport));
    return candidatesFrom(layout, { index, airline, base, flights: perWeight * base.weight, taken, ownBases: place });
  });
}

interface From {
  index: number;
  airline: Airline;
  base: Base;
  /** Departures per day of the airline from the base. */
  flights: number;
  taken: ReadonlySet<number>;
  ownBases: ReadonlyMap<number, number>;
}

function candidatesFrom(layout: Layout, from: From): Candidate[] {
  const { gravity, admission, facts } = layout;
  const { index, airline, base, flights } = from;
  const home = facts.airports[base.airport];
  const { km } = gravity.around(base.airport);
  const drawn = seatsDrawn(layout, from);
  const minSeats = (minDailyFlights / flights) * drawn.reduce((sum, seats) => sum + seats, 0);
  const found: Candidate[] = [];
  for (let other = 0; other < drawn.length; other++) {
    const seats = drawn[other] ?? 0;
    const distance = km[other] ?? 0;
    if (seats <= minSeats || from.taken.has(other) || facts.airports[other]?.cityCode === home?.cityCode) continue;
    if (!admission.admits(airline, base.airport, other, distance)) continue;
    found.push({ airline: index, base: base.airport, other, km: distance, affinity: seats, seats, seatsPerFlight: 0 });
  }
  return found
    .sort((a, b) => b.seats - a.seats || a.other - b.other)
    .slice(0, maxPerBase)
    .filter(({ other, km: distance }) => typeFor(layout, index, [base.airport, other], distance, 1) !== undefined);
}

/** Pull of each other airport on a base's seats, without a unit; 0 beyond the fleet's range or below the minimum distance. */
function seatsDrawn(
  { facts, gravity, seed, fleets, seatsOut }: Layout,
  { index, airline, base, ownBases }: From,
): Float64Array {
  const { km, pull } = gravity.around(base.airport);
  const range = Math.max(0, ...(fleets[index] ?? []).map(({ aircraft }) => aircraft.rangeKm));
  const nearest = nearestOf(airline, fleets[index] ?? []);
  const country = aviationCountryOf(airline.country);
  return km.map((distance, other) => {
    if (distance < nearest || distance > range) return 0;
    const hubFactor = ownBases.has(other) ? hubToHub : 1;
    const randomFactor = 1 - randomShare / 2 + randomShare * unitHash(seed, index, base.airport, other);
    const isAbroad = airline.kind === "regional" && aviationCountryOf(facts.airports[other]?.country ?? "") !== country;
    const seatDemand =
      (pull[other] ?? 0) * (seatsOut[other] ?? 0) * reachOf(airline, distance) * (isAbroad ? regionalAbroad : 1);
    return seatDemand * base.weight * hubFactor * randomFactor;
  });
}

function nearestOf({ kind }: Airline, fleet: readonly FleetType[]): number {
  if (fleet.every(({ aircraft }) => aircraft.family === "widebody")) return shortestRouteKm.widebodies;
  return shortestRouteKm[kind === "regional" ? "regional" : "other"];
}
