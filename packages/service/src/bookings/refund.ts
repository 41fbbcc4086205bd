import { type Currency, formatMoney } from "@wayfare/contract";
import { type AwardOffer, type CashOffer, type Charge, fromUsdCents } from "@wayfare/suppliers";

/** What comes back in money when the customer cancels, in minor units, and why so much. Miles come back whole. */
export interface RefundTerms {
  minor: number;
  rule: string;
}

/** What a program keeps for each seat that it takes back: programs publish fees from nothing to more than this; ours is one for all. */
const redepositUsdCents = 5000;

/** The terms of a fare: all of a refundable one, else its taxes and airport charges; what the carrier itself charges stays with it. */
export function cashRefund({ refundable, total, taxes }: CashOffer): RefundTerms {
  if (refundable) return { minor: total, rule: "The fare is refundable: everything is given back." };
  return {
    minor: sum(taxes),
    rule: "The fare is not refundable: taxes and airport charges are given back, the fare and the carrier's surcharges are not.",
  };
}

/** The terms of an award: miles, taxes and surcharges less the fee for putting the miles back; booking fees stay. Never below nothing. */
export function awardRefund({ taxes, surcharges, perTraveler }: AwardOffer, currency: Currency): RefundTerms {
  const seats = perTraveler.reduce((all, { type, count }) => (type === "infant" ? all : all + count), 0);
  const fee = fromUsdCents(redepositUsdCents, currency) * seats;
  const shown = formatMoney(fee, currency);
  return {
    minor: Math.max(0, sum(taxes) + sum(surcharges) - fee),
    rule: `All miles are given back, and taxes and surcharges less a redeposit fee of ${shown.amount} ${shown.currency}; booking fees are not.`,
  };
}

export const airlineRefundRule = "The airline cancelled: everything is given back.";

function sum(charges: readonly Charge[]): number {
  return charges.reduce((all, { amount }) => all + amount, 0);
}
