import type { SliceAward } from "../awards/price-slice.ts";
import type { Program } from "../awards/programs/programs.ts";
import { bestPairs, type Keyed } from "./best-pairs.ts";
import type { Candidate, PricedFare, Side } from "./candidates.ts";
import type { FlightSearch, FlightSort } from "./flight-search.ts";

/** One candidate a slice: one of them for one way, two for a round trip. */
export interface Journey {
  slices: { side: Side; candidate: Candidate }[];
  /** Fares of the slices as they are cheapest together, or null where they have none. */
  fares: PricedFare[] | null;
  partyCents: number;
  /** Programs that book every slice, with what they ask for each. */
  awards: SliceAward[][];
}

export function oneWayJourneys(side: Side): Journey[] {
  return side.candidates.map((candidate) => {
    return {
      slices: [{ side, candidate }],
      fares: candidate.oneWay === null ? null : [candidate.oneWay],
      partyCents: candidate.oneWay?.partyCents ?? Number.POSITIVE_INFINITY,
      awards: candidate.awards.map((award) => [award]),
    };
  });
}

/** Nobody flies back before having arrived: the least time at the destination, in minutes. */
const leastStayMinutes = 60;

/**
 * Round trips worth describing: for every way of paying (two one-ways, half round trips that combine, a program's miles) the
 * best pairs by each order that an answer may be sorted by, without forming the product of both directions.
 */
export function roundTripJourneys(out: Side, back: Side, search: FlightSearch): Journey[] {
  const pairs = new Map<Candidate, Set<Candidate>>();
  const journeys: Journey[] = [];
  const allows = (a: Candidate, b: Candidate) => b.departure >= a.arrival + leastStayMinutes;

  function collect(payments: Payment[], sort: FlightSort, count: number): void {
    for (const { cost, outward, homeward } of payments) {
      const left = keyed(outward, (candidate) => sortKey(sort, candidate, cost(candidate), true));
      const right = keyed(homeward, (candidate) => sortKey(sort, candidate, cost(candidate), false));
      for (const [a, b] of bestPairs(left, right, count, allows)) {
        const known = pairs.get(a) ?? new Set();
        if (known.has(b)) continue;
        pairs.set(a, known.add(b));
        journeys.push(roundTrip({ side: out, candidate: a }, { side: back, candidate: b }));
      }
    }
  }

  const money = search.includeCash ? moneyCosts(out, back) : [];
  const miles = search.includeAward ? milesCosts(out, back) : [];
  collect([...money, ...miles], search.sort === "miles" ? "price" : search.sort, search.limit);
  // The few that a cut never drops: the fastest, and the cheapest whatever the order.
  collect([...money.slice(0, 1), ...miles], "duration", championPairs);
  if (search.sort !== "price") collect([...money, ...miles], "price", championPairs);
  collect(money.map(nonstopOnly), "price", championPairs);
  return journeys;
}

const championPairs = 3;

/** What a candidate costs in one way of paying; Infinity where it cannot be paid so. */
type Cost = (candidate: Candidate) => number;

/** One way of paying, with the candidates that it may pay. */
interface Payment {
  cost: Cost;
  outward: readonly Candidate[];
  homeward: readonly Candidate[];
}

function moneyCosts(out: Side, back: Side): Payment[] {
  const combinations = (side: Side) => new Set(side.candidates.flatMap(({ half }) => half?.combination ?? []));
  const both = [...combinations(out).intersection(combinations(back))];
  const halves = both.map((combination): Cost => {
    return ({ half }) =>
      half !== null && half.combination === combination ? half.partyCents : Number.POSITIVE_INFINITY;
  });
  const costs: Cost[] = [({ oneWay }) => oneWay?.partyCents ?? Number.POSITIVE_INFINITY, ...halves];
  return costs.map((cost) => ({ cost, outward: out.candidates, homeward: back.candidates }));
}

function milesCosts(out: Side, back: Side): Payment[] {
  const outward = milesByProgram(out);
  const homeward = milesByProgram(back);
  return [...outward].flatMap(([program, there]): Payment[] => {
    const home = homeward.get(program);
    if (home === undefined) return [];
    const cost: Cost = (candidate) => there.get(candidate) ?? home.get(candidate) ?? Number.POSITIVE_INFINITY;
    return [{ cost, outward: [...there.keys()], homeward: [...home.keys()] }];
  });
}

function milesByProgram({ candidates }: Side): Map<Program, Map<Candidate, number>> {
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

/** More than any price in cents: puts a time before a price in one number that is still exact. */
const timeFirst = 1e8;

/** A key whose sum over both slices orders round trips; a time ties by cost. */
function sortKey(sort: FlightSort, { departure, arrival }: Candidate, cost: number, outbound: boolean): number {
  if (cost === Number.POSITIVE_INFINITY || sort === "price" || sort === "miles") return cost;
  if (sort === "duration") return (arrival - departure) * timeFirst + cost;
  if (!outbound) return cost;
  return (sort === "departure" ? departure : arrival) * timeFirst + cost;
}

function roundTrip(out: Journey["slices"][number], back: Journey["slices"][number]): Journey {
  const fares = cheapestFares(out.candidate, back.candidate);
  const awards = out.candidate.awards.flatMap((there) => {
    const home = back.candidate.awards.find(({ program }) => program === there.program);
    return home === undefined ? [] : [[there, home]];
  });
  const partyCents = fares === null ? Number.POSITIVE_INFINITY : fares.reduce((sum, fare) => sum + fare.partyCents, 0);
  return { slices: [out, back], fares, partyCents, awards };
}

/** Half round trips where they combine, else, or where that is dearer, two one-ways. */
function cheapestFares(out: Candidate, back: Candidate): PricedFare[] | null {
  const oneWays = out.oneWay === null || back.oneWay === null ? null : [out.oneWay, back.oneWay];
  if (out.half === null || back.half === null) return oneWays;
  if (out.half.combination !== back.half.combination) return oneWays;
  const halves = [out.half, back.half];
  if (oneWays === null) return halves;
  const total = (fares: PricedFare[]) => fares.reduce((sum, { partyCents }) => sum + partyCents, 0);
  return total(halves) <= total(oneWays) ? halves : oneWays;
}
