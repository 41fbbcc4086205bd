import type { PlanName } from "@wayfare/contract";
import { shareOf } from "../rating/exact.ts";
import type { Share } from "../rating/proration.ts";
import type { Line, Redemption } from "../records/records.ts";

/** A price that coupons can discount. */
export interface Discountable {
  plan: PlanName;
  priceMinor: number;
  /** Share of the period that the price covers; a fixed amount is discounted by the same share. */
  share: Share;
  startMs: number;
  /** End of the period. */
  endMs: number;
}

/**
 * Applies coupons to a price, oldest first, each to the amount left by the previous ones. A coupon covers whole periods: applying it again
 * to a period that it already covers does not use another.
 *
 * @returns the discount lines, and the changed redemptions.
 */
export function discount(
  redemptions: readonly Redemption[],
  price: Discountable,
): { lines: Line[]; redemptions: Redemption[] } {
  const lines: Line[] = [];
  const changed: Redemption[] = [];
  let rest = price.priceMinor;
  for (const redemption of redemptions) {
    if (rest <= 0) break;
    if (!appliesTo(redemption, price)) continue;
    const discountMinor = discountAmount(redemption, rest, price.share);
    if (discountMinor === 0) continue;
    rest -= discountMinor;
    lines.push(lineOf(redemption, discountMinor, price));
    if (!covers(redemption, price)) changed.push(markCovered(redemption, price));
  }
  return { lines, redemptions: changed };
}

function covers({ coversUntilMs }: Redemption, { endMs }: Discountable): boolean {
  return coversUntilMs !== null && coversUntilMs >= endMs;
}

function appliesTo(redemption: Redemption, price: Discountable): boolean {
  const { kind, plans, periodsLeft } = redemption;
  if (kind === "credit" || (plans.length > 0 && !plans.includes(price.plan))) return false;
  return covers(redemption, price) || periodsLeft === null || periodsLeft > 0;
}

function discountAmount({ percentBasis, amountMinor }: Redemption, rest: number, { part, whole }: Share): number {
  if (percentBasis !== null) return shareOf(rest, percentBasis, 10_000);
  return Math.min(rest, shareOf(amountMinor ?? 0, part, whole));
}

function markCovered(redemption: Redemption, { endMs }: Discountable): Redemption {
  const { periodsLeft } = redemption;
  return { ...redemption, periodsLeft: periodsLeft === null ? null : periodsLeft - 1, coversUntilMs: endMs };
}

function lineOf({ code }: Redemption, discountMinor: number, { startMs, endMs }: Discountable): Line {
  const description = `Coupon ${code}`;
  const amountMinor = -discountMinor;
  return {
    kind: "coupon",
    description,
    quantity: null,
    unitPrice: null,
    amountMinor,
    startMs,
    endMs,
    couponCode: code,
  };
}
