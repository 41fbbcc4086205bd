import type { Money, RedeemedCoupon } from "@wayfare/sdk";
import { describe, expect, test } from "vitest";
import { describeCoupon, isActiveCoupon, isCouponCode } from "../../../src/pages/billing/coupon-text.ts";

const usd = (amount: string): Money => ({ amount, currency: "USD" });
const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const nowMs = Date.parse("2026-11-21T12:00:00Z");

describe("a coupon", () => {
  const coupon: RedeemedCoupon = {
    id: "rdm_01kahz2j7p3v8c5m9n4q6r7s8t",
    code: "FIFTH",
    type: "percent",
    percentOff: "20",
    amount: null,
    periodsLeft: null,
    coverageEndsAt: null,
    plans: [],
    redeemedAt: "2026-11-21T07:33:00.000Z",
  };

  test("describes discount, plans and periods", () => {
    expect(describeCoupon(coupon, titleOf)).toBe("20% off all plans, in all periods");
    const amount = { ...coupon, type: "amount", percentOff: null, amount: usd("10.00") } as const;
    expect(describeCoupon({ ...amount, periodsLeft: 1, plans: ["pro", "scale"] }, titleOf)).toBe(
      "$10.00 off each period of Pro and Scale, for 1 more period",
    );
    expect(describeCoupon({ ...coupon, periodsLeft: 0 }, titleOf)).toMatch(/until the end of this period$/);
    expect(describeCoupon({ ...amount, type: "credit" }, titleOf)).toBe("$10.00 of credit");
  });

  test("is active until its last discounted period ends", () => {
    const last = { ...coupon, periodsLeft: 0, coverageEndsAt: "2026-12-21T07:33:00.000Z" };
    expect(isActiveCoupon(coupon, nowMs)).toBe(true);
    expect(isActiveCoupon(last, nowMs)).toBe(true);
    expect(isActiveCoupon(last, Date.parse("2026-12-21T07:33:00Z"))).toBe(false);
    expect(isActiveCoupon({ ...last, coverageEndsAt: null }, nowMs)).toBe(false);
  });

  test("validates the format of the code", () => {
    expect(["SPRING-2026", "a_b", "", "two words", "ü", "x".repeat(65)].map(isCouponCode)).toStrictEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
