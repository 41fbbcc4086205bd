import type { SupplyRow } from "@wayfare/contract";
import type { WatchedFlight } from "@wayfare/search";
import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/watches/evaluate.ts";
import { initialState } from "../../src/watches/record.ts";

const flight: WatchedFlight = {
  id: "flt_1",
  slices: [],
  cash: [{ offerId: "off_1", source: "duffel", price: 40_000, seats: 9 }],
  award: [],
};

function rowOf(coverage: number | null): SupplyRow {
  return {
    source: "duffel",
    status: "ok",
    reason: null,
    coverage,
    received: 1,
    offers: 1,
    dropped: [],
    observedAt: null,
    tookMs: 0,
  };
}

/** Reports a flight, loses it in an answer with this coverage, and finds it again. */
function findAgainAfter(coverage: number | null) {
  const request = { currency: "USD", includeCash: true, includeAward: false } as const;
  const condition = { maxPrice: { amount: "500.00", currency: "USD" } };
  const run = (flights: WatchedFlight[], row: SupplyRow, state = initialState) =>
    evaluate({ condition, request, state }, { flights, supply: [row] });
  const first = run([flight], rowOf(1));
  expect(first.changedCount).toBe(1);
  const lost = run([], rowOf(coverage), first.state);
  return { isComplete: lost.isComplete, again: run([flight], rowOf(1), lost.state).changedCount };
}

describe("an offer that is absent from an answer", () => {
  test("is gone if the supplier answered for all airlines, so that finding it again is news", () => {
    expect(findAgainAfter(1)).toEqual({ isComplete: true, again: 1 });
  });

  test.each([0.5, null])("may still be sold if the coverage is %s", (coverage) => {
    expect(findAgainAfter(coverage)).toEqual({ isComplete: false, again: 0 });
  });
});
