import { DomainError, newId } from "@wayfare/contract";
import { type Coupon, consumeCoupon, hasRedeemed, writeRedemptions } from "../coupons/store.ts";
import type { LockedBilling } from "../dunning/lock-billing.ts";
import { postTransaction } from "../ledger/store.ts";
import { creditGrant } from "../ledger/transactions.ts";
import type { Redemption } from "../records/records.ts";

/**
 * Redeems a coupon, at most once per account and environment. Credit is granted immediately; other coupons discount future periods. The
 * error is the same for every invalid code and an amount in another currency, so that codes cannot be guessed.
 *
 * @throws DomainError COUPON_INVALID
 */
export async function redeemCoupon(billing: LockedBilling, code: string): Promise<Redemption> {
  const { tx, scope, nowMs, state } = billing;
  const coupon = await consumeCoupon(tx, { code: code.toUpperCase(), environment: scope.environment, nowMs });
  const isValid = coupon !== undefined && (coupon.kind === "percent" || coupon.currency === state.currency);
  if (!isValid || (await hasRedeemed(tx, scope, coupon.id))) throw new DomainError("COUPON_INVALID");
  const redemption = redemptionOf(coupon, billing);
  await writeRedemptions(tx, [redemption]);
  if (redemption.kind === "credit") await grantCredit(billing, redemption);
  return redemption;
}

async function grantCredit({ tx, scope, nowMs }: LockedBilling, redemption: Redemption): Promise<void> {
  const { id, code, amountMinor, currency } = redemption;
  const details = {
    idempotencyKey: `coupon:${id}`,
    description: `Coupon ${code}`,
    amountMinor: amountMinor ?? 0,
  };
  const transaction = creditGrant({ ...scope, currency }, details, nowMs);
  await postTransaction(tx, transaction);
}

function redemptionOf(coupon: Coupon, { scope, nowMs }: LockedBilling): Redemption {
  const { id: couponId, code, kind, percentBasis, amountMinor, currency, plans, periods } = coupon;
  return {
    ...scope,
    id: newId("rdm", nowMs),
    couponId,
    code,
    kind,
    percentBasis,
    amountMinor,
    currency,
    plans,
    periodsLeft: kind === "credit" ? 0 : periods,
    coversUntilMs: null,
    redeemedAtMs: nowMs,
  };
}
