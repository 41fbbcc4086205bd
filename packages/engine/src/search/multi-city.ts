import type { SliceAward } from "../awards/price-slice.ts";
import type { Program } from "../awards/programs/programs.ts";
import { bestChains } from "./best-chains.ts";
import { type Candidate, centsInBrand, countBrands, type SearchDirection } from "./candidates.ts";
import type { FlightSearch, FlightSort } from "./flight-search.ts";
import { type Journey, minStayMinutes, timeFirst, totalCents } from "./journeys.ts";

/** Price of a candidate in one form of payment; Infinity if not possible. */
type Cost = (candidate: Candidate) => number;

/** Journeys that are kept in another order than the requested one. */
const extremeJourneys = 3;

/**
 * Multi-city journeys to describe: for money, which pays a one-way for each slice, and for the miles of each program that books every slice,
 * the best combinations by each sort order, without forming the product of the slices.
 */
export function* multiCityJourneys(
  directions: readonly SearchDirection[],
  search: FlightSearch,
): Generator<undefined, Journey[]> {
  const journeys = new Map<string, Journey>();
  const brands = countBrands(directions);
  const numbers = directions.map(({ candidates }) => new Map(candidates.map((candidate, at) => [candidate, at])));

  function* collect(costs: readonly Cost[], sort: FlightSort, count: number): Generator<undefined, void> {
    for (const cost of costs) {
      const layers = directions.map(({ candidates }, slice) =>
        candidates.map((candidate) => ({
          item: candidate,
          key: sortKey(sort, candidate, { cost: cost(candidate), slice }),
          start: candidate.departure - minStayMinutes,
          end: candidate.arrival,
        })),
      );
      for (const chain of yield* bestChains(layers, count)) {
        const id = chain.map((candidate, slice) => numbers[slice].get(candidate)).join(" ");
        if (!journeys.has(id)) journeys.set(id, toJourney(directions, chain, brands));
      }
    }
  }

  const costsOfBrands = Array.from(
    { length: brands },
    (_, brand): Cost =>
      ({ oneWay }) =>
        centsInBrand(oneWay, brand),
  );
  const money = search.includeCash ? costsOfBrands : [];
  const miles = search.includeAward ? milesCosts(directions) : [];
  yield* collect([...money, ...miles], search.sort === "miles" ? "price" : search.sort, search.limit);
  // Journeys that the limit always keeps: the fastest, and the cheapest in any order.
  yield* collect([...money, ...miles], "duration", extremeJourneys);
  if (search.sort !== "price") yield* collect([...money, ...miles], "price", extremeJourneys);
  yield* collect(money.map(nonstopOnly), "price", extremeJourneys);
  return [...journeys.values()];
}

/** Miles of each program that books a candidate of every slice. */
function milesCosts(directions: readonly SearchDirection[]): Cost[] {
  const programsOf = ({ candidates }: SearchDirection) =>
    new Set(candidates.flatMap(({ awards }) => awards.map(({ program }) => program)));
  const [first, ...others] = directions.map(programsOf);
  const programs = others.reduce((common, set) => common.intersection(set), first);
  return [...programs].map(
    (program): Cost =>
      (candidate) =>
        awardOf(candidate, program)?.miles ?? Number.POSITIVE_INFINITY,
  );
}

function awardOf({ awards }: Candidate, program: Program): SliceAward | undefined {
  return awards.find((award) => award.program === program);
}

function nonstopOnly(cost: Cost): Cost {
  return (candidate) => (candidate.flights.length === 1 ? cost(candidate) : Number.POSITIVE_INFINITY);
}

/** A key whose sum over all slices sorts journeys; equal times are sorted by cost. */
function sortKey(
  sort: FlightSort,
  { departure, arrival }: Candidate,
  { cost, slice }: { cost: number; slice: number },
): number {
  if (cost === Number.POSITIVE_INFINITY || sort === "price" || sort === "miles") return cost;
  if (sort === "duration") return (arrival - departure) * timeFirst + cost;
  if (slice > 0) return cost;
  return (sort === "departure" ? departure : arrival) * timeFirst + cost;
}

function toJourney(directions: readonly SearchDirection[], chain: readonly Candidate[], brands: number): Journey {
  const fares = chain.flatMap(({ oneWay }) => oneWay ?? []);
  const awards = chain[0].awards.flatMap(({ program }) => {
    const slices = chain.flatMap((candidate) => awardOf(candidate, program) ?? []);
    return slices.length === chain.length ? [slices] : [];
  });
  const partyCents = fares.length === chain.length ? totalCents(fares, brands) : Number.POSITIVE_INFINITY;
  return {
    slices: chain.map((candidate, slice) => ({ direction: directions[slice], candidate })),
    fares: partyCents < Number.POSITIVE_INFINITY ? fares : null,
    partyCents,
    awards,
  };
}
