import { compareDistributions, type Distribution } from "./distributions.ts";
import { type CountedNetwork, largest, type Places, type Traffic, trafficBy } from "./flight-network.ts";
import { rankCorrelation } from "./rank-correlation.ts";
import type { SandboxDetail } from "./sandbox-network.ts";

/** One figure for both networks. */
export interface Compared {
  readonly name: string;
  readonly ours: number;
  readonly real: number;
}

/** Share of the real network's busiest pairs that the sandbox flies nonstop. */
interface PairsServed {
  readonly by: keyof Traffic;
  readonly share: number;
  /** Missing pairs, the busiest first. */
  readonly missing: readonly string[];
}

/** Comparison of the sandbox with the real network; contains only sums and shares, no rows of the reference data. */
export interface Comparison {
  /** Airports, airlines, airport pairs one way, flights a day. */
  readonly sizes: readonly Compared[];
  /** Rank correlation of departures over the real network's busiest airports; airports missing from the sandbox count as 0. */
  readonly rankCorrelation: number;
  readonly pairsServed: readonly PairsServed[];
  readonly distributions: readonly Distribution[];
  /** Departures per day of the busiest airports of either network, sorted by the real network's. */
  readonly airports: readonly Compared[];
  readonly airlines: readonly Compared[];
  /** Departures per day of the real network's busiest airports. */
  readonly busiest: readonly Compared[];
  /** Departures per day of every country in which one network has more than twice the other's, the largest difference first. */
  readonly countries: readonly Compared[];
}

/** Number of airports and pairs compared; the long tail of the network is left out. */
export const busiestCount = 500;
const listed = 30;
/** Countries with fewer departures per day in both networks are ignored. */
const fewestDepartures = 5;
const farOff = 2;

/** Compares the sandbox with the real network. */
export function compareNetworks(
  networks: { ours: CountedNetwork; real: CountedNetwork },
  places: Places,
  detail: SandboxDetail,
): Comparison {
  const { ours, real } = networks;
  const sizeOf = (name: string, size: (network: CountedNetwork) => number) => {
    return { name, ours: size(ours), real: size(real) };
  };
  const busiest = compareTraffic(largest(real.airports, "flights", busiestCount), ours.airports, real.airports);
  return {
    sizes: [
      sizeOf("airports", ({ airports }) => airports.size),
      sizeOf("airlines", ({ airlines }) => airlines.size),
      sizeOf("directed airport pairs", ({ directedPairs }) => directedPairs.size),
      sizeOf("flights per day", ({ flights }) => flights),
    ],
    rankCorrelation: rankCorrelation(
      busiest.map((airport) => airport.ours),
      busiest.map((airport) => airport.real),
    ),
    pairsServed: [servedPairs(networks, "flights"), servedPairs(networks, "seats")],
    distributions: compareDistributions(networks, places, detail),
    airports: compareBusiest(ours.airports, real.airports),
    airlines: compareBusiest(ours.airlines, real.airlines),
    busiest,
    countries: compareCountries(networks, places),
  };
}

function servedPairs({ ours, real }: { ours: CountedNetwork; real: CountedNetwork }, by: keyof Traffic): PairsServed {
  const busiest = largest(real.pairs, by, busiestCount);
  const missing = busiest.filter((pair) => !ours.pairs.has(pair));
  return { by, share: 1 - missing.length / busiest.length, missing };
}

type TrafficByKey = ReadonlyMap<string, Traffic>;

function compareTraffic(keys: readonly string[], ours: TrafficByKey, real: TrafficByKey): Compared[] {
  return keys.map((name) => ({ name, ours: ours.get(name)?.flights ?? 0, real: real.get(name)?.flights ?? 0 }));
}

function compareBusiest(ours: TrafficByKey, real: TrafficByKey): Compared[] {
  const names = new Set([...largest(real, "flights", listed), ...largest(ours, "flights", listed)]);
  return compareTraffic([...names], ours, real).sort((a, b) => b.real - a.real || b.ours - a.ours);
}

function compareCountries(networks: { ours: CountedNetwork; real: CountedNetwork }, places: Places): Compared[] {
  const byCountry = ({ services }: CountedNetwork) =>
    trafficBy(services, ({ origin }) => places.get(origin)?.country ?? "unknown");
  const [ours, real] = [byCountry(networks.ours), byCountry(networks.real)];
  const names = [...new Set([...ours.keys(), ...real.keys()])].filter((name) => name !== "unknown");
  return compareTraffic(names, ours, real)
    .filter((country) => Math.max(country.ours, country.real) >= fewestDepartures)
    .filter((country) => country.ours > farOff * country.real || country.real > farOff * country.ours)
    .sort((a, b) => Math.abs(b.ours - b.real) - Math.abs(a.ours - a.real));
}

/** Returns the largest differences from the real network in flights per day, at most `count` too many and `count` too few. */
export function largestDifferences(
  { ours, real }: { ours: CountedNetwork; real: CountedNetwork },
  count: number,
): { airports: Compared[]; pairs: Compared[] } {
  const worst = (one: TrafficByKey, other: TrafficByKey) =>
    compareTraffic([...new Set([...one.keys(), ...other.keys()])], one, other)
      .sort((a, b) => Math.abs(b.ours - b.real) - Math.abs(a.ours - a.real) || (a.name < b.name ? -1 : 1))
      .slice(0, count);
  return { airports: worst(ours.airports, real.airports), pairs: worst(ours.pairs, real.pairs) };
}
