import { ApiError, type RedeemedCoupon } from "@wayfare/sdk";
import { type FormEvent, useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Status } from "../../components/status.tsx";
import { readText } from "../../data/form-text.ts";
import { describeCoupon, invalidCouponMessage, isCouponCode } from "./coupon-text.ts";
import { useBillingActions, usePlanTitle } from "./data.ts";

/** Form for redeeming a coupon. Shows the same message for all invalid codes. */
export function CouponForm() {
  const { redeem } = useBillingActions();
  const titleOf = usePlanTitle();
  const [isMalformed, setMalformed] = useState(false);
  const [redeemed, setRedeemed] = useState<RedeemedCoupon | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = readText(new FormData(form), "code").trim();
    setRedeemed(null);
    setMalformed(!isCouponCode(code));
    redeem.reset();
    if (!isCouponCode(code)) return;
    redeem.mutate(code, {
      onSuccess: (coupon) => {
        setRedeemed(coupon);
        form.reset();
      },
    });
  };
  const isRefused = redeem.error instanceof ApiError && redeem.error.code === "COUPON_INVALID";
  return (
    <form onSubmit={submit} className="flex max-w-md flex-col gap-3">
      <div className="flex items-start gap-2">
        <TextField
          label="Code"
          name="code"
          mono
          required
          maxLength={80}
          placeholder="SPRING-2026"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Credit is added immediately. Discounts apply from the next charge."
          error={isMalformed || isRefused ? invalidCouponMessage : undefined}
          className="flex-1"
        />
        <Button type="submit" busy={redeem.isPending} className="mt-5">
          Redeem coupon
        </Button>
      </div>
      <p role="status" className="empty:hidden">
        {redeemed !== null && <Status tone="positive">Redeemed: {describeCoupon(redeemed, titleOf)}</Status>}
      </p>
      {!isRefused && <ActionProblem error={redeem.error} />}
    </form>
  );
}
