import type { Airport } from "../facts/airport.ts";
import { aviationCountryOf, isOneMarket } from "./rights.ts";

const earthRadiusKm = 6371;
/** Nearer than this, people go by land, unless there is water between, which the facts do not know. */
const landLimitKm = 320;
/** Over so far, hardly anything is at home any more. */
const borderFadesKm = 9000;

/** What one airport is to every other. */
export interface Surroundings {
  /** Kilometers along the great circle. */
  km: Float64Array;
  /** How much both pull on each other for each unit of their seats: less with distance and across a border. */
  pull: Float64Array;
}

/** Distances and pulls between airports, worked out for an airport when it is first asked for. */
export class Gravity {
  /** By airport, its country by its place among all. */
  readonly #countries: Uint16Array;
  readonly #countryCodes: readonly string[];
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #z: Float64Array;
  readonly #known = new Map<number, Surroundings>();

  constructor(airports: readonly Airport[]) {
    const radians = Math.PI / 180;
    const of = (read: (airport: Airport) => number) => Float64Array.from(airports, read);
    this.#countryCodes = [...new Set(airports.map(({ country }) => country))];
    const index = new Map(this.#countryCodes.map((country, i) => [country, i]));
    this.#countries = Uint16Array.from(airports, ({ country }) => index.get(country) ?? 0);
    this.#x = of(({ latitude, longitude }) => Math.cos(latitude * radians) * Math.cos(longitude * radians));
    this.#y = of(({ latitude, longitude }) => Math.cos(latitude * radians) * Math.sin(longitude * radians));
    this.#z = of(({ latitude }) => Math.sin(latitude * radians));
  }

  /** What an airport, by its place in the list, is to all others. */
  around(airport: number): Surroundings {
    const known = this.#known.get(airport);
    if (known !== undefined) return known;
    const home = this.#countryCodes[this.#countries[airport] ?? 0] ?? "";
    const borders = this.#countryCodes.map((country) => borderBetween(home, country));
    const km = new Float64Array(this.#countries.length);
    const pull = new Float64Array(km.length);
    for (let other = 0; other < km.length; other++) {
      const distance = this.km(airport, other);
      km[other] = distance;
      pull[other] = deterrence(distance) * fadingBorder(borders[this.#countries[other] ?? 0] ?? 1, distance);
    }
    const around = { km, pull };
    this.#known.set(airport, around);
    return around;
  }

  /** Kilometers between two airports. */
  km(from: number, to: number): number {
    const x = (this.#x[from] ?? 0) - (this.#x[to] ?? 0);
    const y = (this.#y[from] ?? 0) - (this.#y[to] ?? 0);
    const z = (this.#z[from] ?? 0) - (this.#z[to] ?? 0);
    // The chord keeps its digits on short distances, where a cosine loses them.
    return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2));
  }
}

function deterrence(km: number): number {
  return Math.min(1, km / landLimitKm) ** 1.2 * (1 + km / 1100) ** -1.25;
}

/** What is left of the pull across a border, over a short distance. */
function borderBetween(country: string, other: string): number {
  if (aviationCountryOf(country) === aviationCountryOf(other)) return 1;
  return isOneMarket(country, other) ? 0.55 : 0.3;
}

function fadingBorder(factor: number, km: number): number {
  return factor + (1 - factor) * Math.min(0.7, km / borderFadesKm);
}
