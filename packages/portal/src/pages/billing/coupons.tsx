import type { RedeemedCoupon } from "@wayfare/sdk";
import { Loaded } from "../../components/loaded.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { useDataClock } from "../../data/test-clock.ts";
import { describeCoupon, isActiveCoupon } from "./coupon-text.ts";
import { usePlanTitle, useSubscription } from "./data.ts";

/** Active coupons. */
export function Coupons() {
  return (
    <Loaded query={useSubscription()} label="coupons">
      {({ coupons }) => <CouponTable coupons={coupons} />}
    </Loaded>
  );
}

function CouponTable({ coupons: all }: { coupons: readonly RedeemedCoupon[] }) {
  const titleOf = usePlanTitle();
  const { nowMs } = useDataClock();
  const coupons = all.filter((coupon) => isActiveCoupon(coupon, nowMs));
  if (coupons.length === 0) {
    return <p className="text-ink-2">No coupons.</p>;
  }
  const columns: readonly Column<RedeemedCoupon>[] = [
    { header: "Code", cell: ({ code }) => <span className="font-mono break-all">{code}</span> },
    { header: "Discount", cell: (coupon) => describeCoupon(coupon, titleOf) },
    {
      header: "Redeemed",
      cell: ({ redeemedAt }) => <Time at={redeemedAt} show="distance" />,
      align: "end",
      secondary: true,
      width: "w-28",
    },
  ];
  return <Table caption="Active coupons" columns={columns} rows={coupons} keyOf={({ id }) => id} />;
}
