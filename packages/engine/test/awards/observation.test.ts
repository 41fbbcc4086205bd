import { createSearcher, programs } from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ObservedAward, observe, observedTogether } from "../../src/awards/observation.ts";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

const now = (day - 40) * 1440;

const arbitraryAward: fc.Arbitrary<ObservedAward> = fc.record({
  program: fc.constantFrom(...programs),
  level: fc.constantFrom("saver" as const, "standard" as const),
  basis: fc.constantFrom("published" as const, "modelled" as const),
  origin: fc.nat(4000),
  destination: fc.nat(4000),
  day: fc.integer({ min: day, max: day + 300 }),
  departure: fc.integer({ min: day * 1440, max: (day + 300) * 1440 }),
});
const minutes = fc.nat(5 * 1440).map((later) => now + later);
const runs = { seed: 20_261_121, numRuns: 300 };

describe("observation of an award", () => {
  test("is never later than the search, never more than a day old, and never goes back", () => {
    fc.assert(
      fc.property(arbitraryAward, minutes, fc.nat(1440), (award, at, later) => {
        const [first, second] = [observe(award, at), observe(award, at + later)];
        expect(first.observedAtMinutes).toBeLessThanOrEqual(at);
        expect(first.observedAtMinutes).toBeGreaterThan(at - 24 * 60);
        expect(second.observedAtMinutes).toBeGreaterThanOrEqual(first.observedAtMinutes);
      }),
      runs,
    );
  });

  test("has less confidence the older it is, for saver seats than for standard ones, and for modeled charts", () => {
    fc.assert(
      fc.property(arbitraryAward, minutes, fc.nat(600), (award, at, later) => {
        const [first, second] = [observe(award, at), observe(award, at + later)];
        if (second.observedAtMinutes === first.observedAtMinutes) {
          expect(second.confidence).toBeLessThanOrEqual(first.confidence);
        }
        const of = (changes: Partial<ObservedAward>) => observe({ ...award, ...changes }, at).confidence;
        expect(of({ level: "saver" })).toBeLessThanOrEqual(of({ level: "standard" }));
        expect(of({ basis: "modelled" })).toBeLessThan(of({ basis: "published" }));
        expect(first.confidence).toBeGreaterThan(0.5);
        expect(first.confidence).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  test("happens at other times on other routes and days", () => {
    const [program] = programs;
    if (program === undefined) throw new Error("there are no programs");
    const award = {
      program,
      level: "saver",
      basis: "published",
      origin: 1,
      destination: 2,
      day,
      departure: day * 1440,
    } as const;
    const seen = Array.from({ length: 40 }, (_, i) => observe({ ...award, day: day + i }, now).observedAtMinutes);
    expect(new Set(seen).size).toBeGreaterThan(30);
  });

  test("of a dynamic price is the search itself", () => {
    fc.assert(
      fc.property(arbitraryAward, minutes, (award, at) => {
        expect(observe({ ...award, level: "dynamic" }, at).observedAtMinutes).toBe(at);
      }),
      runs,
    );
  });

  test("of two slices has the age of the older and at most the confidence of either", () => {
    const older = { observedAtMinutes: 10, confidence: 0.9 };
    expect(observedTogether([{ observedAtMinutes: 20, confidence: 0.8 }, older])).toEqual({
      observedAtMinutes: 10,
      confidence: 0.72,
    });
  });
});

test("a search returns observation time and confidence of each award, equal at the same instant", () => {
  const timetable = drawTimetable("BA1 LHR 10:00 JFK 13:00\nAA1 LHR 11:00 JFK 14:00");
  const find = () => createSearcher(timetable).search(searchFor({ searchedAtMinutes: now, allOffers: true }));
  const awards = find().flatMap(({ award }) => award);
  expect(awards.length).toBeGreaterThan(3);
  expect(new Set(awards.map(({ observedAtMinutes }) => observedAtMinutes)).size).toBeGreaterThan(1);
  expect(new Set(awards.map(({ confidence }) => confidence)).size).toBeGreaterThan(1);
  expect(find().flatMap(({ award }) => award)).toEqual(awards);
});
