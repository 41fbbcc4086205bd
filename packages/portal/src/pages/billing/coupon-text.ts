import type { RedeemedCoupon } from "@wayfare/sdk";
import { formatMoney } from "../../components/money-format.ts";

/** What the service takes as a code. */
const codeForm = /^[A-Za-z0-9_-]{1,64}$/;

/** One answer for whatever is wrong with a code: which of them it is, nobody is told. */
export const couponRefusal = "This code cannot be redeemed. Check its letters, and whether it was used or has expired.";

/** Whether a text can be a code at all. */
export function isCouponCode(text: string): boolean {
  return codeForm.test(text);
}

/** What a coupon gives, in words. */
export function describeCoupon(coupon: RedeemedCoupon, titleOf: (name: string) => string): string {
  const { type, amount, percentOff, periodsLeft, plans } = coupon;
  const sum = amount === null ? "" : formatMoney(amount);
  if (type === "credit") return `${sum} of credit`;
  const off = type === "percent" ? `${percentOff ?? ""} % off` : `${sum} off each period of`;
  const what = plans.length === 0 ? "every plan" : plans.map(titleOf).join(" and ");
  return `${off} ${what}, ${describePeriods(periodsLeft)}`;
}

function describePeriods(periodsLeft: number | null): string {
  if (periodsLeft === null) return "in every period";
  if (periodsLeft === 0) return "until this period ends";
  return periodsLeft === 1 ? "for one period more" : `for ${periodsLeft} periods more`;
}

/** Whether a coupon may still take something off, as of an instant. */
export function isInForce({ periodsLeft, coverageEndsAt }: RedeemedCoupon, nowMs: number): boolean {
  if (periodsLeft === null || periodsLeft > 0) return true;
  return coverageEndsAt !== null && Date.parse(coverageEndsAt) > nowMs;
}
