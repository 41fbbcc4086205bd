import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AwardOffer, SearchQuery, SuppliedFlight } from "../../src/port/port.ts";
import { joinTickets, pairAwards } from "../../src/seats-aero/award-pairs.ts";
import { awardMoneyOf } from "../../src/wire/award-money.ts";
import { makeSegment } from "../segment.ts";

type Terms = {
  program: string;
  miles: number;
  total: number | null;
  departure: number;
  minutes: number;
  currency: "USD" | "GBP";
};

function oneWay({ program, miles, total, departure, minutes, currency }: Terms, at: number): SuppliedFlight {
  const award: AwardOffer = {
    currency,
    program,
    miles,
    perTraveler: [{ type: "adult", count: 1, miles, total }],
    total,
    taxes: total === null ? null : [{ code: null, amount: total }],
    surcharges: null,
    fees: null,
    cabin: "economy",
    level: null,
    chart: null,
    seatsRemaining: null,
    cashEquivalent: null,
    observedAtMs: 1_795_000_000_000 - at,
    confidence: 0.5,
    reference: `row${at}/trip${at}`,
  };
  const times = {
    departure: { epochMinutes: departure, offsetMinutes: 0 },
    arrival: { epochMinutes: departure + minutes, offsetMinutes: 0 },
  };
  const segment = makeSegment({ flightNumber: String(at + 1), ...times });
  const slice = { origin: segment.origin, destination: segment.destination, segments: [segment], layovers: [] };
  return { slices: [slice], cash: [], award: [award], emissions: null };
}

const terms = fc.record<Terms>({
  program: fc.constantFrom("aeroplan", "united"),
  miles: fc.integer({ min: 1, max: 9 }).map((thousands) => thousands * 1000),
  total: fc.option(fc.integer({ min: 0, max: 20_000 })),
  departure: fc.integer({ min: 0, max: 3000 }),
  minutes: fc.integer({ min: 60, max: 900 }),
  currency: fc.constantFrom("USD", "GBP"),
});
const flights = fc.array(terms, { maxLength: 12 }).map((list) => list.map(oneWay));

type Query = Pick<SearchQuery, "currency" | "sort" | "limit" | "maxPrice">;

const firstOf = ({ award, slices }: SuppliedFlight) => {
  const [offer] = award;
  const [from, to] = [slices[0]?.segments[0]?.departure, slices[0]?.segments[0]?.arrival];
  if (offer === undefined || !from || !to) throw new Error("a one-way has an award and times");
  return { offer, departure: from.epochMinutes, arrival: to.epochMinutes };
};

/** Every pair, without a limit. */
function allPairs(out: readonly SuppliedFlight[], back: readonly SuppliedFlight[], { currency, maxPrice }: Query) {
  return out.flatMap((there) =>
    back.flatMap((home) => {
      const [a, b] = [firstOf(there), firstOf(home)];
      if (a.offer.program !== b.offer.program || b.departure <= a.arrival) return [];
      const offer = joinTickets(
        [...there.slices, ...home.slices].map((slice, at) => ({ slice, award: at === 0 ? a.offer : b.offer })),
        currency,
      );
      const money = awardMoneyOf(offer, currency);
      if (maxPrice !== undefined && (money === null || money > maxPrice)) return [];
      const minutes = a.arrival - a.departure + b.arrival - b.departure;
      const keys = { price: 0, miles: 0, duration: minutes, departure: a.departure, arrival: a.arrival };
      return [{ offer, keys, miles: offer.miles, minutes }];
    }),
  );
}

describe("round trips of two award tickets", () => {
  test("are all pairs that a comparison of every pair finds, and the first ones within the limit", () => {
    const query = fc.record({
      currency: fc.constantFrom("USD" as const, "GBP" as const),
      sort: fc.constantFrom(
        "price" as const,
        "miles" as const,
        "duration" as const,
        "departure" as const,
        "arrival" as const,
      ),
      limit: fc.constantFrom(1, 2, 5, 250),
      maxPrice: fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined }),
    });
    const check = (
      out: SuppliedFlight[],
      back: SuppliedFlight[],
      { maxPrice, ...rest }: Omit<Query, "maxPrice"> & { maxPrice: number | undefined },
    ) => {
      const asked = { ...rest, ...(maxPrice !== undefined && { maxPrice }) };
      const found = pairAwards(out, back, asked).map(({ award }) => award[0]);
      const expected = allPairs(out, back, asked);
      const references = new Set(expected.map(({ offer }) => offer.reference));
      expect(new Set(found.map((offer) => offer?.reference)).size).toBe(found.length);
      for (const offer of found) expect(references).toContain(offer?.reference);
      for (const program of ["aeroplan", "united"]) {
        const ofProgram = expected.filter(({ offer }) => offer.program === program);
        const inProgram = found.filter((offer) => offer?.program === program);
        expect(inProgram.length).toBeGreaterThanOrEqual(Math.min(asked.limit, ofProgram.length));
        expect(inProgram.length).toBeLessThanOrEqual(asked.limit + 6);
        // Pairs of equal keys may replace each other.
        const sorted = ofProgram.toSorted((a, b) => a.keys[asked.sort] - b.keys[asked.sort] || a.miles - b.miles);
        const first = sorted.slice(0, asked.limit).map(({ keys, miles }) => [keys[asked.sort], miles]);
        const isFound = new Set(inProgram.map((offer) => offer?.reference));
        const shown = sorted.filter(({ offer }) => isFound.has(offer.reference));
        expect(shown.slice(0, asked.limit).map(({ keys, miles }) => [keys[asked.sort], miles])).toEqual(first);
        const fewest = Math.min(...ofProgram.map(({ miles }) => miles));
        const fastest = Math.min(...ofProgram.map(({ minutes }) => minutes));
        expect(Math.min(...shown.map(({ miles }) => miles))).toBe(fewest);
        expect(Math.min(...shown.map(({ minutes }) => minutes))).toBe(fastest);
      }
    };
    fc.assert(fc.property(flights, flights, query, check), { seed: 45, numRuns: 500 });
  });

  test("compare at most 500 one-ways of a program and direction, those with the fewest miles", () => {
    const list = (count: number, departure: (at: number) => number) =>
      Array.from({ length: count }, (_, at) => {
        const times = { departure: departure(at), minutes: 60 };
        return oneWay({ program: "united", miles: 1000 + at, total: 560, currency: "USD", ...times }, at);
      });
    const back = list(1, () => 3000);
    const pairs = (lateOnes: number) =>
      pairAwards(
        list(2000, (at) => (at < lateOnes ? 4000 : 0)),
        back,
        { currency: "USD", sort: "price", limit: 50 },
      ).length;
    // Outbound flights that leave after the return cannot be combined.
    expect([pairs(0), pairs(490), pairs(500)]).toEqual([50, 10, 0]);
  });

  test("have the link, the miles and the money of each ticket, and are only as certain as both", () => {
    const parts = [
      { program: "united", miles: 30_000, total: 560, departure: 0, minutes: 400, currency: "USD" as const },
      { program: "united", miles: 35_000, total: 21_010, departure: 9000, minutes: 400, currency: "GBP" as const },
    ].map(oneWay);
    const [out, back] = parts.map((flight) => ({
      ...flight,
      award: flight.award.map((offer) => ({ ...offer, bookingLink: `https://example.com/${offer.miles}` })),
    }));
    if (out === undefined || back === undefined) throw new Error("two flights");
    const [pair] = pairAwards([out], [back], { currency: "USD", sort: "price", limit: 50 });
    expect(pair?.award[0]).toMatchObject({
      miles: 65_000,
      total: null,
      taxes: null,
      confidence: 0.25,
      separateTickets: true,
      reference: "row0/trip0 row1/trip1",
      tickets: [
        { segments: 1, miles: 30_000, total: 560, currency: "USD", bookingLink: "https://example.com/30000" },
        { segments: 1, miles: 35_000, total: 21_010, currency: "GBP", bookingLink: "https://example.com/35000" },
      ],
    });
    expect(pair?.award[0]).not.toHaveProperty("bookingLink");
    const same = [out, { ...back, award: back.award.map((offer) => ({ ...offer, currency: "USD" as const })) }];
    const [sum] = pairAwards(same.slice(0, 1), same.slice(1), { currency: "USD", sort: "price", limit: 50 });
    expect(sum?.award[0]).toMatchObject({
      total: 21_570,
      currency: "USD",
      perTraveler: [{ miles: 65_000, total: 21_570 }],
    });
  });
});
