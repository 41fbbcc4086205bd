import { airportsOf, createEnumeration, noFilters, parseEpochDay } from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { enumerateForPricing } from "../../src/itineraries/enumerate.ts";
import {
  addItinerary,
  createItinerarySet,
  cutToCap,
  type ItinerarySet,
  resetItinerarySet,
} from "../../src/itineraries/itinerary-set.ts";
import { drawTimetable } from "../fixtures/drawn-network.ts";

const runs = { seed: 20_280_112, numRuns: 300 };

interface Row {
  name: number;
  cost: number;
  carriers: number[];
}

const arbitraryRows = (carriers: fc.Arbitrary<number[]>, cost: fc.Arbitrary<number>) =>
  fc
    .array(fc.record({ cost, carriers }), { minLength: 1, maxLength: 120 })
    .map((rows) => rows.map((row, name): Row => ({ name, ...row })));

/** Up to three carriers of six, each once; one of them flies in most itineraries. */
const distinctCarriers = fc.uniqueArray(fc.oneof(fc.constant(0), fc.nat(5)), { minLength: 1, maxLength: 3 });
/** Few distinct costs, so that many are equal. */
const rowsWithTies = arbitraryRows(distinctCarriers, fc.integer({ min: 60, max: 90 }));
const rowsApart = arbitraryRows(distinctCarriers, fc.integer({ min: 60, max: 6000 }));
const anyRows = fc.oneof(rowsWithTies, rowsApart);
const caps = fc.integer({ min: 1, max: 60 });

/** Each flight of a row has its name and one of its carriers; a row without carriers has one flight without a carrier. */
const flightOf = (name: number, carrier: number) => 8 * name + carrier;
const carrierOf = (flight: number) => flight % 8;
const noCarrier = 7;
const carrierCount = 8;

function flightsOf({ name, carriers: own }: Row): [number, number, number] {
  const [first = noCarrier, second, third] = own;
  const flight = (carrier: number | undefined) => (carrier === undefined ? -1 : flightOf(name, carrier));
  return [flight(first), flight(second), flight(third)];
}

function setOf(rows: readonly Row[], ceiling?: number): ItinerarySet {
  const set = createItinerarySet(ceiling);
  for (const row of rows) addItinerary(set, ...flightsOf(row), row.cost);
  return set;
}

/** The set's rows as `[first, second, third, cost]`, by name. */
function rowsOf({ count, first, second, third, cost }: ItinerarySet): (number | undefined)[][] {
  const rows = Array.from({ length: count }, (_, row) => [first[row], second[row], third[row], cost[row]]);
  return rows.sort(([a = 0], [b = 0]) => a - b);
}

const asRows = (rows: readonly Row[]) =>
  rows.map((row) => [...flightsOf(row), row.cost]).sort(([a = 0], [b = 0]) => a - b);

const namesOf = (rows: (number | undefined)[][]) => new Set(rows.map(([first = 0]) => Math.floor(first / 8)));

function cut(rows: readonly Row[], cap: number): (number | undefined)[][] {
  const set = setOf(rows);
  cutToCap(set, cap, carrierCount, carrierOf);
  return rowsOf(set);
}

function costOfNth(rows: readonly Row[], nth: number): number {
  const costs = rows.map(({ cost }) => cost).sort((a, b) => a - b);
  return costs[Math.min(nth, costs.length) - 1] ?? 0;
}

/** Rows that a cut keeps, by checking each row separately: within the cost limit, or one of the best five of a carrier. */
function cutByBruteForce(rows: readonly Row[], cap: number): Row[] {
  if (rows.length <= cap) return [...rows];
  return rows.filter(
    ({ cost, carriers }) =>
      cost <= costOfNth(rows, cap) ||
      carriers.some((carrier) => rows.filter((row) => row.carriers.includes(carrier) && row.cost < cost).length < 5),
  );
}

describe("a cut to a cap", () => {
  it("keeps the rows that a separate check of each row keeps", () => {
    fc.assert(
      fc.property(anyRows, caps, (rows, cap) => {
        expect(cut(rows, cap)).toEqual(asRows(cutByBruteForce(rows, cap)));
      }),
      runs,
    );
  });

  it("keeps the cheapest, and everything up to the cost of the last within the cap", () => {
    fc.assert(
      fc.property(anyRows, caps, (rows, cap) => {
        const kept = namesOf(cut(rows, cap));
        const due = rows.filter(({ cost }) => cost <= costOfNth(rows, cap));
        expect(due.length).toBeGreaterThanOrEqual(Math.min(cap, rows.length));
        expect(due.filter(({ name }) => !kept.has(name))).toEqual([]);
      }),
      runs,
    );
  });

  it("keeps the best five itineraries of every carrier", () => {
    fc.assert(
      fc.property(anyRows, caps, (rows, cap) => {
        const kept = namesOf(cut(rows, cap));
        for (const carrier of new Set(rows.flatMap(({ carriers }) => carriers))) {
          const own = rows.filter(({ carriers }) => carriers.includes(carrier)).sort((a, b) => a.cost - b.cost);
          expect(own.slice(0, 5).filter(({ name }) => !kept.has(name))).toEqual([]);
        }
      }),
      runs,
    );
  });

  it("counts an itinerary once for a carrier with several of its flights", () => {
    const repeated = arbitraryRows(
      fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 60, max: 600 }),
    );
    fc.assert(
      fc.property(repeated, caps, (rows, cap) => {
        expect(cut(rows, cap)).toEqual(asRows(cutByBruteForce(rows, cap)));
      }),
      runs,
    );
  });

  it("does not depend on the order of the rows", () => {
    const shuffled = anyRows.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(shuffled, caps, ([rows, inOtherOrder], cap) => {
        expect(cut(inOtherOrder, cap)).toEqual(cut(rows, cap));
      }),
      runs,
    );
  });

  it("keeps a set within the cap unchanged, in order", () => {
    fc.assert(
      fc.property(anyRows, fc.nat(20), (rows, spare) => {
        const set = setOf(rows);
        cutToCap(set, rows.length + spare, carrierCount, carrierOf);
        expect(Array.from(set.first.subarray(0, set.count))).toEqual(rows.map((row) => flightsOf(row)[0]));
      }),
      runs,
    );
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(anyRows, caps, (rows, cap) => {
        const once = cut(rows, cap);
        const names = namesOf(once);
        const left = rows.filter(({ name }) => names.has(name));
        expect(cut(left, cap)).toEqual(once);
      }),
      runs,
    );
  });

  it("keeps five connections of a carrier among five hundred faster nonstops of another", () => {
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    const nonstops = Array.from({ length: 510 }, (_, i) => `UA${i + 100} LHR ${clock(i)} JFK ${clock(i + 180)}`);
    const onward = Array.from(
      { length: 8 },
      (_, i) => `BA${i + 2} BOS ${clock(840 + 10 * i)} JFK ${clock(900 + 10 * i)}`,
    );
    const timetable = drawTimetable([...nonstops, "BA1 LHR 09:00 BOS 12:00", ...onward].join("\n"));
    const enumeration = createEnumeration(timetable);
    const found = enumerateForPricing(enumeration, {
      origins: airportsOf(timetable, "LHR"),
      destinations: airportsOf(timetable, "JFK"),
      day: parseEpochDay("2028-01-12"),
      maxStops: 2,
      ...noFilters,
    });
    const stops = Array.from(found.second.subarray(0, found.count)).filter((flight) => flight >= 0);
    expect(found.count - stops.length).toBe(510);
    expect(stops).toHaveLength(5);
  });
});

describe("a set with a ceiling", () => {
  /** Not below the number that a cut keeps per carrier. */
  const ceilings = fc.integer({ min: 5, max: 900 });
  const manyRows = (cost: fc.Arbitrary<number>) =>
    fc
      .array(cost, { minLength: 3000, maxLength: 6000, size: "max" })
      .map((costs) => costs.map((lowest, name): Row => ({ name, cost: lowest, carriers: [] })));
  const fewRuns = { ...runs, numRuns: 25 };

  it("keeps every row that costs as little as the last below its ceiling, for any number of rows", () => {
    const costs = fc.oneof(fc.integer({ min: 60, max: 6000 }), fc.integer({ min: 60, max: 300 }));
    fc.assert(
      fc.property(manyRows(costs), ceilings, (rows, ceiling) => {
        const limit = costOfNth(rows, ceiling);
        const kept = rowsOf(setOf(rows, ceiling)).filter(([, , , cost = 0]) => cost <= limit);
        expect(kept).toEqual(asRows(rows.filter(({ cost }) => cost <= limit)));
      }),
      fewRuns,
    );
  });

  it("keeps exactly the rows up to that cost when reduced to its ceiling", () => {
    fc.assert(
      fc.property(manyRows(fc.integer({ min: 60, max: 6000 })), ceilings, (rows, ceiling) => {
        const set = setOf(rows, ceiling);
        cutToCap(set, ceiling, carrierCount, carrierOf);
        const limit = costOfNth(rows, ceiling);
        expect(rowsOf(set)).toEqual(asRows(rows.filter(({ cost }) => cost <= limit)));
      }),
      fewRuns,
    );
  });

  it("stays within four times its ceiling, for any order of costs", () => {
    const ceiling = 1500;
    const total = 40_000;
    const orders: ((at: number) => number)[] = [
      (at) => at,
      (at) => total - at,
      (at) => (at * 7919) % total,
      (at) => (at % 2 === 0 ? at : total - at),
    ];
    for (const order of orders) {
      const set = createItinerarySet(ceiling);
      for (let at = 0; at < total; at++) addItinerary(set, at, -1, -1, order(at));
      expect(set.first.length).toBeLessThanOrEqual(4 * ceiling);
      expect(set.count).toBeGreaterThanOrEqual(ceiling);
      const columns = [set.second, set.third, set.cost].map(({ length }) => length);
      expect(new Set([set.first.length, ...columns]).size).toBe(1);
    }
  });

  it("keeps every row below its ceiling, including expensive ones", () => {
    const set = createItinerarySet(5000);
    for (let at = 0; at < 5000; at++) addItinerary(set, at, -1, -1, 60 + ((at * 31) % 5000));
    expect(set.count).toBe(5000);
    expect(set.costLimit).toBe(Number.POSITIVE_INFINITY);
  });

  it("accepts expensive rows again after a reset", () => {
    const set = createItinerarySet(10);
    for (let at = 0; at < 3000; at++) addItinerary(set, at, -1, -1, at);
    expect(set.costLimit).toBeLessThan(3000);
    resetItinerarySet(set);
    expect(set.count).toBe(0);
    addItinerary(set, 1, -1, -1, 100_000);
    expect(rowsOf(set)).toEqual([[1, -1, -1, 100_000]]);
  });
});
