import type { Money, RedeemedCoupon } from "@wayfare/sdk";
import { describe, expect, test } from "vitest";
import { describeCoupon, isCouponCode, isInForce } from "../../../src/pages/billing/coupon-text.ts";

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

  test("says what it takes off, of which plans and for how long", () => {
    expect(describeCoupon(coupon, titleOf)).toBe("20 % off every plan, in every period");
    const amount = { ...coupon, type: "amount", percentOff: null, amount: usd("10.00") } as const;
    expect(describeCoupon({ ...amount, periodsLeft: 1, plans: ["pro", "scale"] }, titleOf)).toBe(
      "$10.00 off each period of Pro and Scale, for one period more",
    );
    expect(describeCoupon({ ...coupon, periodsLeft: 0 }, titleOf)).toMatch(/until this period ends$/);
    expect(describeCoupon({ ...amount, type: "credit" }, titleOf)).toBe("$10.00 of credit");
  });

  test("is in force until the last period that it covers has ended", () => {
    const last = { ...coupon, periodsLeft: 0, coverageEndsAt: "2026-12-21T07:33:00.000Z" };
    expect(isInForce(coupon, nowMs)).toBe(true);
    expect(isInForce(last, nowMs)).toBe(true);
    expect(isInForce(last, Date.parse("2026-12-21T07:33:00Z"))).toBe(false);
    expect(isInForce({ ...last, coverageEndsAt: null }, nowMs)).toBe(false);
  });

  test("has a code that is worth asking for", () => {
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
