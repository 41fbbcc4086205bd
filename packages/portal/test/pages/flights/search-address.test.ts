import fc from "fast-check";
import { expect, test } from "vitest";
import { readSearchAddress, type SearchAddress, toSearchRequest } from "../../../src/pages/flights/search-address.ts";
import { findFaults, toAddress, toDraft } from "../../../src/pages/flights/search-draft.ts";

const code = fc.stringMatching(/^((airport|city):)?[A-Z]{3}$/);
const date = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-12-31"), noInvalidDate: true });
const day = date.map((each) => each.toISOString().slice(0, 10));
const addresses: fc.Arbitrary<SearchAddress> = fc
  .record(
    {
      from: code,
      to: code,
      depart: day,
      return: day,
      cabin: fc.constantFrom("economy", "premium_economy", "business", "first"),
      adults: fc.integer({ min: 1, max: 9 }),
      children: fc.integer({ min: 0, max: 8 }),
      infants: fc.integer({ min: 0, max: 9 }),
      pay: fc.constantFrom("both", "cash", "award"),
      stops: fc.integer({ min: 0, max: 2 }),
      profile: fc.constantFrom("leisure", "business", "points"),
      order: fc.constantFrom("score", "price", "miles", "duration", "departure"),
    },
    { requiredKeys: [] },
  )
  .map(readSearchAddress);
const options = { seed: 20_261_121 };

test("an address that was read reads the same again", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(readSearchAddress({ ...address })).toStrictEqual(address);
    }),
    options,
  );
});

test("filling the form in from an address and searching leads back to the address", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(toAddress(toDraft(address), address)).toStrictEqual(address);
    }),
    options,
  );
});

test("whatever an address holds, reading it never fails and keeps only what is known", () => {
  const names = new Set([
    "from",
    "to",
    "depart",
    "return",
    "cabin",
    "adults",
    "children",
    "infants",
    "pay",
    "stops",
    "profile",
    "order",
    "airline",
    "open",
  ]);
  const known = ["JFK", "BA", "2027-01-20", "business", "cash", "price", 1, 2, `flt_${"0".repeat(26)}`];
  const values = fc.oneof(fc.anything(), fc.constantFrom(...known));
  const kept = new Set<string>();
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names, "foreign"), values), (search) => {
      for (const name of Object.keys(readSearchAddress(search))) kept.add(name);
    }),
    { ...options, numRuns: 1000 },
  );
  expect(kept).toStrictEqual(names);
});

test("defaults stay out of an address", () => {
  expect(readSearchAddress({ cabin: "economy", adults: 1, pay: "both", order: "score" })).toStrictEqual({});
});

test("nothing is searched before both places and a day are there", () => {
  expect(toSearchRequest({ from: "JFK", to: "LIS" })).toBeNull();
  expect(toSearchRequest({ from: "jfk", to: "LIS", depart: "2027-01-20", pay: "award" })).toMatchObject({
    origin: "JFK",
    returnDate: null,
    includeCash: false,
    includeAward: true,
  });
});

test("a place id is searched as it is, with its code in upper case", () => {
  const address = readSearchAddress({ from: "airport:dfw", to: "city:NYC", depart: "2027-01-20" });
  expect(toSearchRequest(address)).toMatchObject({ origin: "airport:DFW", destination: "city:NYC" });
  expect(readSearchAddress({ from: "metro:NYC", to: "city:NEWYORK" })).toStrictEqual({});
});

test("a form without a place, or with a return before the departure, says so at the field", () => {
  const draft = toDraft({ from: "JFK", depart: "2027-01-20", return: "2027-01-19" });
  expect(Object.keys(findFaults(draft))).toStrictEqual(["to", "return"]);
});
