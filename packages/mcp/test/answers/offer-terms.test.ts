import type { AwardOffer, CashOffer, Condition } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { renderTerms, termsOf } from "../../src/answers/offer-terms.ts";

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
const shared = {
  id: "off_1",
  source: "sandbox",
  mixedCabin: false,
  cabinShare: 1,
  separateTickets: false,
  bookingLink: null,
  requires: [],
  taxes: [],
  surcharges: [],
  cabin: "economy",
  seatsRemaining: 4,
  observedAt: "2026-11-21T07:00:00Z",
  expiresAt: "2026-11-21T08:00:00Z",
} as const;

const cash: CashOffer = {
  ...shared,
  taxes: [],
  surcharges: [],
  requires: [],
  kind: "cash",
  total: usd("400.00"),
  base: usd("400.00"),
  perTraveler: [],
  fareBrand: "Standard",
  segments: [],
  refundable: false,
  changeable: true,
  validatingCarrier: "BA",
  verified: null,
  conditions: {
    refund: make({ allowed: false, total: usd("300.00"), rule: "taxes_only" }),
    change: make({ total: usd("120.00") }),
    noShow: make({ allowed: false, total: usd("400.00"), rule: "forfeited" }),
  },
};

const award: AwardOffer = {
  ...shared,
  taxes: [],
  surcharges: [],
  requires: [],
  kind: "award",
  program: "ana",
  miles: 40_000,
  perTraveler: [],
  total: usd("38.00"),
  fees: [],
  level: "saver",
  chart: null,
  centsPerPoint: null,
  confidence: 1,
  conditions: {
    refund: make({ total: usd("0.00"), milesFee: 3000, rule: "redeposit" }),
    change: make({ total: usd("0.00"), milesFee: 0, rule: "free" }),
    noShow: null,
  },
};

test("terms of a cash offer say what a cancellation and a change cost", () => {
  expect(termsOf(cash)).toMatchObject({ refundable: false, changeable: true });
  expect(renderTerms(termsOf(cash))).toContain(
    "Cancel before departure: not refundable, 300.00 USD is lost for all travelers, taxes and airport charges are refunded. " +
      "Change: 120.00 USD for all travelers plus the difference in fares. No-show: nothing is refunded.",
  );
});

test("terms of an award say what the return of the miles costs", () => {
  expect(termsOf(award)).toMatchObject({ refundable: true, changeable: true });
  expect(renderTerms(termsOf(award))).toContain(
    "Cancel before departure: 3000 miles fee for all travelers. Change: only the difference in fares. Not stated by the supplier: no-show.",
  );
  expect(renderTerms(termsOf(award))).not.toMatch(/refundable: |changeable: /);
});
