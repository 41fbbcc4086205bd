import type { Tax } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { toFlight } from "../../src/serialize/flight-text.ts";
import { warningsOf } from "../../src/serialize/warnings.ts";
import { makeAward, makeCash, makeFlight } from "../sample-flights.ts";

const duty: Tax = { code: "GB", amount: 13_586, basis: "law", validUntil: "2027-03-31" };

/** A flight with a cash offer and an award of these taxes. */
function candidate(cash: Tax[] | null, award: Tax[] | null = null) {
  const shared = { source: "test", price: 0 };
  return {
    id: "flt_1",
    flight: makeFlight(),
    cash: [{ ...shared, id: "off_1", offer: { ...makeCash(30_000), taxes: cash } }],
    award: [{ ...shared, id: "off_2", offer: { ...makeAward(9000), taxes: award } }],
    simulated: true,
  };
}

test("warns once of the taxes of all flights whose rates are outdated, with the earliest of their last days", () => {
  const outdated = (code: string | null, validUntil: string): Tax => ({ ...duty, code, validUntil, isOutdated: true });
  const warnings = warningsOf([
    candidate([outdated("US", "2026-12-31"), duty]),
    candidate(null, [outdated("GB", "2027-03-31"), outdated("US", "2025-12-31"), outdated(null, "2027-01-31")]),
  ]);
  expect(warnings).toEqual([
    {
      code: "TAX_RATES_OUTDATED",
      detail:
        "The latest known rates of these taxes are used after their last day: GB (2027-03-31), US (2025-12-31), charges without a code (2027-01-31).",
    },
  ]);
});

test("does not warn of taxes whose rates are known, or of those of live suppliers", () => {
  expect(warningsOf([candidate([duty], [{ code: null, amount: 560 }]), candidate(null)])).toEqual([]);
});

test("writes the basis of a tax, and null for a live supplier", () => {
  const terms = {
    currency: "USD",
    cabin: "economy",
    searchedAt: "2026-11-21T07:33:00.000Z",
    expiresAt: "2026-11-21T07:48:00.000Z",
  } as const;
  const { cash, award } = toFlight(candidate([{ ...duty, isOutdated: true }], [{ code: null, amount: 560 }]), terms);
  const amount = (text: string) => ({ amount: text, currency: "USD" });
  expect(cash[0]?.taxes).toEqual([{ code: "GB", amount: amount("135.86"), basis: "law", validUntil: "2027-03-31" }]);
  expect(award[0]?.taxes).toEqual([{ code: null, amount: amount("5.60"), basis: null, validUntil: null }]);
});
