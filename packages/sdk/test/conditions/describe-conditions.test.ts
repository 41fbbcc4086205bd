import { type Condition, describeCancellationCost, describeConditions } from "@wayfare/sdk";
import { describe, expect, test } from "vitest";

const usd = (amount: string) => ({ amount, currency: "USD" });
const make = (changes: Partial<Condition>): Condition => ({
  allowed: true,
  fee: null,
  per: "traveler",
  total: null,
  until: null,
  rule: "fee",
  ...changes,
});
const none = { refund: null, change: null, noShow: null };

describe("sentences about a cancellation", () => {
  const cases: [Partial<Condition>, string, string | null][] = [
    [{ total: usd("120.00") }, "Cancel before departure: 120.00 USD fee for all travelers.", "120.00 USD"],
    [{ total: usd("0.00"), rule: "free" }, "Cancel before departure: full refund.", "free"],
    [{ total: null }, "Cancel before departure: allowed, the fee is not stated.", null],
    [
      { allowed: false, total: usd("203.00"), rule: "taxes_only" },
      "Cancel before departure: not refundable, 203.00 USD is lost for all travelers, taxes and airport charges are refunded.",
      "203.00 USD",
    ],
    [{ allowed: false, rule: "supplier" }, "Cancel before departure: no refund.", null],
    [
      { total: usd("5.60"), milesFee: 3000, rule: "redeposit" },
      "Cancel before departure: 3000 miles and 5.60 USD fee for all travelers.",
      "3000 miles and 5.60 USD",
    ],
    [
      { total: usd("0.00"), milesFee: 3000, rule: "redeposit" },
      "Cancel before departure: 3000 miles fee for all travelers.",
      "3000 miles",
    ],
    [
      { total: usd("60.00"), until: "2027-01-19T00:00:00.000Z" },
      "Cancel until 2027-01-19T00:00:00.000Z: 60.00 USD fee for all travelers.",
      "60.00 USD",
    ],
  ];

  test.each(cases)("of %j", (refund, sentence, cost) => {
    const conditions = { ...none, refund: make(refund) };
    expect(describeConditions(conditions)[0]).toBe(sentence);
    expect(describeCancellationCost(conditions)).toBe(cost);
  });
});

test("describes changes, no-shows and slices, and names what is not stated", () => {
  const change = make({ total: usd("75.00"), fee: usd("75.00") });
  const noShow = make({ allowed: false, total: usd("400.00"), rule: "forfeited" });
  expect(describeConditions({ ...none, change, noShow })).toEqual([
    "Change: 75.00 USD for all travelers plus the difference in fares.",
    "No-show: nothing is refunded.",
    "Not stated by the supplier: cancellation.",
  ]);
  const free = make({ total: usd("0.00"), rule: "free" });
  const notAllowed = make({ allowed: false, rule: "not_allowed" });
  const slices = [
    { ...none, change: free },
    { ...none, change: notAllowed },
  ];
  expect(describeConditions({ ...none, change: notAllowed, slices })).toEqual([
    "Change: not allowed.",
    "Flight 1: Change: only the difference in fares.",
    "Flight 2: Change: not allowed.",
    "Not stated by the supplier: cancellation, no-show.",
  ]);
  expect(describeConditions(none)).toEqual(["Not stated by the supplier: cancellation, change, no-show."]);
  expect(describeCancellationCost(none)).toBeNull();
});
