import { type Currency, formatMoney } from "@wayfare/contract";
import { type AwardOffer, type CashOffer, type Charge, fromUsdCents } from "@wayfare/suppliers";

/** Refund for a cancellation by the customer, in minor units, and the rule that determines it. Miles are always returned in full. */
export interface RefundTerms {
  minor: number;
  rule: string;
}

/** Redeposit fee for each seat. Published fees differ by program; the sandbox uses one fee for all. */
const redepositUsdCents = 5000;

/** Refund terms of a cash fare: the total if refundable, else taxes and airport charges without carrier surcharges. */
export function cashRefund({ refundable, total, taxes }: CashOffer): RefundTerms {
  if (refundable) return { minor: total, rule: "Refundable fare: full refund." };
  return {
    minor: sum(taxes),
    rule: "Non-refundable fare: taxes and airport charges are refunded; the fare and carrier surcharges are not.",
  };
}

/** Refund terms of an award: all miles, and taxes and surcharges less the redeposit fee, at least 0. Booking fees are not refunded. */
export function awardRefund({ taxes, surcharges, perTraveler }: AwardOffer, currency: Currency): RefundTerms {
  const seats = perTraveler.reduce((all, { type, count }) => (type === "infant" ? all : all + count), 0);
  const fee = fromUsdCents(redepositUsdCents, currency) * seats;
  const shown = formatMoney(fee, currency);
  return {
    minor: Math.max(0, sum(taxes) + sum(surcharges) - fee),
    rule: `All miles are returned. Taxes and surcharges are refunded less a redeposit fee of ${shown.amount} ${shown.currency}; booking fees are not refunded.`,
  };
}

export const airlineRefundRule = "Cancelled by the airline: full refund.";

/** Refund terms of a booking at a live supplier, which quotes a refund when it is cancelled. */
export const supplierRefund: RefundTerms = { minor: 0, rule: "The supplier quotes the refund of a cancellation." };

/** Charges that the supplier does not state are not refunded. */
function sum(charges: readonly Charge[] | null): number {
  return (charges ?? []).reduce((all, { amount }) => all + amount, 0);
}
