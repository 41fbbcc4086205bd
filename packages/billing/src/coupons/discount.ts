import type { PlanName } from "@wayfare/contract";
import { shareOf } from "../rating/exact.ts";
import type { Share } from "../rating/proration.ts";
import type { Line, Redemption } from "../records/records.ts";

/** A price that coupons may take something off. */
export interface Discountable {
  plan: PlanName;
  priceMinor: number;
  /** What of the period the price is for: an amount is taken off by the same share. */
  share: Share;
  startMs: number;
  /** Of the period. */
  endMs: number;
}

/**
 * Takes coupons off a price, oldest first, each off what the ones before it have left. A coupon covers whole periods: one that covers this period
 * already does so again without using up another.
 *
 * @returns the lines, and the redemptions that have changed.
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
    if (!isGoodFor(redemption, price)) continue;
    const offMinor = offOf(redemption, rest, price.share);
    if (offMinor === 0) continue;
    rest -= offMinor;
    lines.push(lineOf(redemption, offMinor, price));
    if (!covers(redemption, price)) changed.push(cover(redemption, price));
  }
  return { lines, redemptions: changed };
}

function covers({ coversUntilMs }: Redemption, { endMs }: Discountable): boolean {
  return coversUntilMs !== null && coversUntilMs >= endMs;
}

function isGoodFor(redemption: Redemption, price: Discountable): boolean {
  const { kind, plans, periodsLeft } = redemption;
  if (kind === "credit" || (plans.length > 0 && !plans.includes(price.plan))) return false;
  return covers(redemption, price) || periodsLeft === null || periodsLeft > 0;
}

function offOf({ percentBasis, amountMinor }: Redemption, rest: number, { part, whole }: Share): number {
  if (percentBasis !== null) return shareOf(rest, percentBasis, 10_000);
  return Math.min(rest, shareOf(amountMinor ?? 0, part, whole));
}

function cover(redemption: Redemption, { endMs }: Discountable): Redemption {
  const { periodsLeft } = redemption;
  return { ...redemption, periodsLeft: periodsLeft === null ? null : periodsLeft - 1, coversUntilMs: endMs };
}

function lineOf({ code }: Redemption, offMinor: number, { startMs, endMs }: Discountable): Line {
  const description = `Coupon ${code}`;
  const amountMinor = -offMinor;
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
