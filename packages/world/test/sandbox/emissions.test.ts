import { flightKg, greatCircleKm, type NetworkAircraft, typicalKg } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { facts, timetable } from "./made-world.ts";

const [economy, business] = [0, 2] as const;
const cabins = [0, 1, 2, 3] as const;

/** A type in the layout of network carriers. */
function typeOf(code: string): NetworkAircraft {
  const found = timetable.aircraft.find((aircraft) => aircraft.code === code);
  if (found === undefined) throw new Error(`no aircraft ${code}`);
  return found;
}

function kmBetween(from: string, to: string): number {
  const [origin, destination] = [facts.airports.get(from), facts.airports.get(to)];
  if (origin === undefined || destination === undefined) throw new Error(`no way from ${from} to ${to}`);
  return greatCircleKm(origin, destination);
}

describe("kilograms per traveler match the order of magnitude of airlines and calculators", () => {
  test.each(["77W", "789", "333", "339"])(
    "New York–London in a %s: 250–400 in economy, 2.5 to 4 times that in business",
    (code) => {
      const km = kmBetween("JFK", "LHR");
      const inEconomy = flightKg(typeOf(code), km, economy);
      expect(inEconomy).toBeGreaterThan(250);
      expect(inEconomy).toBeLessThan(400);
      const times = flightKg(typeOf(code), km, business) / inEconomy;
      expect(times).toBeGreaterThan(2.5);
      expect(times).toBeLessThan(4.001);
    },
  );

  test.each(["319", "320", "73H", "E90"])("London–Edinburgh in a %s: 60–110", (code) => {
    const kg = flightKg(typeOf(code), kmBetween("LHR", "EDI"), economy);
    expect(kg).toBeGreaterThan(60);
    expect(kg).toBeLessThan(110);
  });

  test("Singapore–Newark: more than 600", () => {
    expect(flightKg(typeOf("359"), kmBetween("SIN", "EWR"), economy)).toBeGreaterThan(600);
  });

  test("250 km: less in an ATR 72 than in any single-aisle jet", () => {
    const inTurboprop = flightKg(typeOf("AT7"), 250, economy);
    const jets = timetable.aircraft.filter(({ family }) => family === "narrowbody" || family === "regional_jet");
    expect(jets.filter((jet) => flightKg(jet, 250, economy) <= inTurboprop).map(({ code }) => code)).toEqual([]);
  });
});

/** Distances for the medians; premium cabins change their kind of seat between the last two but three. */
const bordersKm = [100, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 4500, 6000, 8000, 10_000, 12_000, 20_000];
const mixedSeatsKm = { from: 3000, to: 6000 };
const fewestPatterns = 60;

describe("the typical value is within 15 % of the median of the world's flights with the cabin", () => {
  const classes = bordersKm.slice(1).map((toKm, at) => ({ fromKm: bordersKm[at] ?? 0, toKm }));
  const ratios = new Map<string, number[]>();
  for (const [pattern, market] of timetable.marketOf.entries()) {
    const km = timetable.marketKm[market] ?? 0;
    const aircraft = timetable.aircraft[timetable.aircraftOf[pattern] ?? -1];
    const stage = classes.find(({ fromKm, toKm }) => km >= fromKm && km < toKm);
    if (aircraft === undefined || stage === undefined) continue;
    for (const cabin of cabins.filter((one) => aircraft.seats[one] > 0)) {
      const key = `${cabin} ${stage.fromKm}`;
      const found = ratios.get(key) ?? [];
      found.push(flightKg(aircraft, km, cabin) / typicalKg(km, cabin));
      ratios.set(key, found);
    }
  }

  test.each(cabins)("in cabin %i", (cabin) => {
    const isMixed = (km: number) => cabin > 0 && km >= mixedSeatsKm.from && km < mixedSeatsKm.to;
    const medians = classes.flatMap(({ fromKm, toKm }) => {
      const found = (ratios.get(`${cabin} ${fromKm}`) ?? []).sort((a, b) => a - b);
      const enough = found.length >= fewestPatterns && !isMixed(fromKm);
      return enough ? [{ fromKm, toKm, ratio: found[found.length >> 1] ?? 0 }] : [];
    });
    expect(medians.length).toBeGreaterThan(3);
    expect(medians.filter(({ ratio }) => Math.abs(ratio - 1) > 0.15)).toEqual([]);
  });
});
