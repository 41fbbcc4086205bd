import type { Currency } from "@wayfare/contract";
import type { FoundAwardOffer, FoundCashOffer } from "@wayfare/engine";
import type { AwardOffer, CashOffer, Charge, Condition, Conditions } from "../port/port.ts";
import { fromUsdCents } from "../wire/exchange-rates.ts";

const notAllowed: Condition = { allowed: false, fee: null, per: "traveler", total: null, rule: "not_allowed" };

/** States the conditions of a fare: what a cancellation and a change cost all travelers. Infants on a lap pay no fees. */
export function cashConditions(
  { total, taxes, perTraveler }: Pick<CashOffer, "total" | "taxes" | "perTraveler">,
  { refundCents, changeCents }: FoundCashOffer["fees"],
  currency: Currency,
): Conditions {
  const seats = countSeats(perTraveler);
  const feeOf = (cents: number): Condition => feeCondition(fromUsdCents(cents, currency), seats, total);
  const kept = total - sumOf(taxes);
  return {
    refund:
      refundCents === null
        ? { allowed: false, fee: kept, per: "offer", total: kept, rule: "taxes_only" }
        : feeOf(refundCents),
    change: changeCents === null ? notAllowed : feeOf(changeCents),
    noShow: { allowed: false, fee: null, per: "offer", total, rule: "forfeited" },
  };
}

type PricedAward = Pick<AwardOffer, "miles" | "perTraveler" | "taxes" | "surcharges"> & { total: number };

/** States the conditions of an award: the fees of its program for the return of the miles and for a change. */
export function awardConditions(
  { miles, perTraveler, total, taxes, surcharges }: PricedAward,
  { cancel, change, returnsTaxes }: FoundAwardOffer["conditions"],
  currency: Currency,
): Conditions {
  const seats = countSeats(perTraveler);
  const fee = fromUsdCents(cancel.usdCents, currency);
  const returned = returnsTaxes ? Math.max(0, sumOf(taxes) + sumOf(surcharges) - fee * seats) : 0;
  const lost = total - returned;
  const milesOf = (each: number) => Math.min(miles, each * seats);
  const milesFee = milesOf(cancel.miles);
  return {
    refund: {
      allowed: true,
      fee,
      per: "traveler",
      total: lost,
      milesFee,
      rule: lost === 0 && milesFee === 0 ? "free" : returnsTaxes ? "redeposit" : "miles_only",
    },
    change: {
      ...feeCondition(fromUsdCents(change.usdCents, currency), seats, total),
      ...changeMiles(milesOf(change.miles)),
    },
    noShow: { allowed: false, fee: null, per: "offer", total, milesFee: miles, rule: "forfeited" },
  };
}

function changeMiles(milesFee: number): Pick<Condition, "milesFee"> & Partial<Pick<Condition, "rule">> {
  return milesFee === 0 ? { milesFee } : { milesFee, rule: "fee" };
}

function feeCondition(fee: number, seats: number, paid: number): Condition {
  return { allowed: true, fee, per: "traveler", total: Math.min(paid, fee * seats), rule: fee === 0 ? "free" : "fee" };
}

/** Travelers who pay fees. */
function countSeats(perTraveler: readonly { type: string; count: number }[]): number {
  return perTraveler.reduce((seats, { type, count }) => (type === "infant" ? seats : seats + count), 0);
}

function sumOf(charges: readonly Charge[] | null): number {
  return (charges ?? []).reduce((sum, { amount }) => sum + amount, 0);
}
