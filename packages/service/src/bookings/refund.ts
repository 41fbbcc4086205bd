import { type Booking, type Currency, formatMoney } from "@wayfare/contract";
import { type AwardOffer, type CashOffer, type Condition, sandboxName } from "@wayfare/suppliers";

/** Refund for a cancellation by the customer, in minor units, and the rule that determines it. */
export interface RefundTerms {
  minor: number;
  rule: string;
}

/**
 * Returns the refund of a booking in the sandbox: the price less what the conditions of its offer state.
 *
 * @throws Error if the offer states none, which no offer of the sandbox does
 */
export function sandboxRefund({ total, conditions }: CashOffer | AwardOffer, currency: Currency): RefundTerms {
  const refund = conditions?.refund;
  if (refund?.total === undefined || refund.total === null || total === null) {
    throw new Error("the offer does not state what a cancellation costs");
  }
  return { minor: total - refund.total, rule: describeRule(refund, currency) };
}

function describeRule({ fee, milesFee = null, rule }: Condition, currency: Currency): string {
  switch (rule) {
    case "taxes_only":
      return "Non-refundable fare: taxes and airport charges are refunded; the fare and carrier surcharges are not.";
    case "redeposit":
      return `Miles, taxes and surcharges are returned less ${feeText({ fee, milesFee }, currency)}; booking fees are not refunded.`;
    case "miles_only":
      return `Miles are returned less ${feeText({ fee, milesFee }, currency)}; money is not refunded.`;
    case "fee":
      return `Refundable less ${feeText({ fee, milesFee }, currency)}.`;
    default:
      return milesFee === null ? "Refundable fare: full refund." : "All miles and money are returned.";
  }
}

function feeText({ fee, milesFee }: { fee: number | null; milesFee: number | null }, currency: Currency): string {
  const shown = formatMoney(fee ?? 0, currency);
  const money = fee === null || fee === 0 ? [] : [`${shown.amount} ${shown.currency} for each traveler with a seat`];
  const miles = milesFee === null || milesFee === 0 ? [] : [`${milesFee} miles`];
  const parts = [...miles, ...money];
  return parts.length === 0 ? "no redeposit fee" : `a fee of ${parts.join(" and ")}`;
}

/**
 * True if the customer can cancel, or has cancelled, a booking in the sandbox on the terms of the airline, which has changed the flights.
 * A change is `cancelled` only by a cancellation while it was pending.
 */
export function isChangedInSandbox(booking: {
  source: string;
  changes: readonly Pick<Booking["changes"][number], "status">[];
}): boolean {
  const { source, changes } = booking;
  return source === sandboxName && changes.some(({ status }) => status === "pending" || status === "cancelled");
}

export const changeRefundRule = "The airline changed the flights: full refund.";
export const airlineRefundRule = "Cancelled by the airline: full refund.";

/** Refund terms of a booking at a live supplier, which quotes a refund when it is cancelled. */
export const supplierRefund: RefundTerms = { minor: 0, rule: "The supplier quotes the refund of a cancellation." };
