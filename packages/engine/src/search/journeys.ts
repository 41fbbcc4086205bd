import type { Program } from "../awards/programs/programs.ts";
import { isSoldWith } from "../itineraries/sale-end.ts";
import { bestPairs, type Keyed } from "./best-pairs.ts";
import { type Candidate, centsInBrand, countBrands, type PricedFare, type SearchDirection } from "./candidates.ts";
import type { FlightSearch, FlightSort } from "./flight-search.ts";
import type { Journey } from "./journey.ts";
import { createPairSelector, moneyOfAwards } from "./limited-pairs.ts";

export type { Journey } from "./journey.ts";

export function oneWayJourneys(direction: SearchDirection): Journey[] {
  return direction.candidates.map((candidate) => {
    return {
      slices: [{ direction, candidate }],
      fares: candidate.oneWay === null ? null : [candidate.oneWay],
      partyCents: candidate.oneWay?.partyCents ?? Number.POSITIVE_INFINITY,
      awards: candidate.awards.map((award) => [award]),
    };
  });
}

/** Minimum time at the destination, in minutes. */
export const minStayMinutes = 60;

/**
 * Round trips to describe: for every form of payment (two one-ways, half round trips that combine, a program's miles) the best pairs by
 * each sort order, without forming the product of both directions.
 */
export function roundTripJourneys(out: SearchDirection, back: SearchDirection, search: FlightSearch): Journey[] {
  const pairs = new Map<Candidate, Set<Candidate>>();
  const journeys: Journey[] = [];

  const select = createPairSelector(search);
  const makeJourney = (a: Candidate, b: Candidate) =>
    roundTrip({ direction: out, candidate: a }, { direction: back, candidate: b }, brands);

  function collect(payments: Payment[], sort: FlightSort, count: number): void {
    for (const { cost, outbound, inbound, cents = cost } of payments) {
      const left = keyed(outbound, (candidate) => sortKey(sort, candidate, cost(candidate), true));
      const right = keyed(inbound, (candidate) => sortKey(sort, candidate, cost(candidate), false));
      const isByPrice = cents === cost && (sort === "price" || sort === "miles");
      for (const [a, b] of select(left, right, { count, cents, isByPrice, allows: allowsStay, makeJourney })) {
        const known = pairs.get(a) ?? new Set();
        if (known.has(b)) continue;
        pairs.set(a, known.add(b));
        journeys.push(makeJourney(a, b));
      }
    }
  }

  const brands = countBrands([out, back]);
  const oneWays = search.includeCash ? oneWayCosts(out, back, brands) : [];
  const money = search.includeCash ? [...oneWays, ...halfCosts(out, back, brands)] : [];
  const miles = search.includeAward ? milesCosts(out, back, search) : [];
  collect([...money, ...miles], search.sort === "miles" ? "price" : search.sort, search.limit);
  // Journeys that the limit always keeps: the fastest, and the cheapest in any order.
  collect([...oneWays, ...miles], "duration", extremePairs);
  if (search.sort !== "price") collect([...money, ...miles], "price", extremePairs);
  collect(money.map(nonstopOnly), "price", extremePairs);
  return journeys;
}

const extremePairs = 3;

/** Price of a candidate in one form of payment; Infinity if not possible. */
type Cost = (candidate: Candidate) => number;

/** One form of payment, with its candidates. */
interface Payment {
  cost: Cost;
  /** Money in cents, if `cost` is not in money. */
  cents?: Cost;
  outbound: readonly Candidate[];
  inbound: readonly Candidate[];
}

/** Journeys with a self-transfer on a slice or both that cost less than a price: the best pairs by price. */
export function selfTransferJourneys(
  out: SearchDirection,
  back: SearchDirection,
  { limit, belowCents }: { limit: number; belowCents: number },
): Journey[] {
  const brands = countBrands([out, back]);
  const pairs = new Map<Candidate, Set<Candidate>>();
  const journeys: Journey[] = [];
  for (const { cost, outbound, inbound } of oneWayCosts(out, back, brands)) {
    for (const [a, b] of bestPairs(keyed(outbound, cost), keyed(inbound, cost), limit, allowsStay)) {
      const known = pairs.get(a) ?? new Set();
      if (known.has(b)) continue;
      pairs.set(a, known.add(b));
      const journey = roundTrip({ direction: out, candidate: a }, { direction: back, candidate: b }, brands);
      if (journey.partyCents < belowCents) journeys.push(journey);
    }
  }
  return journeys;
}

function allowsStay(out: Candidate, back: Candidate): boolean {
  return back.departure >= out.arrival + minStayMinutes && isSoldWith(out, back);
}

/** Two one-ways of each brand. */
function oneWayCosts(out: SearchDirection, back: SearchDirection, brands: number): Payment[] {
  const costs = Array.from(
    { length: brands },
    (_, brand): Cost =>
      ({ oneWay }) =>
        centsInBrand(oneWay, brand),
  );
  return costs.map((cost) => ({ cost, outbound: out.candidates, inbound: back.candidates }));
}

/** Half round trips of each combination and brand. */
function halfCosts(out: SearchDirection, back: SearchDirection, brands: number): Payment[] {
  const combinations = (direction: SearchDirection) =>
    new Set(direction.candidates.flatMap(({ half }) => half?.combination ?? []));
  const both = [...combinations(out).intersection(combinations(back))];
  return both.flatMap((combination) =>
    Array.from({ length: brands }, (_, brand): Payment => {
      const cost: Cost = ({ half }) =>
        half?.combination === combination ? centsInBrand(half, brand) : Number.POSITIVE_INFINITY;
      return { cost, outbound: out.candidates, inbound: back.candidates };
    }),
  );
}

function milesCosts(out: SearchDirection, back: SearchDirection, search: FlightSearch): Payment[] {
  const outbound = milesByProgram(out);
  const inbound = milesByProgram(back);
  return [...outbound].flatMap(([program, there]): Payment[] => {
    const home = inbound.get(program);
    if (home === undefined) return [];
    const cost: Cost = (candidate) => there.get(candidate) ?? home.get(candidate) ?? Number.POSITIVE_INFINITY;
    const [moneyOut, moneyBack] = [moneyOfAwards(out, program, search), moneyOfAwards(back, program, search)];
    const cents: Cost = (candidate) => (there.has(candidate) ? moneyOut(candidate) : moneyBack(candidate));
    return [{ cost, cents, outbound: [...there.keys()], inbound: [...home.keys()] }];
  });
}

function milesByProgram({ candidates }: SearchDirection): Map<Program, Map<Candidate, number>> {
  const byProgram = new Map<Program, Map<Candidate, number>>();
  for (const candidate of candidates) {
    for (const { program, miles } of candidate.awards) {
      const known = byProgram.get(program);
      if (known === undefined) byProgram.set(program, new Map([[candidate, miles]]));
      else known.set(candidate, miles);
    }
  }
  return byProgram;
}

function nonstopOnly({ cost, ...payment }: Payment): Payment {
  return {
    ...payment,
    cost: (candidate) => (candidate.flights.length === 1 ? cost(candidate) : Number.POSITIVE_INFINITY),
  };
}

function keyed(candidates: readonly Candidate[], keyOf: (candidate: Candidate) => number): Keyed<Candidate>[] {
  return candidates.map((item) => ({ item, key: keyOf(item) }));
}

/** Greater than any price in cents: combines a time and a price in one exact number. */
export const timeFirst = 1e8;

/** A key whose sum over both slices sorts round trips; equal times are sorted by cost. */
function sortKey(sort: FlightSort, { departure, arrival }: Candidate, cost: number, outbound: boolean): number {
  if (cost === Number.POSITIVE_INFINITY || sort === "price" || sort === "miles") return cost;
  if (sort === "duration") return (arrival - departure) * timeFirst + cost;
  if (!outbound) return cost;
  return (sort === "departure" ? departure : arrival) * timeFirst + cost;
}

function roundTrip(out: Journey["slices"][number], back: Journey["slices"][number], brands: number): Journey {
  const fares = cheapestFares(out.candidate, back.candidate, brands);
  const awards = out.candidate.awards.flatMap((there) => {
    const home = back.candidate.awards.find(({ program }) => program === there.program);
    return home === undefined ? [] : [[there, home]];
  });
  const partyCents = fares === null ? Number.POSITIVE_INFINITY : totalCents(fares, brands);
  const isSold = partyCents < Number.POSITIVE_INFINITY;
  return { slices: [out, back], fares: isSold ? fares : null, partyCents, awards };
}

/** Half round trips if they combine; otherwise, or if they are more expensive, two one-ways. */
function cheapestFares(out: Candidate, back: Candidate, brands: number): PricedFare[] | null {
  const oneWays = out.oneWay === null || back.oneWay === null ? null : [out.oneWay, back.oneWay];
  if (out.half === null || back.half === null) return oneWays;
  if (out.half.combination !== back.half.combination) return oneWays;
  const halves = [out.half, back.half];
  if (oneWays === null) return halves;
  return totalCents(halves, brands) <= totalCents(oneWays, brands) ? halves : oneWays;
}

/** Price of fares that are sold together, in the cheapest brand: an offer has the same brand, as far as possible, on all slices. */
export function totalCents(fares: readonly PricedFare[], brands: number): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let brand = 0; brand < brands; brand++) {
    let cents = 0;
    for (const fare of fares) cents += centsInBrand(fare, brand);
    lowest = Math.min(lowest, cents);
  }
  return lowest;
}
