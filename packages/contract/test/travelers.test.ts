import { ageOn, ageRanges, assumedAges, countSeats, countTravelers, listTravelers } from "@wayfare/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";

const ascending = (a: number, b: number) => a - b;

test("returns the age in whole years, which grows on the birthday", () => {
  expect(ageOn("2027-02-09", "2025-02-10")).toBe(1);
  expect(ageOn("2027-02-10", "2025-02-10")).toBe(2);
  expect([ageOn("2027-02-28", "2024-02-29"), ageOn("2027-03-01", "2024-02-29")]).toEqual([2, 3]);
  expect(ageOn("2027-01-01", "2027-01-02")).toBe(-1);
});

test("lists travelers by type with the stated ages, or the assumed ones", () => {
  const counts = { adults: 1, youths: 2, children: 1, infants: 1, infantsInSeat: 1 };
  expect(listTravelers({ ...counts, ages: [0, 13, 8, 17, 1] })).toEqual([
    { type: "adult", age: null },
    { type: "youth", age: 17 },
    { type: "youth", age: 13 },
    { type: "child", age: 8 },
    { type: "infant_in_seat", age: 1 },
    { type: "infant", age: 0 },
  ]);
  expect(listTravelers(counts).map(({ age }) => age)).toEqual([null, 16, 16, 8, 1, 1]);
});

test("lists each traveler once, with an age of its type", () => {
  const count = fc.nat(4);
  const travelers = fc.record({ adults: count, youths: count, children: count, infants: count, infantsInSeat: count });
  fc.assert(
    fc.property(travelers, fc.boolean(), fc.infiniteStream(fc.nat(20)), (counts, isStated, numbers) => {
      const assumed = listTravelers(counts);
      const ages = assumed.flatMap(({ type, age }) => {
        if (age === null) return [];
        const { from, below } = ageRanges[type];
        return from + ((numbers.next().value ?? 0) % (below - from));
      });
      const listed = listTravelers(isStated ? { ...counts, ages } : counts);
      expect(listed).toHaveLength(countTravelers(counts));
      expect(listed.map(({ type }) => type)).toEqual(assumed.map(({ type }) => type));
      const known = listed.flatMap(({ age }) => age ?? []);
      if (isStated) expect(known.toSorted(ascending)).toEqual(ages.toSorted(ascending));
      else expect(new Set(Object.values(assumedAges))).toEqual(new Set([...known, ...Object.values(assumedAges)]));
      for (const { type, age } of listed) {
        const { from, below } = ageRanges[type];
        expect(age === null ? type === "adult" : age >= from && age < below).toBe(true);
      }
      expect(listed.filter(({ type }) => type !== "infant")).toHaveLength(countSeats(counts));
    }),
    { seed: 20_261_127, numRuns: 300 },
  );
});
