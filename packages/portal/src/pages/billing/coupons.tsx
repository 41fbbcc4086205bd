import type { RedeemedCoupon } from "@wayfare/sdk";
import { Loaded } from "../../components/loaded.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { useDataClock } from "../../data/test-clock.ts";
import { describeCoupon, isInForce } from "./coupon-text.ts";
import { usePlanTitle, useSubscription } from "./data.ts";

/** The coupons that still take something off the plan's price. */
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
  const coupons = all.filter((coupon) => isInForce(coupon, nowMs));
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
