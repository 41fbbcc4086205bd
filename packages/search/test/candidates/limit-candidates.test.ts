import type { NormalizedRequest } from "@wayfare/contract";
import type { SuppliedFlight, SupplierResult } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Candidate, mergeResults } from "../../src/candidates/merge.ts";
import { selectFlights } from "../../src/candidates/select.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight } from "../sample-flights.ts";

const mileValue = () => 1.3;
const searchId = "srch_01kahz2j7p3v8c5m9n4q6r7s8t";

function requestFor(changes: Partial<NormalizedRequest>): NormalizedRequest {
  const searchRequest = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true };
  return { ...normalizeRequest(searchRequest, facts, Date.UTC(2027, 0, 1)), ...changes };
}

function resultOf(slot: number, flights: SuppliedFlight[]): SupplierResult {
  return { source: `supplier-${slot}`, slot, simulated: true, flights };
}

/** Runs a supplier's results through merge and limit; returns the offers without supplier-dependent ids. */
function selectFrom(answers: readonly SuppliedFlight[][], request: NormalizedRequest) {
  const candidates = mergeResults(
    searchId,
    answers.map((flights, slot) => resultOf(slot, flights)),
    "USD",
  );
  return selectFlights(candidates, request, mileValue).map(describeCandidate);
}

function describeCandidate({ id, cash, award }: Candidate) {
  return { id, totals: cash.map(({ offer }) => offer.total), miles: award.map(({ offer }) => offer.miles) };
}

const numbersOf = (flights: ReturnType<typeof selectFrom>, named: Map<string, string>) =>
  flights.map(({ id }) => named.get(id));

describe("two suppliers", () => {
  /** Prices alternate between the first and the second supplier. Only the second has awards, on its worst flights. */
  const first = Array.from({ length: 30 }, (_, n) => {
    return makeFlight({ number: `${100 + n}`, cash: [makeCash(40_000 + 20 * n)], award: [], departureMinute: n });
  });
  const second = Array.from({ length: 30 }, (_, n) => {
    return makeFlight({ number: `${200 + n}`, cash: [makeCash(40_010 + 20 * n)], award: [], departureMinute: n });
  });
  const dominated = makeFlight({
    number: "999",
    stops: 1,
    durationMinutes: 900,
    cash: [makeCash(250_000)],
    award: [makeAward(90_000)],
  });
  const merged = mergeResults(searchId, [resultOf(0, first), resultOf(1, [...second, dominated])], "USD");
  const named = new Map(merged.map(({ id, flight }) => [id, flight.slices[0]?.segments[0]?.flightNumber ?? ""]));

  test("keep a dominated itinerary of the second supplier that has the only award", () => {
    const kept = numbersOf(selectFrom([first, [...second, dominated]], requestFor({ limit: 10 })), named);
    expect(kept).toEqual(["100", "200", "101", "201", "102", "202", "103", "203", "104", "999"]);
  });

  test("fill half of the results with the best awards of both", () => {
    const withAward = (flight: SuppliedFlight, miles: number) => ({ ...flight, award: [makeAward(miles)] });
    const expensive = (flight: SuppliedFlight, n: number) => ({
      ...withAward(flight, 30_000 + n),
      cash: [makeCash(90_000 + n)],
    });
    const [one, two] = [
      [...first.slice(0, 10), ...first.slice(10).map((flight, n) => expensive(flight, 2 * n))],
      [...second.slice(0, 10), ...second.slice(10).map((flight, n) => expensive(flight, 2 * n + 1))],
    ];
    const kept = numbersOf(selectFrom([one, two], requestFor({ limit: 10 })), named);
    expect(kept).toEqual(["100", "200", "101", "201", "102", "110", "210", "111", "211", "112"]);
  });

  test("have their offers of one itinerary merged before the limit applies", () => {
    const shared = makeFlight({ number: "500", cash: [makeCash(99_000)], award: [] });
    const cheap = { ...shared, cash: [makeCash(30_000)], award: [makeAward(5000)] };
    const [best] = selectFrom(
      [
        [...first, shared],
        [...second, cheap],
      ],
      requestFor({ limit: 10 }),
    );
    expect(best).toMatchObject({ totals: [30_000, 99_000], miles: [5000] });
  });
});

interface Itinerary {
  number: number;
  stops: 0 | 1;
  durationMinutes: number;
  departureMinute: number;
  offers: { kind: "cash" | "award"; supplier: number }[];
}

const arbitraryItineraries: fc.Arbitrary<Itinerary[]> = fc
  .array(
    fc.record({
      stops: fc.constantFrom(0 as const, 1 as const),
      durationMinutes: fc.integer({ min: 400, max: 420 }),
      departureMinute: fc.integer({ min: 0, max: 20 }),
      offers: fc.array(
        fc.record({
          kind: fc.constantFrom("cash" as const, "award" as const),
          supplier: fc.integer({ min: 0, max: 2 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((all) => all.map((each, number) => ({ ...each, number: number + 1 })));

/**
 * Results of three suppliers, or of one supplier with all of them. All prices differ, because ties within a flight are broken by supplier.
 */
function resultsOf(itineraries: readonly Itinerary[], prices: readonly number[], isOne: boolean): SuppliedFlight[][] {
  const answers: SuppliedFlight[][] = [[], [], []];
  for (const { number, offers, ...traits } of itineraries) {
    for (const [slot, answer] of answers.entries()) {
      const own = offers.flatMap((offer, at) => {
        const price = 10_000 + (prices[(number * 5 + at) % prices.length] ?? 0) * 1000 + number * 7 + at;
        return (isOne ? 0 : offer.supplier) === slot ? [{ ...offer, price }] : [];
      });
      const cash = own.flatMap(({ kind, price }) => (kind === "cash" ? [makeCash(price, `Brand ${price}`)] : []));
      const award = own.flatMap(({ kind, price }) => (kind === "award" ? [makeAward(price)] : []));
      if (own.length > 0) answer.push(makeFlight({ ...traits, number: String(number), cash, award }));
    }
  }
  return answers;
}

/** Decision 0008 implemented literally, without regard to speed. */
function expectedIds(
  all: ReturnType<typeof selectFrom>,
  traits: Map<string, Itinerary>,
  limit: number,
  isBoth: boolean,
) {
  const awardCost = ({ miles }: (typeof all)[number]) => Math.min(...miles.map((each) => 12_000 + each * 1.3));
  const price = (each: (typeof all)[number]) => (each.totals.length > 0 ? Math.min(...each.totals) : awardCost(each));
  const minutes = ({ id }: (typeof all)[number]) => traits.get(id)?.durationMinutes ?? 0;
  const lowestBy = (some: typeof all, measure: (each: (typeof all)[number]) => number) => {
    const value = Math.min(...some.map(measure));
    return some.find((each) => measure(each) === value);
  };
  const withAwards = all.filter(({ miles }) => miles.length > 0).toSorted((a, b) => awardCost(a) - awardCost(b));
  const order = [
    lowestBy(all, price),
    lowestBy(
      all.filter(({ id }) => traits.get(id)?.stops === 0),
      price,
    ),
    lowestBy(all, minutes),
    withAwards[0],
    ...(isBoth ? withAwards.slice(0, Math.floor(limit / 2)) : []),
    ...all,
  ];
  const kept = new Set([...new Set(order.flatMap((each) => each?.id ?? []))].slice(0, limit));
  return all.map(({ id }) => id).filter((id) => kept.has(id));
}

test("limits merged results like those of one supplier with everything, as decision 0008 defines", () => {
  fc.assert(
    fc.property(
      arbitraryItineraries,
      fc.array(fc.nat(400), { minLength: 5, maxLength: 30 }),
      fc.record({
        limit: fc.integer({ min: 1, max: 15 }),
        sort: fc.constantFrom("price", "miles", "duration", "departure", "arrival"),
        allOffers: fc.boolean(),
        include: fc.constantFrom([true, true], [true, false], [false, true]),
      }),
      (itineraries, prices, { include: [includeCash = true, includeAward = true], ...changes }) => {
        const request = requestFor({ ...changes, includeCash, includeAward });
        const one = resultsOf(itineraries, prices, true);
        const merged = selectFrom(resultsOf(itineraries, prices, false), request);
        expect(merged).toEqual(selectFrom(one, request));
        const all = selectFrom(one, { ...request, limit: 250 });
        const traits = new Map(
          mergeResults(
            searchId,
            one.map((flights, slot) => resultOf(slot, flights)),
            "USD",
          ).flatMap(({ id, flight }) => {
            const number = Number(flight.slices[0]?.segments[0]?.flightNumber);
            const itinerary = itineraries.find((each) => each.number === number);
            return itinerary ? [[id, itinerary] as const] : [];
          }),
        );
        const isBoth = includeCash && includeAward;
        expect(merged.map(({ id }) => id)).toEqual(expectedIds(all, traits, changes.limit, isBoth));
      },
    ),
    { seed: 20_261_122, numRuns: 500 },
  );
});
