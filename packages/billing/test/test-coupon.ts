import { newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { type Coupon, insertCoupon } from "../src/coupons/store.ts";
import { startMs } from "./test-billing.ts";

/** Creates a coupon; by default 20 percent off every period of every plan. */
export async function makeCoupon(database: Database, changes: Partial<Coupon> = {}): Promise<Coupon> {
  const coupon: Coupon = {
    id: newId("cpn", startMs),
    environment: "live",
    code: "FIFTH",
    kind: "percent",
    percentBasis: 2000,
    amountMinor: null,
    currency: "USD",
    periods: null,
    startsAtMs: null,
    endsAtMs: null,
    plans: [],
    maxRedemptions: null,
    ...changes,
  };
  await insertCoupon(database, coupon, startMs);
  return coupon;
}
