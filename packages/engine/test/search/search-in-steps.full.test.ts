import { createSearcher, type FlightSearch } from "@wayfare/engine";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

const timetable = drawTimetable(`
  BA1 LHR 09:00 JFK 12:00
  BA11 LHR 10:00 JFK 13:00
  BA13 LHR 11:00 JFK 14:00
  UA2 LHR 18:00 JFK 21:00
  LH3 LHR 07:00 FRA 09:40
  LH4 FRA 11:30 JFK 14:00
  LH14 FRA 13:30 JFK 16:00
  BA5 JFK 12:30 LHR 00:30+1
  BA6 JFK 13:00 LHR 01:00+1
  BA7 JFK 19:00 LHR 07:00+1
  UA8 JFK 20:00 LHR 08:00+1
`);

const randomSearch: fc.Arbitrary<FlightSearch> = fc
  .record({
    day: fc.constantFrom(day, day + 1, day - 400),
    returnDay: fc.option(fc.constantFrom(day, day + 1, day + 3)),
    sort: fc.constantFrom("price", "departure", "arrival", "duration"),
    limit: fc.constantFrom(1, 3, 50, 250),
    maxStops: fc.constantFrom(0, 1, 2),
    airlines: fc.option(fc.subarray(["BA", "UA", "LH"], { minLength: 1 }), { freq: 3 }),
    allOffers: fc.boolean(),
    includeCash: fc.boolean(),
    destination: fc.constantFrom("NYC", "NYC", "NYC", "FRA", "XXX"),
  })
  .map((changes) => searchFor({ ...changes, includeAward: true }));

const searcher = createSearcher(timetable);

/** Runs the steps, at most the given number, with other work at each pause. */
async function runSteps(search: FlightSearch, { most = Number.POSITIVE_INFINITY, meanwhile = async () => {} } = {}) {
  const steps = searcher.searchInSteps(search);
  let pauses = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { found: step.value, pauses };
    if (++pauses >= most) return { found: null, pauses };
    await meanwhile();
  }
}

test("a search in steps finds what a search finds, whatever runs in its pauses", async () => {
  let [found, paused] = [0, 0];
  const other = createSearcher(timetable);
  await fc.assert(
    fc.asyncProperty(randomSearch, randomSearch, async (search, otherSearch) => {
      const expected = createSearcher(timetable).search(search);
      const otherExpected = createSearcher(timetable).search(otherSearch);
      // Another searcher of the same timetable.
      const meanwhile = async () => {
        expect(other.search(otherSearch)).toEqual(otherExpected);
        await Promise.resolve();
      };
      const stepped = await runSteps(search, { meanwhile });
      expect(stepped.found).toEqual(expected);
      expect(searcher.search(search)).toEqual(expected);
      found += expected.length;
      paused += stepped.pauses;
    }),
    { seed: 20_280_112, numRuns: 60 },
  );
  expect(found).toBeGreaterThan(100);
  expect(paused).toBeGreaterThan(100);
});

test("a search that is abandoned between two steps does not change later ones", async () => {
  let abandoned = 0;
  await fc.assert(
    fc.asyncProperty(randomSearch, fc.integer({ min: 1, max: 6 }), randomSearch, async (first, most, later) => {
      if ((await runSteps(first, { most })).found === null) abandoned++;
      expect(searcher.search(later)).toEqual(createSearcher(timetable).search(later));
    }),
    { seed: 20_280_113, numRuns: 100 },
  );
  expect(abandoned).toBeGreaterThan(20);
});
