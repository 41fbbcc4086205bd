import type { SliceAward } from "../awards/price-slice.ts";
import type { Program } from "../awards/programs/programs.ts";
import { isSoldWith } from "../itineraries/sale-end.ts";
import { bestChains } from "./best-chains.ts";
import { type Candidate, centsInBrand, countBrands, type SearchDirection } from "./candidates.ts";
import type { FlightSearch, FlightSort } from "./flight-search.ts";
import { type Journey, minStayMinutes, timeFirst, totalCents } from "./journeys.ts";
import { moneyOfAwards } from "./limited-pairs.ts";
import { applyPriceLimit, bandOf } from "./price-limit.ts";

/** Price of a candidate in one form of payment; Infinity if not possible. */
type Cost = (candidate: Candidate) => number;

/** One form of payment. */
interface Payment {
  cost: Cost;
  /** Money in cents, if `cost` is not in money. */
  cents?: (candidate: Candidate, slice: number) => number;
}

function isWithin(journey: Journey, search: FlightSearch): boolean {
  const { fares, exceedsLimit, awards } = applyPriceLimit(journey, search);
  return (fares !== null && exceedsLimit !== true) || awards.length > 0;
}

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

  const { priceLimit } = search;
  const maxPrice = priceLimit === undefined ? null : bandOf(priceLimit, search, directions.length).outside;

  function* collect(payments: readonly Payment[], sort: FlightSort, count: number): Generator<undefined, void> {
    for (const { cost, cents } of payments) {
      for (const sold of groups) {
        const layers = sold.map((candidates, slice) =>
          candidates.map((candidate) => ({
            item: candidate,
            key: sortKey(sort, candidate, { cost: cost(candidate), slice }),
            price: maxPrice === null ? 0 : (cents?.(candidate, slice) ?? cost(candidate)),
            start: candidate.departure - minStayMinutes,
            end: candidate.arrival,
          })),
        );
        const allows = (chain: readonly Candidate[]) => isWithin(toJourney(directions, chain, brands), search);
        const limit = maxPrice === null ? {} : { maxPrice, allows };
        for (const chain of yield* bestChains(layers, count, limit)) {
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
  const money = search.includeCash ? costsOfBrands.map((cost): Payment => ({ cost })) : [];
  const miles = search.includeAward ? milesCosts(directions, search) : [];
  yield* collect([...money, ...miles], search.sort === "miles" ? "price" : search.sort, search.limit);
  // Journeys that the limit always keeps: the fastest, and the cheapest in any order.
  yield* collect([...money, ...miles], "duration", extremeJourneys);
  if (search.sort !== "price") yield* collect([...money, ...miles], "price", extremeJourneys);
  yield* collect(
    money.map(({ cost }) => ({ cost: nonstopOnly(cost) })),
    "price",
    extremeJourneys,
  );
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
function milesCosts(directions: readonly SearchDirection[], search: FlightSearch): Payment[] {
  const programsOf = ({ candidates }: SearchDirection) =>
    new Set(candidates.flatMap(({ awards }) => awards.map(({ program }) => program)));
  const [first, ...others] = directions.map(programsOf);
  const programs = others.reduce((common, set) => common.intersection(set), first);
  return [...programs].map((program): Payment => {
    const money = directions.map((direction) => moneyOfAwards(direction, program, search));
    return {
      cost: (candidate) => awardOf(candidate, program)?.miles ?? Number.POSITIVE_INFINITY,
      cents: (candidate, slice) => money[slice](candidate),
    };
  });
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
