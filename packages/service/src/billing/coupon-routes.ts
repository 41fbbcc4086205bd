import { holdBilling, redeemCoupon, toWireCoupon } from "@wayfare/billing";
import { RedeemCouponSchema, RedeemedCouponSchema, refer } from "@wayfare/contract";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { Throttle } from "../http/throttle.ts";
import { idempotencyHeader, onceProblems } from "../storage/idempotency.ts";
import { auditBilling, type BillingParts, billingWrite, ownerOf, billingTags as tags } from "./billing-parts.ts";

/** Tries of one account: enough for anybody who has a code, too few to look for one. */
const allowance = { burst: 10, perMinute: 5 };

export function registerCouponRoutes(app: App, parts: BillingParts): void {
  const throttle = new Throttle(parts.clock, allowance, "of this account");
  app.post(
    "/v1/billing/coupons/redeem",
    {
      config: billingWrite,
      schema: {
        operationId: "redeemCoupon",
        tags,
        summary: "Redeem a coupon",
        description:
          "Redeems a coupon, once for each account. Credit is available at once; a discount applies from the next charge on. A code that is unknown, expired, used up or already redeemed gets the same 422 response. An account has ten attempts, and five more each minute.",
        headers: idempotencyHeader,
        body: refer(RedeemCouponSchema),
        response: {
          200: refer(RedeemedCouponSchema),
          ...answers([...bodyProblems, ...onceProblems, "COUPON_INVALID", "RATE_LIMITED"]),
        },
      },
    },
    (request, reply) =>
      parts.runOnce(request, reply, async (unit) => {
        const owner = ownerOf(request);
        throttle.take(owner.accountId);
        const held = await holdBilling(unit, owner, parts.options);
        const redemption = await redeemCoupon(held, request.body.code);
        await auditBilling(unit, request, {
          action: "coupon.redeemed",
          subject: { kind: "coupon", id: redemption.couponId },
          details: { code: redemption.code },
        });
        return { status: 200, body: toWireCoupon(redemption) };
      }),
  );
}
