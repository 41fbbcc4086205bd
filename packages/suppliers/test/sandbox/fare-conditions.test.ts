import { expect, test } from "vitest";
import { awardConditions, cashConditions } from "../../src/sandbox/fare-conditions.ts";

/** One traveler of each type, of whom only the infant on a lap has no seat. */
const types = ["adult", "youth", "child", "infant_in_seat", "infant"] as const;
const seats = 4;

test("every traveler with a seat pays the fees of a fare", () => {
  const perTraveler = types.map((type) => ({ type, count: 1, total: 40_000 }));
  const paid = { total: 200_000, taxes: [], perTraveler };
  const { refund, change } = cashConditions(paid, { refundCents: 10_000, changeCents: 7500 }, "USD");
  expect(refund).toMatchObject({ fee: 10_000, per: "traveler", total: seats * 10_000 });
  expect(change).toMatchObject({ fee: 7500, per: "traveler", total: seats * 7500 });
});

test("every traveler with a seat pays the fees of an award", () => {
  const perTraveler = types.map((type) => ({ type, count: 1, miles: 20_000, total: 12_000 }));
  const paid = { miles: 100_000, total: 60_000, taxes: [{ code: "GB", amount: 60_000 }], surcharges: [], perTraveler };
  const fees = { cancel: { usdCents: 5000, miles: 0 }, change: { usdCents: 0, miles: 3000 }, returnsTaxes: true };
  const { refund, change } = awardConditions(paid, fees, "USD");
  expect(refund).toMatchObject({ fee: 5000, per: "traveler", total: seats * 5000, milesFee: 0 });
  expect(change).toMatchObject({ total: 0, milesFee: seats * 3000 });
});
