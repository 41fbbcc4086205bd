import type { Currency } from "@wayfare/contract";
import type { CashOffer, Condition, Conditions, StatedConditions } from "../port/port.ts";
import { toCurrency, toMinor } from "../wire/amounts.ts";
import type { DuffelCondition, DuffelOffer } from "./schema.ts";

/** Price of an offer. */
interface Paid {
  total: number;
  currency: Currency;
}

/**
 * Maps the conditions of an offer, as Duffel's guide "Displaying offer and order conditions" and the types of its client describe them: a
 * penalty is the amount for all passengers together, in a currency of the airline's choice; "0.00" is free, and null is unknown. Conditions of the
 * slices exist only for changes, and are shown if they differ. Duffel states nothing about no-shows.
 */
export function toConditions(
  { conditions, slices }: DuffelOffer,
  paid: Paid,
): Pick<CashOffer, "refundable" | "changeable" | "conditions"> {
  const refund = toCondition(conditions?.refund_before_departure, paid);
  const change = toCondition(conditions?.change_before_departure, paid);
  const ofSlices = slices.map((slice) => toSliceConditions(slice.conditions?.change_before_departure, paid));
  const isSame = new Set([change, ...ofSlices.map((slice) => slice.change)].map((each) => JSON.stringify(each)));
  const all: Conditions = { refund, change, noShow: null, ...(isSame.size > 1 && { slices: ofSlices }) };
  return {
    refundable: refund?.allowed ?? null,
    changeable: change?.allowed ?? null,
    ...(JSON.stringify(all) !== unstated && { conditions: all }),
  };
}

const unstated = JSON.stringify({ refund: null, change: null, noShow: null });

function toSliceConditions(change: DuffelCondition, paid: Paid): StatedConditions {
  return { refund: null, change: toCondition(change, paid), noShow: null };
}

function toCondition(stated: DuffelCondition, paid: Paid): Condition | null {
  const { allowed, penalty_amount: amount, penalty_currency: code } = stated ?? {};
  if (allowed === undefined || allowed === null) return null;
  const currency = code ? toCurrency(code) : null;
  const fee = amount && currency && allowed ? toMinor(amount, currency) : null;
  if (currency === null || fee === null) return { allowed, fee: null, per: "offer", total: null, rule: "supplier" };
  const isOwn = currency === paid.currency;
  return {
    allowed,
    fee,
    per: "offer",
    total: isOwn ? Math.min(fee, paid.total) : fee,
    ...(!isOwn && { currency }),
    rule: "supplier",
  };
}
