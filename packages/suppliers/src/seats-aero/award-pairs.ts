import { bestPairs, type Keyed } from "@wayfare/engine";
import type { AwardOffer, AwardTicket, SearchQuery, Slice, SuppliedFlight } from "../port/port.ts";
import { awardMoneyOf } from "../wire/award-money.ts";

/** One-ways of one program and direction that are combined: the first in the requested order. It bounds the pairs that are compared. */
const maxOneWays = 500;
/** Pairs of one program that are kept in addition to the first `limit` in the requested order: the cheapest and the fastest. */
const extremePairs = 3;

/** An award of one direction. */
interface OneWay {
  slice: Slice;
  award: AwardOffer;
  /** Money part in the currency of the search, to compare awards; null if it is unknown. */
  money: number | null;
  departure: number;
  arrival: number;
}

type PairQuery = Pick<SearchQuery, "currency" | "sort" | "limit" | "maxPrice">;

/**
 * Combines one-ways to round trips on two tickets, both booked with the miles of the same program. The return departs after the outbound
 * slice has arrived. Of each program these pairs are returned, at most `limit` + 6, fewest miles first within equal keys:
 *
 * - the first `limit` in the requested order, by price as by miles: fewest miles, then the lowest money part,
 * - the three with the fewest miles, and the three with the shortest flying time.
 */
export function pairAwards(
  out: readonly SuppliedFlight[],
  back: readonly SuppliedFlight[],
  query: PairQuery,
): SuppliedFlight[] {
  const inbound = byProgram(back, query);
  return [...byProgram(out, query)].flatMap(([program, there]) => {
    const home = inbound.get(program);
    return home === undefined ? [] : pairProgram(there, home, query).map(([a, b]) => toRoundTrip(a, b, query));
  });
}

function byProgram(flights: readonly SuppliedFlight[], query: PairQuery): Map<string, OneWay[]> {
  const oneWays = flights.flatMap(({ slices: [slice], award }) => {
    const [departure, arrival] = [slice?.segments[0]?.departure, slice?.segments.at(-1)?.arrival];
    if (slice === undefined || !departure || !arrival) return [];
    const times = { departure: departure.epochMinutes, arrival: arrival.epochMinutes };
    return award.map((offer) => ({ slice, award: offer, money: awardMoneyOf(offer, query.currency), ...times }));
  });
  return Map.groupBy(
    oneWays.filter(({ money }) => query.maxPrice === undefined || (money !== null && money <= query.maxPrice)),
    ({ award }) => award.program,
  );
}

function pairProgram(out: readonly OneWay[], back: readonly OneWay[], query: PairQuery): [OneWay, OneWay][] {
  const { sort, limit, maxPrice } = query;
  const known = new Map<OneWay, Set<OneWay>>();
  const pairs: [OneWay, OneWay][] = [];
  const allows = (a: OneWay, b: OneWay) =>
    b.departure > a.arrival &&
    (maxPrice === undefined || isWithin(joinTickets([a, b], query.currency), maxPrice, query));
  for (const [order, count] of [
    [sort, limit],
    ["miles", extremePairs],
    ["duration", extremePairs],
  ] as const) {
    for (const pair of bestPairs(firstOf(out, order, true), firstOf(back, order, false), count, allows)) {
      const [a, b] = pair;
      const partners = known.get(a) ?? new Set();
      if (partners.has(b)) continue;
      known.set(a, partners.add(b));
      pairs.push(pair);
    }
  }
  return pairs;
}

function isWithin(offer: AwardOffer, maxPrice: number, { currency }: PairQuery): boolean {
  const money = awardMoneyOf(offer, currency);
  return money !== null && money <= maxPrice;
}

function firstOf(oneWays: readonly OneWay[], sort: SearchQuery["sort"], isOutbound: boolean): Keyed<OneWay>[] {
  const keyed = oneWays.map((item) => ({ item, key: keyOf(sort, item, isOutbound) }));
  return keyed.toSorted((a, b) => a.key - b.key).slice(0, maxOneWays);
}

/** Greater than the miles and the money part of any award: joins two numbers to an exact key. */
const milesFirst = 1e7;
const timeFirst = 1e8;

/** A key whose sum over both directions sorts round trips. */
function keyOf(sort: SearchQuery["sort"], { award, money, departure, arrival }: OneWay, isOutbound: boolean): number {
  if (sort === "price" || sort === "miles") return award.miles * milesFirst + Math.min(money ?? 0, milesFirst / 2 - 1);
  if (sort === "duration") return (arrival - departure) * timeFirst + award.miles;
  if (!isOutbound) return award.miles;
  return (sort === "departure" ? departure : arrival) * timeFirst + award.miles;
}

function toRoundTrip(out: OneWay, back: OneWay, { currency }: PairQuery): SuppliedFlight {
  return {
    slices: [out.slice, back.slice],
    cash: [],
    award: [joinTickets([out, back], currency)],
    emissions: null,
  };
}

/** Returns the offer of two one-ways of the same program, each on its own ticket. */
export function joinTickets(
  parts: readonly { slice: Pick<Slice, "segments">; award: AwardOffer }[],
  searched: SearchQuery["currency"],
): AwardOffer {
  const awards = parts.map(({ award }) => award);
  const [first] = awards;
  if (first === undefined) throw new TypeError("an award has at least one ticket");
  const currencies = new Set(awards.map(({ currency = searched }) => currency));
  const isSummable = currencies.size === 1;
  const total = isSummable ? sumOf(awards.map((award) => award.total)) : null;
  const links = new Set(awards.map(({ bookingLink }) => bookingLink));
  const isMixed = awards.some(({ segments }) => segments !== undefined);
  const { currency: _currency, bookingLink, reference: _reference, segments: _segments, ...terms } = first;
  return {
    ...terms,
    ...(isSummable && first.currency !== undefined && { currency: first.currency }),
    miles: awards.reduce((sum, { miles }) => sum + miles, 0),
    perTraveler: first.perTraveler.map((traveler, at) => {
      const same = awards.map(({ perTraveler }) => perTraveler[at] ?? traveler);
      const miles = same.reduce((sum, each) => sum + each.miles, 0);
      return { ...traveler, miles, total: isSummable ? sumOf(same.map((each) => each.total)) : null };
    }),
    total,
    taxes: total === null ? null : [{ code: null, amount: total }],
    ...(isMixed && {
      segments: parts.flatMap(({ slice, award }) =>
        slice.segments.map((_, at) => award.segments?.[at] ?? { cabin: award.cabin, saver: null }),
      ),
    }),
    seatsRemaining: lowestOf(awards.map(({ seatsRemaining }) => seatsRemaining)),
    observedAtMs: Math.min(...awards.map(({ observedAtMs }) => observedAtMs)),
    // Both tickets must be available.
    confidence: Math.round(100 * awards.reduce((product, { confidence }) => product * confidence, 1)) / 100,
    separateTickets: true,
    // A page that books only one of the tickets is the link of this ticket, not of the offer.
    ...(links.size === 1 && bookingLink !== undefined && { bookingLink }),
    reference: awards.map(({ reference }) => reference).join(" "),
    tickets: parts.map(({ slice, award }) => toTicket(slice, award)),
  };
}

function toTicket({ segments }: Pick<Slice, "segments">, award: AwardOffer): AwardTicket {
  const { miles, total, currency, seatsRemaining, bookingLink, reference = "" } = award;
  return {
    segments: segments.length,
    miles,
    total,
    ...(currency !== undefined && { currency }),
    seatsRemaining,
    ...(bookingLink !== undefined && { bookingLink }),
    reference,
  };
}

function sumOf(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

function lowestOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : Math.min(...known);
}
