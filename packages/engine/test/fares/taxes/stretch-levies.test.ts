import { describe, expect, test } from "vitest";
import { compileLevy } from "../../../src/fares/taxes/compile-levy.ts";
import type { Destinations, Levy, LevyZone } from "../../../src/fares/taxes/levy.ts";
import { addLevies, leviesOfAirport } from "../../../src/fares/taxes/stretch-levies.ts";
import type { TaxCharge } from "../../../src/fares/taxes/tax-charge.ts";
import { type AirportFacts, stretchesOf, type TaxTraveler } from "../../../src/fares/taxes/tax-journey.ts";
import { parseEpochDay } from "../../../src/timetable/calendar.ts";

/** Airports on the equator, one degree (111 km) for each unit: A1 and A2 of country AA, B1 of BB and C1 of CC. */
const airports: Record<string, AirportFacts> = {
  A1: { code: "A1", country: "AA", latitude: 0, longitude: 0 },
  A2: { code: "A2", country: "AA", latitude: 0, longitude: 1 },
  B1: { code: "B1", country: "BB", latitude: 0, longitude: 2 },
  C1: { code: "C1", country: "CC", latitude: 0, longitude: 30 },
};

const adult: TaxTraveler = { type: "adult", cabin: 0, isAward: false };

const levyOf = (changes: Partial<Levy> & { zones?: readonly LevyZone[] }): Levy => {
  const { zones = [{ to: "any", amount: 10 }], ...others } = changes;
  return {
    code: "AA",
    name: "tax of AA",
    basis: "law",
    source: "test",
    asOf: "2026-11-28",
    currency: "USD",
    rates: [{ from: "2026-01-01", validUntil: null, zones }],
    ...others,
  };
};

/** Charges of a journey such as `"A1 B1 C1"`, where only country AA has a levy, or another country of `of`. */
function chargesOf(
  text: string,
  levy: Levy,
  { traveler = adult, date, country = "AA" }: { traveler?: TaxTraveler; date?: string; country?: string } = {},
): TaxCharge[] {
  const stops = text.split(" ").map((code) => airports[code] ?? airports["A1"]);
  const segments = stops.slice(1).map((destination, i) => ({ origin: stops[i], destination }));
  const [stretch] = stretchesOf({ segments, layoverMinutes: segments.slice(1).map(() => 120) });
  const charges: TaxCharge[] = [];
  const day = date === undefined ? undefined : parseEpochDay(date);
  addLevies(stretch, { day, traveler }, charges, (airport) =>
    leviesOfAirport(airport.code, airport.country === country ? [compileLevy(levy)] : []),
  );
  return charges;
}

const centsOf = (...args: Parameters<typeof chargesOf>) =>
  chargesOf(...args).reduce((sum, { usdCents }) => sum + usdCents, 0);

describe("destinations", () => {
  test.each([
    ["domestic", 1000, 0, 0],
    ["international", 0, 1000, 1000],
    ["any", 1000, 1000, 1000],
    [{ countries: "BB DD" }, 0, 1000, 0],
    [{ airports: "C1" }, 0, 0, 1000],
    [{ withinKm: 223 }, 1000, 1000, 0],
    [{ withinKm: 222 }, 1000, 0, 0],
  ] satisfies [Destinations, number, number, number][])(
    "to %j charges %i to A2, %i to B1 and %i to C1",
    (to, ...cents) => {
      const levy = levyOf({ zones: [{ to, amount: 10 }] });
      expect(["A1 A2", "A1 B1", "A1 C1"].map((text) => centsOf(text, levy))).toEqual(cents);
    },
  );

  test("has the amount of the first zone with the destination", () => {
    const levy = levyOf({
      zones: [
        { to: { countries: "BB" }, amount: 1 },
        { to: "international", amount: 2 },
      ],
    });
    expect(["A1 B1", "A1 C1"].map((text) => centsOf(text, levy))).toEqual([100, 200]);
  });

  test("looks at the end of a journey, not at the connection", () => {
    const levy = levyOf({ zones: [{ to: { countries: "CC" }, amount: 3 }] });
    expect(centsOf("A1 B1 C1", levy)).toBe(300);
  });
});

describe("events", () => {
  const international: readonly LevyZone[] = [{ to: "international", amount: 10 }];

  test.each([
    ["departure", "A1 B1", 1000],
    ["departure", "B1 A1 C1", 0],
    ["departure", "A1 A2 B1", 1000],
    ["boarding", "B1 A1 C1", 1000],
    ["boarding", "A1 A2 B1", 1000],
    ["transfer", "A1 B1", 0],
    ["transfer", "B1 A1 C1", 1000],
    ["arrival", "B1 A1", 1000],
    ["arrival", "B1 A2 A1", 1000],
    ["arrival", "A2 A1", 0],
    ["arrival", "B1 A1 C1", 0],
  ] as const)("on %s, %s pays %i", (on, text, cents) => {
    expect(centsOf(text, levyOf({ on, zones: international }))).toBe(cents);
  });

  test("charges every boarding in the country", () => {
    expect(centsOf("A1 A2 B1", levyOf({ on: "boarding" }))).toBe(2000);
  });

  test("charges arrivals from abroad only, if the zone is everywhere", () => {
    const levy = levyOf({ on: "arrival", zones: [{ to: "any", amount: 10 }] });
    expect(["B1 A1", "A2 A1", "A2 B1 A1"].map((text) => centsOf(text, levy))).toEqual([1000, 0, 0]);
  });

  test("looks at the origin of an arrival", () => {
    const levy = levyOf({ on: "arrival", zones: [{ to: { countries: "CC" }, amount: 4 }] });
    expect([centsOf("C1 B1 A1", levy), centsOf("B1 C1 A1", levy)]).toEqual([400, 0]);
  });
});

test("charges at the listed airports, without the excepted ones", () => {
  const at = (levy: Levy) => ["A1 C1", "A2 C1"].map((text) => centsOf(text, levy));
  expect(at(levyOf({ airports: "A2" }))).toEqual([0, 1000]);
  expect(at(levyOf({ exceptAirports: "A2 A9" }))).toEqual([1000, 0]);
});

test("has the amount of the cabin, or of the next lower one that has an amount", () => {
  const inCabin = (cabin: TaxTraveler["cabin"], zones: readonly LevyZone[]) =>
    centsOf("A1 C1", levyOf({ zones }), { traveler: { ...adult, cabin } });
  const two: readonly LevyZone[] = [{ to: "any", amount: { economy: 1, business: 3 } }];
  expect([inCabin(0, two), inCabin(1, two), inCabin(2, two), inCabin(3, two)]).toEqual([100, 100, 300, 300]);
  const all: readonly LevyZone[] = [{ to: "any", amount: { economy: 1, premiumEconomy: 2, business: 3, first: 4 } }];
  expect([inCabin(0, all), inCabin(1, all), inCabin(2, all), inCabin(3, all)]).toEqual([100, 200, 300, 400]);
});

describe("exemptions", () => {
  const kinds = ["adult", "youth", "youth_under_16", "child", "infant_in_seat", "infant"] as const;
  const exemptOf = (levy: Levy, cabin: TaxTraveler["cabin"] = 0) =>
    kinds.filter((type) => centsOf("A1 C1", levy, { traveler: { type, cabin, isAward: false } }) === 0);

  test("exempts infants on a lap", () => {
    expect(exemptOf(levyOf({}))).toEqual(["infant"]);
  });

  test.each([
    [2, ["infant_in_seat", "infant"]],
    [12, ["child", "infant_in_seat", "infant"]],
    [16, ["youth_under_16", "child", "infant_in_seat", "infant"]],
  ] as const)("exempts travelers under %i", (under, exempt) => {
    expect(exemptOf(levyOf({ exempt: { under, source: "test" } }))).toEqual(exempt);
    const inEconomy = levyOf({ exempt: { under, inEconomyOnly: true, source: "test" } });
    expect([exemptOf(inEconomy), exemptOf(inEconomy, 1)]).toEqual([exempt, ["infant"]]);
  });
});

test("has the rates of the day, and marks those after their last day", () => {
  const zones = (amount: number): readonly LevyZone[] => [{ to: "any", amount }];
  const levy = levyOf({
    rates: [
      { from: "2026-01-01", validUntil: "2026-12-31", zones: zones(1) },
      { from: "2027-01-01", validUntil: "2027-06-30", zones: zones(2) },
    ],
  });
  const on = (date?: string) => chargesOf("A1 C1", levy, date === undefined ? {} : { date })[0];
  expect(on("2025-12-31"), "nothing is due before the first rates").toBeUndefined();
  expect(on("2026-01-01")).toMatchObject({ usdCents: 100, validUntil: "2026-12-31" });
  expect(on("2027-06-30")).toEqual({ code: "AA", usdCents: 200, basis: "law", validUntil: "2027-06-30" });
  expect(on("2027-07-01")).toMatchObject({ usdCents: 200, isOutdated: true });
  expect(on()).toEqual({ code: "AA", usdCents: 200, basis: "law", validUntil: "2027-06-30" });
});
