import { DomainError, newId } from "@wayfare/contract";
import { type Coupon, hasRedeemed, takeCoupon, writeRedemptions } from "../coupons/store.ts";
import type { HeldBilling } from "../dunning/hold.ts";
import { postTransaction } from "../ledger/store.ts";
import { creditGrant } from "../ledger/transactions.ts";
import type { Redemption } from "../records/records.ts";

/**
 * Redeems a coupon for an account, once: credit is there at once, everything else takes something off the periods to come. Whatever is wrong with a
 * code, the answer is the same, so that none is guessed by it.
 *
 * @throws DomainError COUPON_INVALID.
 */
export async function redeemCoupon(held: HeldBilling, code: string): Promise<Redemption> {
  const { session, owner, nowMs } = held;
  const coupon = await takeCoupon(session, { code: code.toUpperCase(), environment: owner.environment, nowMs });
  if (coupon === undefined || (await hasRedeemed(session, owner, coupon.id))) throw new DomainError("COUPON_INVALID");
  const redemption = redemptionOf(coupon, held);
  await writeRedemptions(session, [redemption]);
  if (redemption.kind === "credit") await grant(held, redemption);
  return redemption;
}

async function grant({ session, owner, nowMs }: HeldBilling, redemption: Redemption): Promise<void> {
  const { id, code, amountMinor, currency } = redemption;
  const what = {
    idempotencyKey: `coupon:${id}`,
    description: `Coupon ${code}`,
    amountMinor: amountMinor ?? 0,
  };
  const transaction = creditGrant({ ...owner, currency }, what, nowMs);
  await postTransaction(session, transaction);
}

function redemptionOf(coupon: Coupon, { owner, nowMs }: HeldBilling): Redemption {
  const { id: couponId, code, kind, percentBasis, amountMinor, currency, plans, periods } = coupon;
  return {
    ...owner,
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
