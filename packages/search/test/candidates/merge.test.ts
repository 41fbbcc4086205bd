import type { AwardOffer, CashOffer, Segment, SuppliedFlight, SupplierResult } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { mergeResults } from "../../src/candidates/merge.ts";
import { makeAward, makeCash, makeFlight } from "../sample-flights.ts";

const searchId = "srch_01kahz2j7p3v8c5m9n4q6r7s8t";

const resultOf = (slot: number, flights: SuppliedFlight[], kind: "live" | "sandbox" | "test mode" = "live") => ({
  source: `supplier ${slot}`,
  slot,
  simulated: kind !== "live",
  ...(kind === "test mode" && { testMode: true as const }),
  flights,
});

const merge = (...results: SupplierResult[]) => mergeResults(searchId, results, "USD");

/** Returns the flight with changes to each segment, as another supplier states it. */
function withSegments(flight: SuppliedFlight, change: (segment: Segment, at: number) => Partial<Segment>) {
  const slices = flight.slices.map((slice) => ({
    ...slice,
    segments: slice.segments.map((segment, at) => ({ ...segment, ...change(segment, at) })),
  }));
  return { ...flight, slices };
}

/** A cash flight with a stop, and an award on it without operating carriers and inner times. */
const cash: SuppliedFlight = { ...makeFlight({ stops: 1, award: [] }), cash: [makeCash(41_260)] };
const award: SuppliedFlight = {
  ...withSegments(makeFlight({ stops: 1, cash: [] }), (segment, at) => ({
    operatingCarrier: null,
    operatingFlightNumber: null,
    ...(at === 0 ? { arrival: null } : { departure: null }),
    flightNumber: segment.flightNumber,
  })),
  award: [{ ...makeAward(20_000), cashEquivalent: null }],
  emissions: null,
};

describe("flights of real suppliers", () => {
  test("are joined in any order of the answers, and the award is compared with the cash offer", () => {
    for (const results of [
      [resultOf(1, [award]), resultOf(2, [cash])],
      [resultOf(2, [cash]), resultOf(1, [award])],
    ]) {
      const [joined, ...others] = merge(...results);
      expect(others).toEqual([]);
      expect(joined?.flight.slices).toEqual(cash.slices);
      expect(joined?.flight.emissions).toEqual(cash.emissions);
      expect(joined?.cash.map(({ source }) => source)).toEqual(["supplier 2"]);
      expect(joined?.award.map(({ offer }) => offer.cashEquivalent)).toEqual([41_260]);
      expect(joined?.id).toBe(merge(resultOf(2, [cash]))[0]?.id);
    }
  });

  test("keep the ids of their offers when they are joined", () => {
    const idsOf = (...results: SupplierResult[]) =>
      merge(...results).flatMap((candidate) => candidate.award.map(({ id }) => id));
    expect(idsOf(resultOf(1, [award]), resultOf(2, [cash]))).toEqual(idsOf(resultOf(1, [award])));
  });

  const joins = (other: SuppliedFlight) => merge(resultOf(1, [cash]), resultOf(2, [other])).length === 1;

  test("are joined by the number of the operating carrier, and with different times on the same dates", () => {
    expect(
      joins(
        withSegments(cash, ({ operatingFlightNumber }) => ({
          marketingCarrier: "AA",
          flightNumber: `0${operatingFlightNumber}`,
        })),
      ),
    ).toBe(true);
    const later = withSegments(cash, ({ departure, arrival }) => ({
      departure: departure && { ...departure, epochMinutes: departure.epochMinutes + 5 },
      arrival: arrival && { ...arrival, epochMinutes: arrival.epochMinutes + 5 },
    }));
    expect(joins(later)).toBe(true);
  });

  test.each<[string, (segment: Segment) => Partial<Segment>]>([
    ["carrier", () => ({ marketingCarrier: "VS", operatingCarrier: "VS" })],
    ["number", () => ({ flightNumber: "3", operatingFlightNumber: "3" })],
    [
      "date",
      ({ departure, arrival }) => ({
        departure: departure && { ...departure, epochMinutes: departure.epochMinutes + 1440 },
        arrival: arrival && { ...arrival, epochMinutes: arrival.epochMinutes + 1440 },
      }),
    ],
    ["airport", ({ destination }) => (destination === "LHR" ? { destination: "LGW" } : {})],
  ])("are not joined at the same times with another %s", (_, change) => {
    expect(joins(withSegments(cash, change))).toBe(false);
  });

  test("are not joined when several flights match, on dates that one of them does not state", () => {
    const nextDay = withSegments(cash, ({ departure }, at) =>
      at === 1 && departure !== null
        ? { departure: { ...departure, epochMinutes: departure.epochMinutes + 1440 } }
        : {},
    );
    expect(merge(resultOf(1, [cash, nextDay]), resultOf(2, [award]))).toHaveLength(3);
    expect(merge(resultOf(1, [nextDay]), resultOf(2, [award]))).toHaveLength(1);
  });

  test.each(["live", "test mode"] as const)("in %s are never joined with the sandbox, and have other ids", (kind) => {
    const merged = merge(resultOf(0, [cash], "sandbox"), resultOf(1, [cash], kind));
    expect(merged).toHaveLength(2);
    expect(new Set(merged.map(({ id }) => id)).size).toBe(2);
    expect(merged.find(({ cash: [first] }) => first?.source === "supplier 1")?.simulated).toBe(kind !== "live");
  });
});

test("compares prices of different currencies, without changing them", () => {
  const euros: CashOffer = { ...makeCash(40_000), currency: "EUR" };
  const dollars: CashOffer = makeCash(41_000);
  const [candidate] = merge(resultOf(1, [{ ...cash, cash: [euros, dollars] }]));
  const [first, second] = candidate?.cash ?? [];
  expect(first?.offer).toEqual(euros);
  expect(first?.price).toBeGreaterThan(second?.price ?? 0);
});

test("keeps an award with an unknown cash part apart from one without", () => {
  const unknown: AwardOffer = { ...makeAward(20_000), total: null };
  expect(merge(resultOf(1, [{ ...award, award: [unknown] }]))[0]?.award[0]?.price).toBeNull();
});
