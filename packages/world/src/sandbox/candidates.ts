import { unitHash } from "@wayfare/engine";
import type { Airline } from "../facts/airline.ts";
import { hubToHub, reachOf } from "./demand.ts";
import type { FleetType } from "./fleet.ts";
import { type Base, type Layout, typeFor } from "./layout.ts";
import { aviationCountryOf } from "./rights.ts";
import type { Candidate } from "./route.ts";

/** Nearer than this, people take the train; regional airlines hop between islands and valleys. */
const shortestRouteKm = { regional: 35, other: 130, widebodies: 1500 };
/** A regional airline is its country's: what is left of its pull across a border. */
const regionalAbroad = 0.3;
/** Seeded difference between what the model says of a route and what is flown. */
const whim = 0.8;
/** A base's share of flights below which a route is hopeless, whatever the balance brings. */
const leastDailyFlights = 0.05;
const mostFromBase = 320;

/** The routes from an airline's bases that draw most. */
export function findCandidates(layout: Layout, index: number): Candidate[] {
  const airline = layout.facts.airlines[index];
  const bases = layout.bases[index];
  if (airline === undefined || bases === undefined) return [];
  const perWeight = airline.dailyDepartures / 2 / bases.reduce((sum, { weight }) => sum + weight, 0);
  const place = new Map(bases.map(({ airport }, at) => [airport, at]));
  return bases.flatMap((base, at) => {
    // Between two bases the first of them has the route.
    const taken = new Set(bases.slice(0, at).map(({ airport }) => airport));
    return candidatesFrom(layout, { index, airline, base, flights: perWeight * base.weight, taken, ownBases: place });
  });
}

interface From {
  index: number;
  airline: Airline;
  base: Base;
  /** Departures a day that the base has of the airline's. */
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
  const least = (leastDailyFlights / flights) * drawn.reduce((sum, seats) => sum + seats, 0);
  const found: Candidate[] = [];
  for (let other = 0; other < drawn.length; other++) {
    const seats = drawn[other] ?? 0;
    const distance = km[other] ?? 0;
    if (seats <= least || from.taken.has(other) || facts.airports[other]?.cityCode === home?.cityCode) continue;
    if (!admission.admits(airline, base.airport, other, distance)) continue;
    found.push({ airline: index, base: base.airport, other, km: distance, affinity: seats, seats, seatsPerFlight: 0 });
  }
  return found
    .sort((a, b) => b.seats - a.seats || a.other - b.other)
    .slice(0, mostFromBase)
    .filter(({ other, km: distance }) => typeFor(layout, index, [base.airport, other], distance, 1) !== undefined);
}

/** What a base draws of each other airport's seats, in no unit; 0 beyond the fleet's range and too near. */
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
    const loyalty = ownBases.has(other) ? hubToHub : 1;
    const whimsical = 1 - whim / 2 + whim * unitHash(seed, index, base.airport, other);
    const isAbroad = airline.kind === "regional" && aviationCountryOf(facts.airports[other]?.country ?? "") !== country;
    const wanted =
      (pull[other] ?? 0) * (seatsOut[other] ?? 0) * reachOf(airline, distance) * (isAbroad ? regionalAbroad : 1);
    return wanted * base.weight * loyalty * whimsical;
  });
}

function nearestOf({ kind }: Airline, fleet: readonly FleetType[]): number {
  if (fleet.every(({ aircraft }) => aircraft.family === "widebody")) return shortestRouteKm.widebodies;
  return shortestRouteKm[kind === "regional" ? "regional" : "other"];
}
