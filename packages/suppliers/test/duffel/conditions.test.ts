import { formatMoney, toMinor } from "@wayfare/contract";
import type { CashOffer, Condition } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { toConditions } from "../../src/duffel/conditions.ts";
import { toFlight } from "../../src/duffel/offers.ts";
import { type DuffelOffer, isOffer } from "../../src/duffel/schema.ts";
import { isDropped } from "../../src/port/drops.ts";
import { places } from "../places.ts";
import { readOffers } from "../recorded.ts";

const files = [
  "duffel/offer-request-live-aa.json.gz",
  "duffel/offer-request-test-mode.json",
  "duffel/offer-request-sandbox.json.gz",
  "duffel/offers-page-with-cursor.json.gz",
  "duffel/offer.json",
];
const travelers = { adults: 1, youths: 0, children: 0, infants: 0, infantsInSeat: 0 };
const readAll = (file: string) => readOffers(file).filter(isOffer);

function map(offer: DuffelOffer, margin?: { kind: "fixed"; minor: number; currency: "GBP" }): CashOffer {
  const flight = toFlight(offer, { travelers, places, margin });
  const cash = isDropped(flight) ? undefined : flight.cash[0];
  if (cash === undefined) throw new Error("not mapped");
  return cash;
}

/** Writes a mapped condition with Duffel's members. */
function toDuffel(condition: Condition | null | undefined, offered: CashOffer["currency"]) {
  if (!condition) return null;
  const { allowed, fee, currency = offered } = condition;
  const money = fee === null || currency === undefined ? null : formatMoney(fee, currency);
  return { allowed, penalty_amount: money?.amount ?? null, penalty_currency: money?.currency ?? null };
}

describe.each(files)("conditions of %s", (file) => {
  test("have every member of the recorded offers", () => {
    let compared = 0;
    for (const offer of readAll(file)) {
      const { conditions, refundable, changeable, currency, total } = map(offer);
      const stated = {
        refund_before_departure: toDuffel(conditions?.refund, currency),
        change_before_departure: toDuffel(conditions?.change, currency),
      };
      const { refund_before_departure = null, change_before_departure = null } = offer.conditions ?? {};
      expect(stated, offer.id).toEqual({ refund_before_departure, change_before_departure });
      expect([refundable, changeable]).toEqual([
        refund_before_departure?.allowed ?? null,
        change_before_departure?.allowed ?? null,
      ]);
      const ofSlices = offer.slices.map((slice) => slice.conditions?.change_before_departure ?? null);
      const mapped = conditions?.slices?.map(({ change }) => toDuffel(change, currency));
      expect(mapped ?? ofSlices.map(() => stated.change_before_departure)).toEqual(ofSlices);
      for (const each of [conditions?.refund, conditions?.change]) {
        if (each?.total === null || each?.total === undefined || each.currency !== undefined) continue;
        expect(each.total).toBe(Math.min(each.fee ?? 0, total));
        compared++;
      }
      expect(conditions?.noShow ?? null).toBeNull();
    }
    if (file === "duffel/offer-request-sandbox.json.gz") expect(compared).toBe(3);
  });
});

describe("a penalty of Duffel", () => {
  const [recorded] = readAll("duffel/offer.json");
  if (recorded === undefined) throw new Error("no offer");
  const base = { ...recorded, total_amount: "100.00", total_currency: "GBP" };
  const penalty = (amount: string | null, currency: string | null, allowed: boolean | null = true) => ({
    ...base,
    slices: base.slices.map((slice) => ({ ...slice, conditions: null })),
    conditions: {
      refund_before_departure: { allowed, penalty_amount: amount, penalty_currency: currency },
      change_before_departure: null,
    },
  });
  const refundOf = (offer: DuffelOffer) => map(offer).conditions?.refund ?? null;

  test("is free if it is zero, and unknown if it is null", () => {
    expect(refundOf(penalty("0.00", "GBP"))).toMatchObject({ allowed: true, fee: 0, total: 0, per: "offer" });
    expect(refundOf(penalty(null, null))).toMatchObject({ allowed: true, fee: null, total: null });
    expect(refundOf(penalty(null, null, false))).toMatchObject({ allowed: false, fee: null, total: null });
    expect(refundOf(penalty(null, null, null))).toBeNull();
    expect(refundOf(penalty("12.345", "GBP"))).toMatchObject({ fee: null, total: null });
    expect(refundOf(penalty("10.00", "XXX"))).toMatchObject({ fee: null, total: null });
  });

  test("keeps its own currency, and loses at most what was paid in the same one", () => {
    expect(refundOf(penalty("150.00", "GBP"))).toMatchObject({ fee: 15_000, total: 10_000 });
    expect(refundOf(penalty("15000", "JPY"))).toMatchObject({ fee: 15_000, total: 15_000, currency: "JPY" });
    expect(map(penalty("15000", "JPY")).currency).toBe("GBP");
  });

  test("adds the operator's margin, which a cancellation does not return", () => {
    const margin = { kind: "fixed", minor: 500, currency: "GBP" } as const;
    const own = map(penalty("30.00", "GBP"), margin);
    expect(own).toMatchObject({ total: 10_500, conditions: { refund: { fee: 3000, total: 3500 } } });
    expect(map(penalty("15000", "JPY"), margin).conditions?.refund).toMatchObject({ fee: 15_000, total: null });
    expect(map(penalty("150.00", "GBP"), margin).conditions?.refund?.total).toBe(10_500);
  });

  test("is that of each slice if they differ", () => {
    const { penalty_amount: _, ...unknown } = { allowed: false, penalty_amount: null, penalty_currency: null };
    const [slice] = base.slices;
    if (slice === undefined) throw new Error("no slice");
    const change = { allowed: true, penalty_amount: "60.00", penalty_currency: "GBP" };
    const offer = {
      ...base,
      conditions: { refund_before_departure: null, change_before_departure: { ...unknown } },
      slices: [
        { ...slice, conditions: { change_before_departure: change } },
        { ...slice, conditions: { change_before_departure: { ...unknown } } },
      ],
    };
    const { conditions } = toConditions(offer, { total: toMinor("100.00", "GBP") ?? 0, currency: "GBP" });
    expect(conditions?.change).toMatchObject({ allowed: false, fee: null });
    expect(conditions?.slices?.map(({ change: each }) => [each?.allowed, each?.fee])).toEqual([
      [true, 6000],
      [false, null],
    ]);
  });
});
