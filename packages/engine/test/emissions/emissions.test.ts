import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flightKg, typicalKg } from "../../src/emissions/emissions.ts";
import type { Cabin } from "../../src/fares/cabins.ts";
import type { NetworkAircraft } from "../../src/timetable/network.ts";

const widebody: NetworkAircraft = { code: "789", family: "widebody", seats: [220, 24, 42, 0], fuelKgPerKm: 5.7 };
const narrowbody: NetworkAircraft = { code: "320", family: "narrowbody", seats: [144, 0, 12, 0], fuelKgPerKm: 3.2 };
const allEconomy: NetworkAircraft = { ...narrowbody, seats: [180, 0, 0, 0] };
const turboprop: NetworkAircraft = { code: "AT7", family: "turboprop", seats: [70, 0, 0, 0], fuelKgPerKm: 1.5 };

const cabins: readonly Cabin[] = [0, 1, 2, 3];
const aircraft = fc.constantFrom(widebody, narrowbody, allEconomy, turboprop);
const distance = fc.integer({ min: 1, max: 17_000 });
const fixed = { seed: 1, numRuns: 300 };

describe("emissions of a flight", () => {
  test("equal the fuel of the type on its typical stage", () => {
    // 1,500 km flown are 1,405 km plus the detour: 3.2 kg × 1,500 km × 3.84 × 0.96, over 162 weighted seats at 82 %.
    expect(flightKg(narrowbody, 1405, 0)).toBeCloseTo((3.2 * 1500 * 3.84 * 0.96) / (162 * 0.82), 6);
  });

  test("grow with every kilometer and with every cabin", () => {
    fc.assert(
      fc.property(aircraft, distance, (type, km) => {
        expect(flightKg(type, km + 1, 0)).toBeGreaterThan(flightKg(type, km, 0));
        const byCabin = cabins.map((cabin) => flightKg(type, km, cabin));
        expect(byCabin).toEqual(byCabin.toSorted((a, b) => a - b));
      }),
      fixed,
    );
  });

  test("per kilometer are highest on a short stage, lowest in the middle, and higher again on the longest", () => {
    const perKm = (km: number) => flightKg(widebody, km, 0) / km;
    expect(perKm(600)).toBeGreaterThan(1.4 * perKm(5000));
    expect(perKm(14_000)).toBeGreaterThan(1.08 * perKm(5000));
  });

  test("of all seats together equal the share of fuel for passengers", () => {
    let all = 0;
    for (const cabin of cabins) all += widebody.seats[cabin] * flightKg(widebody, 6905, cabin);
    expect(0.82 * all).toBeCloseTo(5.7 * 7000 * 3.84 * 0.83, 6);
  });

  test("weigh business four times economy on widebodies, and one and a half times on narrowbodies", () => {
    expect(flightKg(widebody, 6000, 2) / flightKg(widebody, 6000, 0)).toBeCloseTo(4, 12);
    expect(flightKg(narrowbody, 1000, 2) / flightKg(narrowbody, 1000, 0)).toBeCloseTo(1.5, 12);
  });

  test("are those of economy for a traveler in business on an aircraft without it", () => {
    expect(flightKg(allEconomy, 1000, 2)).toBe(flightKg(allEconomy, 1000, 0));
  });

  test("are low on a flight too short to climb far", () => {
    expect(flightKg(turboprop, 20, 0)).toBeLessThan(5);
  });
});

describe("typical emissions", () => {
  test("grow with every kilometer and with every cabin, also beyond the longest flights", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (km) => {
        for (const cabin of cabins) expect(typicalKg(km + 1, cabin)).toBeGreaterThan(typicalKg(km, cabin));
        const byCabin = cabins.map((cabin) => typicalKg(km, cabin));
        expect(byCabin).toEqual(byCabin.toSorted((a, b) => a - b));
      }),
      fixed,
    );
  });
});
