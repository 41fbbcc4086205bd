import type { RedeemedCoupon } from "@wayfare/sdk";
import { Problem } from "../../components/problem.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useDataClock } from "../../data/test-clock.ts";
import { describeCoupon, isInForce } from "./coupon-text.ts";
import { usePlanTitle, useSubscription } from "./data.ts";

/** The coupons that still take something off the plan's price. */
export function Coupons() {
  const subscription = useSubscription();
  const titleOf = usePlanTitle();
  const { nowMs } = useDataClock();
  if (subscription.data === undefined) {
    return subscription.error === null ? (
      <Waiting label="coupons" />
    ) : (
      <Problem error={subscription.error} onRetry={() => void subscription.refetch()} />
    );
  }
  const coupons = subscription.data.coupons.filter((coupon) => isInForce(coupon, nowMs));
  if (coupons.length === 0) {
    return <p className="text-ink-2">None: every period costs what its plan asks.</p>;
  }
  const columns: readonly Column<RedeemedCoupon>[] = [
    { header: "Code", cell: ({ code }) => <span className="font-mono break-all">{code}</span> },
    { header: "Takes off", cell: (coupon) => describeCoupon(coupon, titleOf) },
    {
      header: "Redeemed",
      cell: ({ redeemedAt }) => <Time at={redeemedAt} show="distance" />,
      align: "end",
      secondary: true,
      width: "w-28",
    },
  ];
  return <Table caption="Coupons in force" columns={columns} rows={coupons} keyOf={({ id }) => id} />;
}
