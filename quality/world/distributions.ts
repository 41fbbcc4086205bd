import { greatCircleKm } from "@wayfare/engine";
import type { CountedNetwork, NonstopService, Places } from "./flight-network.ts";
import { classNames, histogram, overlap, type Weighed } from "./histogram.ts";
import type { SandboxDetail } from "./sandbox-network.ts";

/** A distribution over classes, in shares of the total. */
export interface Distribution {
  readonly name: string;
  /** Unit of the shares. */
  readonly of: "airports" | "pairs" | "flights";
  readonly classes: readonly string[];
  readonly ours: readonly number[];
  /** Null if the reference data lacks it. */
  readonly real: readonly number[] | null;
  /** Overlap of both histograms' areas; null if `real` is null. */
  readonly overlap: number | null;
}

interface Measure {
  readonly name: string;
  readonly of: Distribution["of"];
  readonly borders: readonly number[];
  readonly values: (network: CountedNetwork, places: Places) => Iterable<Weighed>;
}

const measures: readonly Measure[] = [
  {
    name: "destinations of an airport",
    of: "airports",
    borders: [2, 3, 4, 6, 11, 21, 51, 101, 201],
    values: ({ directedPairs }) => countDestinations(directedPairs.keys()),
  },
  {
    name: "flights per day of a directed pair",
    of: "pairs",
    borders: [0.15, 0.3, 0.6, 1, 1.5, 2.5, 4, 8, 16],
    values: ({ directedPairs }) => directedPairs.values().map(({ flights }) => ({ value: flights, weight: 1 })),
  },
  {
    name: "distance in km",
    of: "flights",
    borders: [250, 500, 750, 1000, 1500, 2000, 3000, 5000, 8000, 12_000],
    values: ({ services }, places) => services.map((service) => measureDistance(service, places)),
  },
  {
    name: "seats per flight",
    of: "flights",
    borders: [20, 40, 60, 80, 110, 140, 165, 180, 200, 250, 300, 400],
    values: ({ services }) =>
      services.map(({ dailyFlights, dailySeats }) => ({ value: dailySeats / dailyFlights, weight: dailyFlights })),
  },
];

/**
 * Degree, frequency, distance and seats of both networks; hour and aircraft family of the sandbox only, because the reference data lacks
 * them.
 */
export function compareDistributions(
  { ours, real }: { ours: CountedNetwork; real: CountedNetwork },
  places: Places,
  detail: SandboxDetail,
): Distribution[] {
  const compared = measures.map(({ name, of, borders, values }): Distribution => {
    const shares = { ours: histogram(values(ours, places), borders), real: histogram(values(real, places), borders) };
    return { name, of, classes: classNames(borders), ...shares, overlap: overlap(shares.ours, shares.real) };
  });
  const hours = detail.byHour.map((_, hour) => `${String(hour).padStart(2, "0")} h`);
  return [
    ...compared,
    ofSandboxAlone("local hour of departure", hours, detail.byHour),
    ofSandboxAlone("aircraft family", families, familyCounts(detail)),
  ];
}

const families = ["widebody", "narrowbody", "regional_jet", "turboprop"] as const;

function familyCounts({ byFamily }: SandboxDetail): number[] {
  return families.map((family) => byFamily.get(family) ?? 0);
}

function ofSandboxAlone(name: string, classes: readonly string[], counts: readonly number[]): Distribution {
  const whole = counts.reduce((sum, count) => sum + count, 0);
  const ours = counts.map((count) => (whole === 0 ? 0 : count / whole));
  return { name, of: "flights", classes, ours, real: null, overlap: null };
}

function countDestinations(directedPairs: Iterable<string>): Weighed[] {
  const origins = Map.groupBy(directedPairs, (pair) => pair.slice(0, pair.indexOf("-")));
  return [...origins.values()].map((pairs) => ({ value: pairs.length, weight: 1 }));
}

/** Weight 0 if the location of an end is unknown. */
function measureDistance({ origin, destination, dailyFlights }: NonstopService, places: Places): Weighed {
  const [from, to] = [places.get(origin), places.get(destination)];
  if (from === undefined || to === undefined) return { value: 0, weight: 0 };
  return { value: greatCircleKm(from, to), weight: dailyFlights };
}
