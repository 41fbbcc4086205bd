import { createEnumeration, enumerateItineraries, noFilters, parseEpochDay, type Timetable } from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cabotageRulesOf } from "../../src/sandbox/cabotage.ts";
import { indexFacts } from "../../src/sandbox/indexed-facts.ts";
import { at, facts, firstDay, timetable } from "./made-world.ts";

const indexed = indexFacts(facts);
const { rights, territories } = cabotageRulesOf(indexed, firstDay);
const rightsOf = (code: string) => rights[indexed.airlines.findIndex((airline) => airline.code === code)] ?? [];

describe("the rights of an airline within countries", () => {
  it.each([
    ["UA", ["US", "PR", "GU"], ["CA", "GB"]],
    ["AC", ["CA"], ["US"]],
    ["LH", ["DE", "FR", "NO", "RE"], ["CH", "GB", "US"]],
    ["LX", ["CH"], ["DE", "AT"]],
    ["BA", ["GB", "JE"], ["IE", "DE"]],
    ["QF", ["AU", "NZ"], ["US"]],
    ["SQ", ["SG", "CL"], ["AU", "NZ"]],
    ["LA", ["CL", "BR", "PE", "EC", "AR"], ["US"]],
  ])("%s: %s, but not %s", (code, has, lacks) => {
    expect(rightsOf(code)).toEqual(expect.arrayContaining(has));
    expect(lacks.filter((country) => rightsOf(code).includes(country))).toEqual([]);
  });

  it("begin and end with the validity of an exception", () => {
    const argentina = (date: string) => {
      const before = cabotageRulesOf(indexed, parseEpochDay(date)).rights;
      return before[indexed.airlines.findIndex(({ code }) => code === "H2")]?.includes("AR");
    };
    expect([argentina("2024-04-21"), argentina("2024-04-22")]).toEqual([false, true]);
  });
});

/** Itineraries of a day, as patterns and days of their flights. */
function listItineraries(world: Timetable, from: number, to: number, day: number) {
  const enumeration = createEnumeration(world);
  const found = enumerateItineraries(enumeration, {
    origins: [from],
    destinations: [to],
    day,
    maxStops: 2,
    ...noFilters,
  });
  const { pool } = enumeration;
  const itineraries = Array.from({ length: found.count }, (_, row) =>
    [at(found.first, row), at(found.second, row), at(found.third, row)]
      .filter((flight) => flight >= 0)
      .map((flight) => ({ pattern: at(pool.pattern, flight), day: at(pool.day, flight) })),
  );
  const nameOf = (flights: (typeof itineraries)[number]) => flights.map((one) => `${one.pattern}@${one.day}`).join(" ");
  return new Map(itineraries.map((flights) => [nameOf(flights), flights]));
}

describe("searches of the sandbox", () => {
  const free: Timetable = { ...timetable, cabotageRights: new Uint8Array(timetable.cabotageRights.length).fill(1) };
  const countryOf = (airport: number) => at(timetable.countries, at(timetable.airportCountry, airport));
  const areaOf = (airport: number) => territories.get(countryOf(airport)) ?? countryOf(airport);
  const large = [...facts.airports.values()]
    .filter(({ passengersMillions }) => passengersMillions > 8)
    .map(({ code }) => timetable.airportIndex.get(code) ?? -1);

  it("leave out exactly the itineraries within a country that a carrier without rights flies", () => {
    const pair = fc
      .constantFrom(...large)
      .chain((from) =>
        fc.tuple(fc.constant(from), fc.constantFrom(...large.filter((to) => areaOf(to) === areaOf(from)))),
      )
      .filter(([from, to]) => from !== to);
    let [kept, removed] = [0, 0];
    fc.assert(
      fc.property(pair, fc.integer({ min: 20, max: 480 }), ([from, to], offset) => {
        const [origin, destination] = [countryOf(from), countryOf(to)];
        const sold = listItineraries(timetable, from, to, firstDay + offset);
        const all = listItineraries(free, from, to, firstDay + offset);
        const legal = [...all].filter(([, flights]) =>
          flights.every(({ pattern }) => {
            const { code } = at(timetable.carriers, at(timetable.operatingCarrier, pattern));
            return rightsOf(code).includes(origin) && rightsOf(code).includes(destination);
          }),
        );
        // Without a legal itinerary, layovers of up to a day are allowed: the other set has none of these.
        if (legal.length > 0) expect([...sold.keys()].sort()).toEqual(legal.map(([name]) => name).sort());
        kept += legal.length;
        removed += all.size - legal.length;
      }),
      { seed: 20_270_102, numRuns: 25 },
    );
    expect(kept).toBeGreaterThan(500);
    expect(removed).toBeGreaterThan(20);
  });

  it("leave out none between two countries", () => {
    const pairs = fc.tuple(fc.constantFrom(...large), fc.constantFrom(...large));
    fc.assert(
      fc.property(
        pairs.filter(([from, to]) => areaOf(from) !== areaOf(to)),
        ([from, to]) => {
          const names = (world: Timetable) => [...listItineraries(world, from, to, firstDay + 70).keys()].sort();
          expect(names(timetable)).toEqual(names(free));
        },
      ),
      { seed: 20_270_103, numRuns: 10 },
    );
  });
});
