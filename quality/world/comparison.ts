import { compareDistributions, type Distribution } from "./distributions.ts";
import { type CountedNetwork, largest, type Places, type Traffic, trafficBy } from "./flight-network.ts";
import { rankCorrelation } from "./rank-correlation.ts";
import type { SandboxDetail } from "./sandbox-network.ts";

/** One figure of both networks. */
export interface Compared {
  readonly name: string;
  readonly ours: number;
  readonly real: number;
}

/** Which of the real network's busiest pairs the sandbox flies nonstop. */
interface PairsServed {
  readonly by: keyof Traffic;
  readonly share: number;
  /** The pairs that it does not, the busiest first. */
  readonly missing: readonly string[];
}

/** The sandbox against the real network; only sums and shares, no line of the yardstick. */
export interface Comparison {
  /** Airports, airlines, airport pairs one way, flights a day. */
  readonly sizes: readonly Compared[];
  /** Of departures, over the real network's busiest airports; those that the sandbox lacks have none. */
  readonly rankCorrelation: number;
  readonly pairsServed: readonly PairsServed[];
  readonly distributions: readonly Distribution[];
  /** Departures a day of the busiest of either network, by the real one's. */
  readonly airports: readonly Compared[];
  readonly airlines: readonly Compared[];
  /** Departures a day by airport, over the real network's busiest. */
  readonly busiest: readonly Compared[];
  /** Departures a day of every country where either network has more than twice the other's, the largest gap first. */
  readonly countries: readonly Compared[];
}

/** Airports and pairs that stand for the network where the whole would be too long a tail. */
export const busiestCount = 500;
const listed = 30;
/** Countries with fewer departures a day in both networks say little. */
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
      sizeOf("flights a day", ({ flights }) => flights),
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

/** Where the sandbox is farthest from the real network, by flights a day too many or too few, at most `count` of each. */
export function worstMisses(
  { ours, real }: { ours: CountedNetwork; real: CountedNetwork },
  count: number,
): { airports: Compared[]; pairs: Compared[] } {
  const worst = (one: TrafficByKey, other: TrafficByKey) =>
    compareTraffic([...new Set([...one.keys(), ...other.keys()])], one, other)
      .sort((a, b) => Math.abs(b.ours - b.real) - Math.abs(a.ours - a.real) || (a.name < b.name ? -1 : 1))
      .slice(0, count);
  return { airports: worst(ours.airports, real.airports), pairs: worst(ours.pairs, real.pairs) };
}
