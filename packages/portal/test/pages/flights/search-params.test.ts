import fc from "fast-check";
import { expect, test } from "vitest";
import { toDraft, toSearchParams, validateDraft } from "../../../src/pages/flights/search-draft.ts";
import {
  parseSearchParams,
  type SearchParams,
  shiftDeparture,
  toSearchRequest,
} from "../../../src/pages/flights/search-params.ts";
import { resizeAges } from "../../../src/pages/flights/traveler-ages.ts";

const code = fc.stringMatching(/^((airport|city):)?[A-Z]{3}$/);
const date = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-12-31"), noInvalidDate: true });
const day = date.map((each) => each.toISOString().slice(0, 10));
const addresses: fc.Arbitrary<SearchParams> = fc
  .record(
    {
      from: code,
      to: code,
      depart: day,
      return: day,
      also: fc
        .array(fc.tuple(code, code, day), { minLength: 1, maxLength: 5 })
        .map((slices) => slices.map((slice) => slice.join("_")).join(",")),
      cabin: fc.constantFrom("economy", "premium_economy", "business", "first"),
      adults: fc.integer({ min: 1, max: 9 }),
      youths: fc.integer({ min: 0, max: 8 }),
      children: fc.integer({ min: 0, max: 8 }),
      infants: fc.integer({ min: 0, max: 9 }),
      infantsInSeat: fc.integer({ min: 0, max: 8 }),
      pay: fc.constantFrom("both", "cash", "award"),
      stops: fc.integer({ min: 0, max: 2 }),
      profile: fc.constantFrom("leisure", "business", "points"),
      order: fc.constantFrom("score", "price", "miles", "duration", "departure"),
    },
    { requiredKeys: [] },
  )
  .map(parseSearchParams);
const options = { seed: 20_261_121 };

test("returns parsed search parameters unchanged when parsed again", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(parseSearchParams({ ...address })).toStrictEqual(address);
    }),
    options,
  );
});

test("round-trips search parameters through the form", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(toSearchParams(toDraft(address), address)).toStrictEqual(address);
    }),
    options,
  );
});

test("parses any search parameters without an error and keeps only known names", () => {
  const names = new Set([
    "from",
    "to",
    "depart",
    "return",
    "also",
    "cabin",
    "adults",
    "youths",
    "children",
    "infants",
    "infantsInSeat",
    "pay",
    "stops",
    "profile",
    "order",
    "more",
    "airline",
    "program",
    "departs",
    "maxHours",
    "maxPrice",
    "maxStops",
    "bag",
    "open",
  ]);
  const known = [
    "JFK",
    "JFK_LHR_2027-01-20",
    "BA",
    "2027-01-20",
    "business",
    "cash",
    "price",
    "morning",
    1,
    2,
    `flt_${"0".repeat(26)}`,
  ];
  const values = fc.oneof(fc.anything(), fc.constantFrom(...known));
  const kept = new Set<string>();
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names, "foreign"), values), (search) => {
      for (const name of Object.keys(parseSearchParams(search))) kept.add(name);
    }),
    { ...options, numRuns: 1000 },
  );
  expect(kept).toStrictEqual(names);
});

test("omits defaults", () => {
  expect(parseSearchParams({ cabin: "economy", adults: 1, pay: "both", order: "score" })).toStrictEqual({});
});

test("returns no request until origin, destination and date are set", () => {
  expect(toSearchRequest({ from: "JFK", to: "LIS" })).toBeNull();
  expect(toSearchRequest({ from: "jfk", to: "LIS", depart: "2027-01-20", pay: "award" })).toMatchObject({
    origin: "JFK",
    returnDate: null,
    includeCash: false,
    includeAward: true,
  });
});

test("sends a place id with its code in upper case", () => {
  const address = parseSearchParams({ from: "airport:dfw", to: "city:NYC", depart: "2027-01-20" });
  expect(toSearchRequest(address)).toMatchObject({ origin: "airport:DFW", destination: "city:NYC" });
  expect(parseSearchParams({ from: "metro:NYC", to: "city:NEWYORK" })).toStrictEqual({});
});

test("reports a missing place and a return before departure at their fields", () => {
  const draft = toDraft({ from: "JFK", depart: "2027-01-20", return: "2027-01-19" });
  expect(Object.keys(validateDraft(draft))).toStrictEqual(["to", "return"]);
});

test("keeps children, infants and stops of the form, and drops the return of a one-way trip", () => {
  const draft = toDraft({ from: "JFK", to: "LIS", depart: "2027-01-20", return: "2027-01-27" });
  expect(toSearchParams({ ...draft, trip: "oneWay", children: 1, infants: 1, stops: 0 }, {})).toStrictEqual({
    from: "JFK",
    to: "LIS",
    depart: "2027-01-20",
    children: 1,
    infants: 1,
    stops: 0,
  });
});

test("reports too many travelers and a round trip without a return", () => {
  const draft = toDraft({ from: "JFK", to: "LIS", depart: "2027-01-20", adults: 1, children: 8, infants: 2 });
  expect(validateDraft({ ...draft, trip: "roundTrip" })).toStrictEqual({
    return: "Select a date.",
    infants: "At most one per adult.",
  });
  expect(Object.keys(validateDraft({ ...draft, adults: 2 }))).toStrictEqual(["children"]);
});

test("keeps ages that fit the counts, and sends them", () => {
  const family = { from: "JFK", to: "LIS", depart: "2027-01-20", youths: 1, children: 2, infantsInSeat: 1 };
  const address = parseSearchParams({ ...family, ages: "8_1_15_3" });
  expect(address).toStrictEqual({ ...family, ages: "15_8_3_1" });
  expect(toSearchParams(toDraft(address), address)).toStrictEqual(address);
  expect(toSearchRequest(address)?.travelers).toStrictEqual({
    adults: 1,
    youths: 1,
    children: 2,
    infantsInSeat: 1,
    ages: [15, 8, 3, 1],
  });
  for (const ages of ["15_8_3", "15_8_3_1_1", "15_14_3_1", "15,8,3,1", "x"]) {
    expect(parseSearchParams({ ...family, ages })).toStrictEqual(family);
  }
});

test("requires all ages or none, and keeps those of a kind when its count changes", () => {
  const draft = toDraft({ from: "JFK", to: "LIS", depart: "2027-01-20", youths: 1, children: 1, ages: "15_8" });
  expect(draft.ages).toStrictEqual([15, 8]);
  const more = { ...draft, children: 2, infants: 1 };
  const ages = resizeAges(draft.ages, draft, more);
  expect(ages).toStrictEqual([15, 8, null, null]);
  expect(validateDraft({ ...more, ages })).toStrictEqual({ ages: "Select all ages, or none for usual ones." });
  expect(validateDraft({ ...more, ages: [null, null, null, null] })).toStrictEqual({});
  expect(resizeAges(ages, more, { ...more, youths: 0 })).toStrictEqual([8, null, null]);
});

test("sends a multi-city search as slices, and validates and moves each of them", () => {
  const address = { from: "JFK", to: "LHR", depart: "2027-01-20", also: "CDG_FCO_2027-01-24,city:ROM_JFK_2027-02-28" };
  expect(toSearchRequest(parseSearchParams({ ...address, return: "2027-01-27" }))).toMatchObject({
    slices: [
      { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
      { origin: "CDG", destination: "FCO", departureDate: "2027-01-24" },
      { origin: "city:ROM", destination: "JFK", departureDate: "2027-02-28" },
    ],
  });
  expect(shiftDeparture(address, 1)).toStrictEqual({
    ...address,
    depart: "2027-01-21",
    also: "CDG_FCO_2027-01-25,city:ROM_JFK_2027-03-01",
  });
  const draft = toDraft({ ...address, also: "CDG_FCO_2027-01-19,FCO_JFK_2027-02-01" });
  expect(validateDraft(draft)).toStrictEqual({ more: [{ depart: "Must not be before the flight before it." }, {}] });
  const [first] = draft.more;
  expect(validateDraft({ ...draft, trip: "oneWay" })).toStrictEqual({});
  expect(
    validateDraft({ ...draft, more: first === undefined ? [] : [{ ...first, to: "Rome", depart: "" }] }),
  ).toStrictEqual({
    more: [{ to: "Select a destination.", depart: "Select a date." }],
  });
});

test("moves both dates of a search by a day", () => {
  expect(shiftDeparture({ depart: "2027-02-28", return: "2027-12-31" }, 1)).toStrictEqual({
    depart: "2027-03-01",
    return: "2028-01-01",
  });
});
