import type { Airport } from "../facts/airport.ts";
import { aviationCountryOf, isOneMarket } from "./rights.ts";

const earthRadiusKm = 6371;
/** Below this distance demand decreases because people travel by land; the facts do not say if there is water in between. */
const landLimitKm = 320;
/** Scale on which the effect of borders decreases with distance. */
const borderFadesKm = 9000;

/** Relation of one airport to all others, by index. */
export interface Surroundings {
  /** Kilometers along the great circle. */
  km: Float64Array;
  /** Gravity per unit of both airports' seats: decreases with distance and across a border. */
  pull: Float64Array;
}

/** Distances and gravity between airports, computed per airport on first use. */
export class Gravity {
  /** Index of the country by airport. */
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

  /** Returns the relation of an airport, by index, to all others. */
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
    // The chord is accurate at short distances, at which a cosine loses digits.
    return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2));
  }
}

function deterrence(km: number): number {
  return Math.min(1, km / landLimitKm) ** 1.2 * (1 + km / 1100) ** -1.25;
}

/** Share of the pull that remains across a border at short distance. */
function borderBetween(country: string, other: string): number {
  if (aviationCountryOf(country) === aviationCountryOf(other)) return 1;
  return isOneMarket(country, other) ? 0.55 : 0.3;
}

function fadingBorder(factor: number, km: number): number {
  return factor + (1 - factor) * Math.min(0.7, km / borderFadesKm);
}
