import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAviosPeak } from "../src/awards/dynamic.ts";
import { releaseDaysOf } from "../src/awards/partners.ts";
import type { AwardTrip, PricedAward } from "../src/awards/pricing.ts";
import { priceAward } from "../src/awards/pricing.ts";
import type { Program } from "../src/awards/programs.ts";
import { collectsSurcharge, findProgram, infantMilesOf, programs } from "../src/awards/programs.ts";
import { findRegion } from "../src/awards/regions.ts";
import type { CabinName } from "../src/fares/cabins.ts";

function get(code: string): Program {
  const program = findProgram(code);
  if (program === undefined) throw new Error(`no program ${code}`);
  return program;
}

const LOS_ANGELES = { country: "US", longitude: -118.4 };
const NEW_YORK = { country: "US", longitude: -73.8 };
const TOKYO = { country: "JP", longitude: 139.8 };
const LONDON = { country: "GB", longitude: -0.5 };

function trip(changes: Partial<AwardTrip>): AwardTrip {
  const segments = changes.segments ?? [{ carrier: "NH", miles: 5_488, cabin: "business" }];
  return {
    segments,
    origin: LOS_ANGELES,
    destination: TOKYO,
    tripMiles: segments.reduce((sum, segment) => sum + segment.miles, 0),
    peak: false,
    cashUsdCents: null,
    level: "saver",
    ...changes,
  };
}

const priced = (code: string, changes: Partial<AwardTrip>): PricedAward | null => priceAward(get(code), trip(changes));

describe("charts", () => {
  test("Virgin on ANA costs by coast and cabin", () => {
    const first = [{ carrier: "NH", miles: 6_773, cabin: "first" as const }];
    expect(priced("virginatlantic", {})?.miles).toBe(52_500);
    expect(priced("virginatlantic", { origin: TOKYO, destination: NEW_YORK })?.miles).toBe(60_000);
    expect(priced("virginatlantic", { segments: first })?.miles).toBe(72_500);
    expect(priced("virginatlantic", { segments: first, origin: NEW_YORK })).toMatchObject({
      miles: 85_000,
      level: "saver",
      chart: { name: "Flying Club on ANA", band: "US east–Japan", basis: "published" },
    });
  });

  test("Virgin elsewhere is dynamic, and needs a cash fare", () => {
    const segments = [{ carrier: "VS", miles: 3_451, cabin: "economy" as const }];
    const transatlantic = { segments, origin: NEW_YORK, destination: LONDON };
    expect(priced("virginatlantic", transatlantic)).toBeNull();
    expect(priced("virginatlantic", { ...transatlantic, cashUsdCents: 30_000, level: "standard" })).toMatchObject({
      miles: 30_000,
      level: "dynamic",
      chart: { basis: "modelled" },
    });
  });

  test("a mixed cabin prices at the highest cabin of the whole trip", () => {
    const segments = [
      { carrier: "AA", miles: 700, cabin: "economy" as const },
      { carrier: "JL", miles: 5_488, cabin: "business" as const },
    ];
    expect(priced("alaska", { segments })).toMatchObject({
      miles: 75_000,
      cabin: "business",
      mixedCabin: true,
      chart: { name: "Atmos Rewards, Asia Pacific", band: "5,001–7,000 miles", basis: "published" },
    });
  });

  test("British Airways prices each segment in its own cabin and band", () => {
    const segments = [
      { carrier: "BA", miles: 3_451, cabin: "business" as const },
      { carrier: "BA", miles: 332, cabin: "economy" as const },
    ];
    expect(priced("britishairways", { segments })).toMatchObject({
      miles: 50_000 + 4_750,
      chart: { band: "3,001–4,000 miles + up to 650 miles", basis: "published" },
    });
  });

  test("a partner of British Airways in business is modelled", () => {
    const segments = [{ carrier: "AA", miles: 3_451, cabin: "business" as const }];
    expect(priced("britishairways", { segments })).toMatchObject({ miles: 62_250, chart: { basis: "modelled" } });
  });

  test("a standard award is 1.8 times the saver and modelled", () => {
    const segments = [{ carrier: "JL", miles: 5_488, cabin: "business" as const }];
    expect(priced("alaska", { segments, level: "standard" })).toMatchObject({
      miles: 135_000,
      level: "standard",
      chart: { basis: "modelled" },
    });
  });

  test("Aeroplan between zones that it does not publish is modelled", () => {
    const segments = [{ carrier: "TG", miles: 5_900, cabin: "economy" as const }];
    const bangkok = { country: "TH", longitude: 100 };
    expect(priced("aeroplan", { segments, origin: LONDON, destination: bangkok })?.chart.basis).toBe("modelled");
  });

  test("an airline that the program does not book, and an unknown country, give no price", () => {
    expect(priced("aeroplan", { segments: [{ carrier: "AA", miles: 500, cabin: "economy" }] })).toBeNull();
    expect(priced("alaska", { destination: { country: "QQ", longitude: 0 } })).toBeNull();
    expect(priced("aeroplan", { segments: [] })).toBeNull();
  });
});

test("a dynamic price is cash over the value of a mile between floor and ceiling", () => {
  const segments = [{ carrier: "UA", miles: 2_470, cabin: "economy" as const }];
  const at = (cashUsdCents: number, level: "saver" | "standard") =>
    priced("united", { segments, cashUsdCents, level })?.miles;
  expect(at(5_000, "standard")).toBe(12_500);
  expect(at(33_000, "standard")).toBe(30_000);
  expect(at(900_000, "standard")).toBe(75_000);
  expect(at(33_000, "saver")).toBe(18_800);
});

test("a longer trip, a higher cabin or a standard award never costs fewer miles", () => {
  const cabins: CabinName[] = ["economy", "premium_economy", "business", "first"];
  const codes = programs.map((program) => program.code);
  fc.assert(
    fc.property(
      fc.constantFrom(...codes),
      fc.integer({ min: 100, max: 12_000 }),
      fc.integer({ min: 0, max: 3_000 }),
      fc.nat(3),
      (code, miles, more, at) => {
        const carrier = [...get(code).carriers][0] ?? "";
        const cost = (length: number, cabin: CabinName | undefined, level: "saver" | "standard") => {
          const segments = [{ carrier, miles: length, cabin: cabin ?? "first" }];
          return priced(code, { segments, level, cashUsdCents: 40_000, destination: LONDON })?.miles ?? 0;
        };
        const base = cost(miles, cabins[at], "saver");
        expect(base).toBeGreaterThan(0);
        expect(Number.isInteger(base)).toBe(true);
        expect(cost(miles + more, cabins[at], "saver")).toBeGreaterThanOrEqual(base);
        expect(cost(miles, cabins[at + 1], "saver")).toBeGreaterThanOrEqual(base);
        expect(cost(miles, cabins[at], "standard")).toBeGreaterThanOrEqual(base);
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});

describe("programs", () => {
  test("every program books its own flights and values a mile between floor and ceiling", () => {
    for (const program of programs) {
      for (const carrier of program.ownCarriers) expect(program.carriers.has(carrier)).toBe(true);
      for (const carrier of program.carriers) expect(carrier).toMatch(/^[A-Z0-9]{2}$/);
      expect(program.valueCents.floor).toBeLessThanOrEqual(program.valueCents.ceiling);
      expect(program.transferPartners.every(({ currency, ratio }) => currency.includes(" ") && ratio === 1)).toBe(true);
    }
  });

  test("Aeroplan waives every surcharge, Alaska all but a few, British Airways none", () => {
    expect(collectsSurcharge(get("aeroplan"), "LH")).toBe(false);
    expect(collectsSurcharge(get("alaska"), "JL")).toBe(false);
    expect(collectsSurcharge(get("alaska"), "BA")).toBe(true);
    expect(collectsSurcharge(get("britishairways"), "BA")).toBe(true);
  });

  test("an infant on the lap pays a share, a flat price or no miles", () => {
    expect(infantMilesOf(get("britishairways"), 50_000)).toBe(5_000);
    expect(infantMilesOf(get("aeroplan"), 50_000)).toBe(2_500);
    expect(infantMilesOf(get("united"), 50_000)).toBe(0);
  });

  test("ANA releases 355 days out, an airline unknown to us 330", () => {
    expect([releaseDaysOf("NH"), releaseDaysOf("XX")]).toEqual([355, 330]);
  });

  test("Christmas is peak, November is not", () => {
    expect([isAviosPeak(12, 24), isAviosPeak(1, 3), isAviosPeak(11, 20)]).toEqual([true, true, false]);
  });
});

test("every country is in one region", () => {
  expect([findRegion("TR"), findRegion("PR"), findRegion("EG"), findRegion("GU"), findRegion("ZZ")]).toEqual([
    "europe",
    "caribbean",
    "africa",
    "oceania",
    undefined,
  ]);
});
