import type { SliceAward } from "../awards/price-slice.ts";
import type { Program } from "../awards/programs/programs.ts";
import { isSoldWith } from "../itineraries/sale-end.ts";
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
  const groups = groupBySale(directions);
  const numbers = directions.map(({ candidates }) => new Map(candidates.map((candidate, at) => [candidate, at])));

  function* collect(costs: readonly Cost[], sort: FlightSort, count: number): Generator<undefined, void> {
    for (const cost of costs) {
      for (const sold of groups) {
        const layers = sold.map((candidates, slice) =>
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

/** Candidates of each slice that are sold together: with any first slice, and with those of which only domestic trips are still sold. */
function groupBySale(directions: readonly SearchDirection[]): (readonly Candidate[])[][] {
  const [first, ...later] = directions.map(({ candidates }) => candidates);
  const closing = first.filter(({ onlyDomestic }) => onlyDomestic);
  if (closing.length === 0) return [[first, ...later]];
  const open = first.filter(({ onlyDomestic }) => !onlyDomestic);
  const countries = new Set(closing.map(({ country }) => country));
  const domestic = [...countries].map((country) => {
    const start = { country, onlyDomestic: true };
    const isSold = (candidate: Candidate) => isSoldWith(start, candidate);
    return [closing.filter(isSold), ...later.map((candidates) => candidates.filter(isSold))];
  });
  return [[open, ...later], ...domestic];
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
