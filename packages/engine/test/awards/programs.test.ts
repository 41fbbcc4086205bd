import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  collectsSurcharge,
  findProgram,
  infantMilesOf,
  isOffered,
  programs,
} from "../../src/awards/programs/programs.ts";
import { distanceChart } from "../../src/awards/tariffs/chart.ts";
import { aviosPeak, isPeak } from "../../src/awards/tariffs/seasons.ts";
import { bySegment, byTrip } from "../../src/awards/tariffs/tariff.ts";
import { createEndpoint } from "../../src/awards/tariffs/zoning.ts";
import { type CabinName, cabinNames } from "../../src/fares/cabins.ts";
import { findRegion } from "../../src/geography/regions.ts";
import { programsOf } from "../../src/search/candidates.ts";
import { plainSearch } from "../../src/search/flight-search.ts";
import { parseEpochDay } from "../../src/timetable/calendar.ts";
import { christmas, getProgram, price, type TripQuery } from "./award-pricing.ts";

const codes = programs.map(({ code }) => code);
const routes = ["JFK–LHR", "LAX–HND", "SIN–LHR", "FRA–CPH", "GRU–MIA", "ADD–DXB", "ICN–SYD", "IST–BOG", "RUH–CDG"];

describe("a program that has ended", () => {
  const spirit = getProgram("spirit");
  const lastDay = parseEpochDay("2026-05-01");

  test("sells awards up to and including its last day", () => {
    expect([lastDay - 1, lastDay, lastDay + 1].map((day) => isOffered(spirit, day))).toEqual([true, true, false]);
    expect(findProgram("spirit")).toBe(spirit);
  });

  test("is not priced after it, whether it is requested or not", () => {
    const codesOn = (day: number, requested: string[] | null) => {
      const search = { ...plainSearch, programs: requested, searchedAtMinutes: day * 1440 + 1439 };
      return programsOf({ ...search, origin: "FLL", destination: "LAS", day: day + 30 }).map(({ code }) => code);
    };
    expect(codesOn(lastDay, ["spirit", "united"])).toEqual(["spirit", "united"]);
    expect(codesOn(lastDay + 1, ["spirit", "united"])).toEqual(["united"]);
    expect(codesOn(lastDay, null)).toEqual(codes);
    expect(codesOn(lastDay + 1, null)).toEqual(codes.filter((code) => code !== "spirit"));
  });
});

describe("rules", () => {
  test("prices a mixed cabin at the highest cabin of the whole trip", () => {
    const legs = [["AA", 700, "economy"] as const, ["JL", 5_488, "business"] as const];
    expect(price("alaska", { route: "DFW–HND", legs })).toEqual({
      miles: 75_000,
      level: "saver",
      chart: { name: "Atmos Rewards, Asia Pacific", band: "5,001–7,000 miles", basis: "published" },
    });
  });

  test("weighs a mixed cabin by distance in LifeMiles, between the prices of its cabins", () => {
    const leg = (cabin: CabinName) => ["LH", 4_000, cabin] as const;
    const at = (short: CabinName, long: CabinName) =>
      price("lifemiles", { route: "JFK–CPH", legs: [["LH", 1_000, short], leg(long)] })?.miles;
    expect([at("economy", "economy"), at("business", "business")]).toEqual([35_000, 70_000]);
    expect(at("economy", "business")).toBe(35_000 * 0.2 + 70_000 * 0.8);
  });

  test("prices each segment in its own cabin and band for British Airways", () => {
    const legs = [["BA", 3_451, "business"] as const, ["BA", 332, "economy"] as const];
    expect(price("britishairways", { legs })).toMatchObject({
      miles: 50_000 + 4_750,
      chart: { band: "3,001–4,000 miles + up to 650 miles", basis: "published" },
    });
  });

  test("marks the sum as modeled if one segment is not in the chart", () => {
    const legs = [["BA", 3_451, "economy"] as const, ["AA", 332, "business"] as const];
    expect(price("britishairways", { legs })?.chart.basis).toBe("modelled");
  });

  test("prices a standard award as a modeled multiple of the saver price, unless a program sells saver space only", () => {
    const legs = [["AS", 2_500, "business"] as const];
    expect(price("alaska", { route: "JFK–SEA", legs, level: "standard" })).toMatchObject({
      miles: 63_000,
      level: "standard",
      chart: { basis: "modelled" },
    });
    const own = { route: "HND–LAX", legs: [["NH", 5_488, "business"] as const] };
    expect(price("ana", own)?.miles).toBe(55_000);
    expect(price("ana", { ...own, level: "standard" })).toBeNull();
  });

  test("marks the published partner chart as modeled on Alaska's own flights", () => {
    const at = (carrier: string) => price("alaska", { route: "JFK–SEA", legs: [[carrier, 2_500, "economy"]] });
    expect([at("AA")?.chart.basis, at("AS")?.chart.basis]).toEqual(["published", "modelled"]);
    expect(at("AA")?.miles).toBe(at("AS")?.miles);
  });

  test("uses the next tariff, or no price, beyond the last band of a chart", () => {
    const far = { legs: [["AA", 11_771, "economy"] as const] };
    expect(price("iberia", far)).toBeNull();
    const chart = distanceChart({ name: "short", basis: "published", source: "this test" }, [[100, 1, 2, 3, 4]]);
    const query = { level: "saver", byPartner: false, isOwn: () => true } as const;
    const leg = { carrier: "BA", miles: 101, cabin: 0 } as const;
    const place = createEndpoint("GB", 0);
    const trip = { legs: [leg], origin: place, destination: place, miles: 101, cabin: 0, mixedCabin: false } as const;
    for (const tariff of [byTrip(chart), bySegment({ own: chart, partner: chart })]) {
      expect(tariff.price({ ...trip, monthDay: 101, cashUsdCents: null }, query)).toBeNull();
      const near = { ...trip, miles: 100, legs: [{ ...leg, miles: 100 }], monthDay: 101, cashUsdCents: null };
      expect(tariff.price(near, query)?.miles).toBe(1);
    }
  });

  test("charges more on peak dates, including ranges over New Year", () => {
    expect([1224, 103, 1120].map((day) => isPeak(aviosPeak, day))).toEqual([true, true, false]);
    for (const [code, carrier, route] of [
      ["britishairways", "BA", "LHR–JFK"],
      ["iberia", "IB", "MAD–JFK"],
      ["ana", "NH", "HND–JFK"],
      ["jal", "JL", "HND–JFK"],
      ["korean", "KE", "ICN–JFK"],
    ] as const) {
      const query: TripQuery = { route, legs: [[carrier, 3_451, "economy"]] };
      expect(price(code, { ...query, monthDay: christmas })?.miles).toBeGreaterThan(price(code, query)?.miles ?? 0);
    }
  });

  test("gives no price for an airline that the program does not book, and for an unknown country on a zone chart", () => {
    expect(price("aeroplan", { legs: [["AA", 500, "economy"]] })).toBeNull();
    expect(price("alaska", { route: "JFK–QQ", legs: [["AA", 500, "economy"]] })).toBeNull();
  });
});

describe("a dynamic price", () => {
  const legs = [["UA", 2_470, "economy"] as const];
  const at = (cashUsdCents: number | null, level: "saver" | "standard") =>
    price("united", { route: "JFK–LAX", legs, cashUsdCents, level });

  test("is cash divided by the value of a mile, between floor and ceiling", () => {
    expect(at(5_000, "standard")?.miles).toBe(12_500);
    expect(at(33_000, "standard")?.miles).toBe(30_000);
    expect(at(900_000, "standard")?.miles).toBe(75_000);
    expect(at(33_000, "saver")).toMatchObject({ miles: 18_800, level: "saver" });
  });

  test("needs a cash fare for a standard seat, and is the floor for a saver seat without one", () => {
    expect(at(null, "standard")).toBeNull();
    expect(at(null, "saver")?.miles).toBe(12_500);
  });

  test("ignores saver space at Delta", () => {
    const query = { route: "JFK–LAX", legs: [["DL", 2_470, "economy"] as const], cashUsdCents: 33_000 };
    expect(price("delta", query)).toMatchObject({ miles: 33_000, level: "dynamic" });
  });
});

const trips = fc.record({
  code: fc.constantFrom(...codes),
  route: fc.constantFrom(...routes),
  miles: fc.integer({ min: 100, max: 11_000 }),
  carrierAt: fc.nat(60),
  cabinAt: fc.nat(3),
  cashUsdCents: fc.integer({ min: 2_000, max: 2_000_000 }),
});
const drawn = { seed: 7, numRuns: 1_500 };
const carrierOf = (code: string, at: number) =>
  [...getProgram(code).carriers][at % getProgram(code).carriers.size] ?? "";

describe("every program", () => {
  test("charges no less for a longer trip, a higher cabin or a standard seat", () => {
    const longer = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(trips, longer, ({ code, route, miles, carrierAt, cabinAt, cashUsdCents }, more) => {
        const carrier = carrierOf(code, carrierAt);
        const cost = (length: number, cabin: CabinName | undefined, level: "saver" | "standard" = "saver") =>
          price(code, { route, legs: [[carrier, length, cabin ?? "first"]], cashUsdCents, level })?.miles ?? Infinity;
        const base = cost(miles, cabinNames[cabinAt]);
        expect(base).toBeGreaterThan(0);
        expect(cost(miles + more, cabinNames[cabinAt])).toBeGreaterThanOrEqual(base);
        expect(cost(miles, cabinNames[cabinAt + 1])).toBeGreaterThanOrEqual(base);
        expect(cost(miles, cabinNames[cabinAt], "standard")).toBeGreaterThanOrEqual(base);
        if (base !== Infinity) expect(Number.isInteger(base)).toBe(true);
      }),
      drawn,
    );
  });

  test("never charges less than its price without a fare", () => {
    fc.assert(
      fc.property(trips, ({ code, route, miles, carrierAt, cabinAt, cashUsdCents }) => {
        const legs = [[carrierOf(code, carrierAt), miles, cabinNames[cabinAt] ?? "first"] as const];
        const floor = price(code, { route, legs })?.miles ?? 0;
        for (const level of ["saver", "standard"] as const) {
          expect(price(code, { route, legs, cashUsdCents, level })?.miles ?? Infinity).toBeGreaterThanOrEqual(floor);
        }
      }),
      drawn,
    );
  });

  test("books only airlines of its list, alone or combined", () => {
    const everyone = [...new Set(programs.flatMap(({ carriers }) => [...carriers])), "FR", "ZZ"];
    for (const { code, carriers, ownCarriers } of programs) {
      for (const carrier of everyone) {
        const query = { route: "LHR–JFK", cashUsdCents: 40_000 };
        const alone = price(code, { ...query, legs: [[carrier, 3_451, "economy"]] });
        expect({ code, carrier, books: alone !== null }).toEqual({ code, carrier, books: carriers.has(carrier) });
        if (carriers.has(carrier)) continue;
        const both = [[ownCarriers[0] ?? "", 500, "economy"] as const, [carrier, 3_000, "economy"] as const];
        expect(price(code, { ...query, legs: both })).toBeNull();
      }
    }
  });

  test("prices a mixed cabin between the prices of its cabins", () => {
    fc.assert(
      fc.property(
        trips,
        fc.integer({ min: 100, max: 3_000 }),
        ({ code, route, miles, carrierAt, cashUsdCents }, short) => {
          const carrier = carrierOf(code, carrierAt);
          const cost = (first: CabinName, second: CabinName) =>
            price(code, {
              route,
              cashUsdCents,
              legs: [
                [carrier, short, first],
                [carrier, miles, second],
              ],
            })?.miles;
          const [low, mixed, high] = [
            cost("economy", "economy"),
            cost("economy", "business"),
            cost("business", "business"),
          ];
          if (low === undefined || mixed === undefined || high === undefined) return;
          expect(mixed).toBeGreaterThanOrEqual(low);
          expect(mixed).toBeLessThanOrEqual(high);
        },
      ),
      drawn,
    );
  });

  test("has a code, a name, partners with codes, transfers that give miles and a value between floor and ceiling", () => {
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThanOrEqual(20);
    for (const { ownCarriers, carriers, valueCents, transferPartners } of programs) {
      for (const carrier of ownCarriers) expect(carriers.has(carrier)).toBe(true);
      for (const carrier of carriers) expect(carrier).toMatch(/^[A-Z0-9]{2}$/);
      expect(valueCents.floor).toBeLessThanOrEqual(valueCents.ceiling);
      for (const { currency, ratio } of transferPartners)
        expect(currency.includes(" ") && ratio > 0 && ratio < 2).toBe(true);
    }
  });
});

describe("programs", () => {
  test("pass on no surcharge (Aeroplan), only a few (Alaska), all (British Airways), or all except their own (KrisFlyer)", () => {
    const collects = (code: string, carrier: string) => collectsSurcharge(getProgram(code), carrier);
    expect(collects("aeroplan", "LH")).toBe(false);
    expect([collects("alaska", "JL"), collects("alaska", "BA")]).toEqual([false, true]);
    expect(collects("britishairways", "BA")).toBe(true);
    expect([collects("singapore", "SQ"), collects("singapore", "LH")]).toEqual([false, true]);
  });

  test("charge a share, a flat price or no miles for an infant on the lap", () => {
    expect(infantMilesOf(getProgram("britishairways"), 50_000)).toBe(5_000);
    expect(infantMilesOf(getProgram("aeroplan"), 50_000)).toBe(2_500);
    expect(infantMilesOf(getProgram("united"), 50_000)).toBe(0);
  });

  test("put every country into one region", () => {
    const regions = ["TR", "PR", "EG", "GU", "ZZ"].map(findRegion);
    expect(regions).toEqual(["europe", "caribbean", "africa", "oceania", undefined]);
  });
});
