import { greatCircleKm } from "@wayfare/engine";
import type { Airline, Airport, Facts } from "@wayfare/world";
import { hashText } from "../server/hash-text.ts";
import { LocalTimes } from "./local-time.ts";

/** One flight number between two airports. */
export interface DemoSegment {
  carrier: Airline;
  number: string;
  origin: Airport;
  destination: Airport;
  departureMs: number;
  arrivalMs: number;
  /** Local times, as `2027-02-10T18:30:00`. */
  departsAt: string;
  arrivesAt: string;
  km: number;
}

/** A nonstop flight or a connection of one airline. */
export interface DemoFlight {
  carrier: Airline;
  segments: readonly DemoSegment[];
  km: number;
  durationMinutes: number;
  /** Factor of the price, around 1. */
  demand: number;
}

/** A search of one direction. */
export interface DemoRoute {
  /** Airport or city. */
  origin: string;
  destination: string;
  /** Local date of the departure. */
  date: string;
  maxConnections: number;
}

const maxNonstopKm = 15_500;
const maxLowCostKm = 5000;
const maxNonstops = 4;
const maxConnecting = 3;
const cruiseKmPerHour = 840;
/** Taxi, climb and descent. */
const groundMinutes = 35;
/** First and last departure, in minutes of the day. */
const [firstDeparture, lastDeparture] = [6 * 60, 22 * 60];
/** Sale ends so long before departure. */
const saleEndsMs = 3 * 3_600_000;
const connectionMinutes = { min: 75, max: 200 } as const;

/**
 * Generates flights of real airlines between real airports: nonstop from and to their hubs, and over their first hub. Times and prices are
 * invented. The same route and date always has the same flights, at all suppliers.
 */
export class DemoFlights {
  readonly #facts: Facts;
  readonly #seed: number;
  readonly #nowMs: () => number;
  readonly #times: LocalTimes;

  constructor(facts: Facts, { seed, nowMs }: { seed: number; nowMs: () => number }) {
    this.#facts = facts;
    this.#times = new LocalTimes(facts.timeZones);
    this.#seed = seed;
    this.#nowMs = nowMs;
  }

  find({ origin, destination, date, maxConnections }: DemoRoute): DemoFlight[] {
    const [from, to] = [this.findAirport(origin), this.findAirport(destination)];
    if (from === undefined || to === undefined || from === to) return [];
    const nonstops = this.#nonstopCarriers(from, to).map((carrier) => this.#fly(carrier, [from, to], date));
    const connections = maxConnections === 0 ? [] : this.#connections(from, to);
    const connecting = connections.map(({ carrier, hub }) => this.#fly(carrier, [from, hub, to], date));
    const opensMs = this.#nowMs() + saleEndsMs;
    return [...nonstops, ...connecting].filter(({ segments }) => (segments[0]?.departureMs ?? 0) > opensMs);
  }

  /** Returns an airport, or the busiest one of a city. */
  findAirport(code: string): Airport | undefined {
    const known = this.#facts.airports.get(code);
    if (known !== undefined) return known;
    const ofCity = [...this.#facts.airports.values()].filter(({ cityCode }) => cityCode === code);
    return ofCity.toSorted((a, b) => b.passengersMillions - a.passengersMillions)[0];
  }

  #nonstopCarriers(from: Airport, to: Airport): Airline[] {
    const km = distanceKm(from, to);
    if (km > maxNonstopKm) return [];
    const flies = ({ kind, hubs, focus }: Airline) =>
      (kind === "network" || (kind === "low_cost" && km < maxLowCostKm)) &&
      [...hubs.slice(0, 3), ...focus].some((code) => code === from.code || code === to.code);
    return this.#busiest(flies).slice(0, maxNonstops);
  }

  /** Airlines whose first hub is not far from the way. */
  #connections(from: Airport, to: Airport): { carrier: Airline; hub: Airport }[] {
    const direct = distanceKm(from, to);
    return this.#busiest(({ kind }) => kind === "network")
      .flatMap((carrier) => {
        const hub = this.#facts.airports.get(carrier.hubs[0] ?? "");
        return hub === undefined || hub === from || hub === to ? [] : [{ carrier, hub }];
      })
      .filter(({ hub }) => {
        const legs = [distanceKm(from, hub), distanceKm(hub, to)];
        return Math.max(...legs) < maxNonstopKm && Math.min(...legs) > 150 && sum(legs) < direct * 1.3 + 300;
      })
      .slice(0, maxConnecting);
  }

  #busiest(isWanted: (airline: Airline) => boolean): Airline[] {
    return [...this.#facts.airlines.values()]
      .filter(isWanted)
      .toSorted((a, b) => b.dailyDepartures - a.dailyDepartures);
  }

  #fly(carrier: Airline, stops: readonly Airport[], date: string): DemoFlight {
    const first = stops[0];
    const hash = (what: string) =>
      hashText(`${this.#seed} ${carrier.code} ${stops.map(({ code }) => code).join("-")} ${what}`);
    const steps = (lastDeparture - firstDeparture) / 5;
    const minute = firstDeparture + (hash("departure") % steps) * 5;
    let readyMs = this.#times.parse(first?.timeZone ?? "UTC", date, minute);
    const segments = stops.slice(1).map((to, at) => {
      const from = stops[at] ?? to;
      const range = connectionMinutes.max - connectionMinutes.min;
      const layover = at === 0 ? 0 : connectionMinutes.min + Math.floor((hash(`layover ${at}`) % range) / 5) * 5;
      const segment = this.#segment(carrier, from, to, readyMs + layover * 60_000);
      readyMs = segment.arrivalMs;
      return segment;
    });
    const [departure, arrival] = [segments[0]?.departureMs ?? 0, segments.at(-1)?.arrivalMs ?? 0];
    return {
      carrier,
      segments,
      km: sum(segments.map(({ km }) => km)),
      durationMinutes: (arrival - departure) / 60_000,
      demand: 0.8 + (hash(`demand ${date}`) % 500) / 1000,
    };
  }

  #segment(carrier: Airline, origin: Airport, destination: Airport, departureMs: number): DemoSegment {
    const km = Math.round(distanceKm(origin, destination));
    const minutes = Math.round((groundMinutes + (km / cruiseKmPerHour) * 60) / 5) * 5;
    const arrivalMs = departureMs + minutes * 60_000;
    return {
      carrier,
      number: String(100 + (hashText(`${this.#seed} ${carrier.code} ${origin.code} ${destination.code}`) % 900)),
      origin,
      destination,
      departureMs,
      arrivalMs,
      departsAt: this.#times.format(origin.timeZone, departureMs),
      arrivesAt: this.#times.format(destination.timeZone, arrivalMs),
      km,
    };
  }
}

const cabinFactors: Readonly<Record<string, number>> = { economy: 1, premium_economy: 1.7, business: 3.4, first: 5.5 };

/** Price of one traveler in US cents, taxes included. */
export function priceOf({ km, demand, segments }: DemoFlight, cabin: string): number {
  const usd = (45 + 0.075 * km) * demand * (cabinFactors[cabin] ?? 1) * (segments.length > 1 ? 0.85 : 1);
  return Math.round(usd) * 100 - 1;
}

function distanceKm(from: Airport, to: Airport): number {
  return greatCircleKm(from, to);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
