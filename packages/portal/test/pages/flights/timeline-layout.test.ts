import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLocalTime } from "../../../src/pages/flights/local-time.ts";
import { layoutTicks, layoutTimeline, spanOf } from "../../../src/pages/flights/timeline-layout.ts";
import { makeSlice } from "./itineraries.ts";

const nonstop = makeSlice(["JFK", "LIS", "2027-01-20T18:25:00-05:00", "2027-01-21T06:10:00+00:00"]);
const byMadrid = makeSlice(
  ["JFK", "MAD", "2027-01-20T17:40:00-05:00", "2027-01-21T06:40:00+01:00"],
  ["MAD", "LIS", "2027-01-21T10:15:00+01:00", "2027-01-21T10:35:00+00:00"],
);
const overTheDateLine = makeSlice(["HND", "SFO", "2027-01-20T00:05:00+09:00", "2027-01-19T17:10:00-08:00"]);

describe("the line of a slice", () => {
  test("goes from end to end of its own span", () => {
    const { from, to } = layoutTimeline(byMadrid, spanOf([byMadrid]));
    expect([from, to]).toStrictEqual([0, 1]);
  });

  test("leaves a gap to scale where one waits", () => {
    const { flights, waits } = layoutTimeline(byMadrid, spanOf([byMadrid]));
    const total = byMadrid.durationMinutes;
    expect(waits).toHaveLength(1);
    expect(waits[0]?.from).toBe(flights[0]?.to);
    expect(waits[0]?.to).toBe(flights[1]?.from);
    expect(((waits[0]?.to ?? 0) - (waits[0]?.from ?? 0)) * total).toBeCloseTo(215);
  });

  test("takes its place on a span that others share", () => {
    const span = spanOf([nonstop, byMadrid]);
    expect(layoutTimeline(byMadrid, span).from).toBe(0);
    expect(layoutTimeline(nonstop, span).from).toBeCloseTo(45 / 715);
    expect(layoutTimeline(byMadrid, span).to).toBe(1);
  });

  test("counts days by the calendars of both airports, backwards over the date line", () => {
    expect(layoutTimeline(nonstop, spanOf([nonstop])).dayShift).toBe(1);
    expect(layoutTimeline(overTheDateLine, spanOf([overTheDateLine])).dayShift).toBe(-1);
  });

  test("shows each time on the airport's own clock", () => {
    const { departure, arrival } = layoutTimeline(nonstop, spanOf([nonstop]));
    expect([departure.clock, arrival.clock]).toStrictEqual(["18:25", "06:10"]);
  });
});

describe("the hours of a line", () => {
  const hourMs = 3_600_000;

  test("are the origin's, with the date where it begins", () => {
    const { fromMs } = spanOf([nonstop]);
    const ticks = layoutTicks({ fromMs, toMs: fromMs + 12 * hourMs }, -300, 7);
    expect(ticks.map((tick) => tick.label)).toStrictEqual(["20", "22", "Thu 21 Jan", "02", "04", "06"]);
    expect(ticks.filter((tick) => tick.isMidnight)).toHaveLength(1);
  });

  test("stay inside the span and below their number, from an hour to a week and in every offset", () => {
    const span = fc.record({ start: fc.integer({ min: 0, max: 4e12 }), hours: fc.integer({ min: 1, max: 168 }) });
    const offset = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15);
    fc.assert(
      fc.property(span, offset, fc.integer({ min: 2, max: 12 }), ({ start, hours }, offsetMinutes, most) => {
        const ticks = layoutTicks({ fromMs: start, toMs: start + hours * hourMs }, offsetMinutes, most);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        for (const { at } of ticks) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(1);
        }
      }),
      { seed: 20_261_121 },
    );
  });
});

test("a time without an offset is refused: nobody knows whose clock it is", () => {
  expect(() => readLocalTime("2027-01-20T18:25:00")).toThrow(RangeError);
});
