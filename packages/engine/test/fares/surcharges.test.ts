import { parseEpochDay } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { type SurchargedSegment, surchargeFor } from "../../src/fares/surcharges.ts";

const transatlantic: SurchargedSegment = {
  carrier: "BA",
  originRegion: "europe",
  destinationRegion: "northAmerica",
  cabin: "business",
  miles: 3451,
};

describe("carrier surcharges", () => {
  test("are $500–800 per round trip for British Airways in business", () => {
    const oneWay = surchargeFor(transatlantic);
    expect(oneWay?.code).toBe("YQ");
    expect(2 * (oneWay?.usdCents ?? 0)).toBeGreaterThanOrEqual(50_000);
    expect(2 * (oneWay?.usdCents ?? 0)).toBeLessThanOrEqual(80_000);
  });

  test("are lower in economy than in business, and on short flights than on long ones", () => {
    const business = surchargeFor(transatlantic)?.usdCents ?? 0;
    expect(surchargeFor({ ...transatlantic, cabin: "economy" })?.usdCents).toBeLessThan(business);
    expect(surchargeFor({ ...transatlantic, miles: 400 })?.usdCents).toBeLessThan(business);
  });

  test("are zero on a low-cost airline", () => {
    expect(surchargeFor({ ...transatlantic, carrier: "U2", miles: 400 })).toBeNull();
  });

  test("are zero on American domestic flights and small across the Atlantic, as YR", () => {
    const home = { ...transatlantic, carrier: "AA", originRegion: "northAmerica" as const };
    expect(surchargeFor({ ...home, miles: 2475 })).toBeNull();
    expect(surchargeFor({ ...home, destinationRegion: "europe" })).toEqual({ code: "YR", usdCents: 6500 });
  });

  test("are zero for departures from South America", () => {
    expect(surchargeFor({ ...transatlantic, originRegion: "southAmerica" })).toBeNull();
  });

  test("follow the day on which the journey starts", () => {
    const startingOn = (date: string) => surchargeFor({ ...transatlantic, startDay: parseEpochDay(date) })?.usdCents;
    expect([startingOn("2025-12-31"), startingOn("2026-01-01"), startingOn("2028-05-05")]).toEqual([
      33_800, 37_500, 37_500,
    ]);
  });

  test("are small and only on long flights for airlines outside of the table", () => {
    expect(surchargeFor({ ...transatlantic, carrier: "ZQ" })?.usdCents).toBe(6500);
    expect(surchargeFor({ ...transatlantic, carrier: "ZQ", miles: 900 })).toBeNull();
  });
});
