import type { Airline } from "../facts/airline.ts";
import { Admission } from "./admission.ts";
import type { WorldDays } from "./closed-markets.ts";
import { seatsOutPerDay } from "./demand.ts";
import { chooseAircraft, type FleetType, fleetOf } from "./fleet.ts";
import { Gravity } from "./gravity.ts";
import type { IndexedFacts } from "./indexed-facts.ts";

/** An airport at which an airline's routes start, with its weight within the airline. */
export interface Base {
  airport: number;
  weight: number;
}

/** Input of the route layout. */
export interface Layout {
  facts: IndexedFacts;
  seed: number;
  gravity: Gravity;
  admission: Admission;
  airportIndex: ReadonlyMap<string, number>;
  /** By airline. */
  fleets: readonly (readonly FleetType[])[];
  /** By airline. */
  bases: readonly (readonly Base[])[];
  /** Departing seats per day by airport. */
  seatsOut: Float64Array;
}

export function layOut(facts: IndexedFacts, seed: number, world: WorldDays): Layout {
  const airportIndex = new Map(facts.airports.map(({ code }, index) => [code, index]));
  return {
    facts,
    seed,
    gravity: new Gravity(facts.airports),
    admission: new Admission(facts, world),
    airportIndex,
    fleets: facts.airlines.map((airline) => fleetOf(airline, facts.aircraft)),
    bases: facts.airlines.map((airline) => basesOf(airline, airportIndex)),
    seatsOut: Float64Array.from(facts.airports, seatsOutPerDay),
  };
}

/** Hubs are weighted by position in the list, focus cities less. */
function basesOf({ hubs, focus }: Airline, airportIndex: ReadonlyMap<string, number>): Base[] {
  const weighted = [
    ...hubs.map((code, place) => ({ code, weight: 1 / (1 + place * 0.15) })),
    ...focus.map((code) => ({ code, weight: 0.3 })),
  ];
  return weighted.flatMap(({ code, weight }) => {
    const airport = airportIndex.get(code);
    return airport === undefined ? [] : [{ airport, weight }];
  });
}

/** Returns the type of an airline's fleet that best fits a route; undefined if none can fly it. */
export function typeFor(
  { facts, fleets, admission }: Layout,
  airline: number,
  [from, to]: readonly [number, number],
  km: number,
  wantedSeats: number,
): FleetType | undefined {
  const [start, end] = [facts.airports[from], facts.airports[to]];
  if (start === undefined || end === undefined) return undefined;
  const fleet = admission.fleetBetween(fleets[airline] ?? [], from, to);
  return chooseAircraft(fleet, km, [start, end], wantedSeats);
}
