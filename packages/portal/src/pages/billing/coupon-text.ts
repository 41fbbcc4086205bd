import type { RedeemedCoupon } from "@wayfare/sdk";
import { formatMoney } from "../../components/money-format.ts";

/** Format of a coupon code. */
const codePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Message for all invalid codes, which does not reveal the reason. */
export const invalidCouponMessage =
  "This code is not valid. Check the spelling. It may have expired or already been redeemed.";

/** Returns true if the text has the format of a coupon code. */
export function isCouponCode(text: string): boolean {
  return codePattern.test(text);
}

/** Describes the discount or credit of a coupon. */
export function describeCoupon(coupon: RedeemedCoupon, titleOf: (name: string) => string): string {
  const { type, amount, percentOff, periodsLeft, plans } = coupon;
  const sum = amount === null ? "" : formatMoney(amount);
  if (type === "credit") return `${sum} of credit`;
  const off = type === "percent" ? `${percentOff ?? ""}% off` : `${sum} off each period of`;
  const planNames = plans.length === 0 ? "all plans" : plans.map(titleOf).join(" and ");
  return `${off} ${planNames}, ${describePeriods(periodsLeft)}`;
}

function describePeriods(periodsLeft: number | null): string {
  if (periodsLeft === null) return "in all periods";
  if (periodsLeft === 0) return "until the end of this period";
  return periodsLeft === 1 ? "for 1 more period" : `for ${periodsLeft} more periods`;
}

/** Returns true if a coupon still discounts the current or a future period. */
export function isActiveCoupon({ periodsLeft, coverageEndsAt }: RedeemedCoupon, nowMs: number): boolean {
  if (periodsLeft === null || periodsLeft > 0) return true;
  return coverageEndsAt !== null && Date.parse(coverageEndsAt) > nowMs;
}
