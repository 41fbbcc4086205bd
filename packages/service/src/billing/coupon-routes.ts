import { lockBilling, redeemCoupon, toWireCoupon } from "@wayfare/billing";
import { RedeemCouponSchema, RedeemedCouponSchema, ref } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { Throttle } from "../http/throttle.ts";
import { idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import { auditBilling, type BillingDeps, billingWrite, scopeOf, billingTags as tags } from "./billing-deps.ts";

/** Attempts of one account: enough to enter a code, too few to guess one. */
const allowance = { burst: 10, perMinute: 5 };

export function registerCouponRoutes(app: App, deps: BillingDeps): void {
  const throttle = new Throttle(deps.clock, allowance, "for this account");
  app.post(
    "/v1/billing/coupons/redeem",
    {
      config: billingWrite,
      schema: {
        operationId: "redeemCoupon",
        tags,
        summary: "Redeem a coupon",
        description:
          "Redeems a coupon, once per account. Credit is available at once; a discount applies from the next charge. Unknown, expired, used up and already redeemed codes get the same 422 response. Each account has a burst of ten attempts, which refills by five attempts per minute; more attempts get a 429 response.",
        headers: idempotencyHeader,
        body: ref(RedeemCouponSchema),
        response: {
          200: ref(RedeemedCouponSchema),
          ...problemResponses([...bodyProblems, ...idempotencyProblems, "COUPON_INVALID"]),
        },
      },
    },
    (request, reply) =>
      deps.runIdempotent(request, reply, async (unit) => {
        const scope = scopeOf(request);
        throttle.consume(scope.accountId);
        const billing = await lockBilling(unit, scope, deps.options);
        const redemption = await redeemCoupon(billing, request.body.code);
        await auditBilling(unit, request, {
          action: "coupon.redeemed",
          subject: { kind: "coupon", id: redemption.couponId },
          details: { code: redemption.code },
        });
        return { status: 200, body: toWireCoupon(redemption) };
      }),
  );
}
