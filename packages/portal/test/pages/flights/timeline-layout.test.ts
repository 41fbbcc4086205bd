import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLocalTime } from "../../../src/data/local-time.ts";
import { layoutTicks, layoutTimeline, spanOf } from "../../../src/pages/flights/timeline-layout.ts";
import { makeSlice } from "./itineraries.ts";

const nonstop = makeSlice(["JFK", "LIS", "2027-01-20T18:25:00-05:00", "2027-01-21T06:10:00+00:00"]);
const viaMadrid = makeSlice(
  ["JFK", "MAD", "2027-01-20T17:40:00-05:00", "2027-01-21T06:40:00+01:00"],
  ["MAD", "LIS", "2027-01-21T10:15:00+01:00", "2027-01-21T10:35:00+00:00"],
);
const acrossDateLine = makeSlice(["HND", "SFO", "2027-01-20T00:05:00+09:00", "2027-01-19T17:10:00-08:00"]);

describe("timeline of a slice", () => {
  test("fills the span of the slice", () => {
    const { from, to } = layoutTimeline(viaMadrid, spanOf([viaMadrid]));
    expect([from, to]).toStrictEqual([0, 1]);
  });

  test("has a gap to scale for a layover", () => {
    const { flights, layovers } = layoutTimeline(viaMadrid, spanOf([viaMadrid]));
    const total = viaMadrid.durationMinutes;
    expect(layovers).toHaveLength(1);
    expect(layovers[0]?.from).toBe(flights[0]?.to);
    expect(layovers[0]?.to).toBe(flights[1]?.from);
    expect(((layovers[0]?.to ?? 0) - (layovers[0]?.from ?? 0)) * total).toBeCloseTo(215);
  });

  test("is positioned within a shared span", () => {
    const span = spanOf([nonstop, viaMadrid]);
    expect(layoutTimeline(viaMadrid, span).from).toBe(0);
    expect(layoutTimeline(nonstop, span).from).toBeCloseTo(45 / 715);
    expect(layoutTimeline(viaMadrid, span).to).toBe(1);
  });

  test("counts days in local dates, negative across the date line", () => {
    expect(layoutTimeline(nonstop, spanOf([nonstop])).dayShift).toBe(1);
    expect(layoutTimeline(acrossDateLine, spanOf([acrossDateLine])).dayShift).toBe(-1);
  });

  test("shows departure and arrival in local time", () => {
    const { departure, arrival } = layoutTimeline(nonstop, spanOf([nonstop]));
    expect([departure.clock, arrival.clock]).toStrictEqual(["18:25", "06:10"]);
  });
});

describe("timeline ticks", () => {
  const hourMs = 3_600_000;

  test("are hours in the local time of the origin, with the date at midnight", () => {
    const { fromMs } = spanOf([nonstop]);
    const ticks = layoutTicks({ fromMs, toMs: fromMs + 12 * hourMs }, -300, 7);
    expect(ticks.map((tick) => tick.label)).toStrictEqual(["20", "22", "Thu 21 Jan", "02", "04", "06"]);
    expect(ticks.filter((tick) => tick.isMidnight)).toHaveLength(1);
  });

  test("stay within the span and the maximum number, from one hour to one week and at any offset", () => {
    const span = fc.record({ start: fc.integer({ min: 0, max: 4e12 }), hours: fc.integer({ min: 1, max: 168 }) });
    const offset = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15);
    fc.assert(
      fc.property(span, offset, fc.integer({ min: 2, max: 12 }), ({ start, hours }, offsetMinutes, maxTicks) => {
        const ticks = layoutTicks({ fromMs: start, toMs: start + hours * hourMs }, offsetMinutes, maxTicks);
        expect(ticks.length).toBeLessThanOrEqual(maxTicks + 1);
        for (const { at } of ticks) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(1);
        }
      }),
      { seed: 20_261_121 },
    );
  });
});

test("throws RangeError for a time without an offset", () => {
  expect(() => readLocalTime("2027-01-20T18:25:00")).toThrow(RangeError);
});
