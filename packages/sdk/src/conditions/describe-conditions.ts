import type { Condition, Conditions, Money } from "../generated/types.ts";

/**
 * Describes the conditions of an offer or a booking in sentences, for people who decide whether to book. One sentence for each of
 * cancellation, change and no-show, and for each slice with other terms; what the supplier does not state is named at the end.
 *
 * @example
 * describeConditions(offer.conditions).join(" ");
 * // "Cancel before departure: 120.00 USD fee for all travelers. Change: 75.00 USD for all travelers plus the difference in fares."
 */
export function describeConditions({ refund, change, noShow, slices = [] }: Conditions): string[] {
  const unstated = [
    ...(refund === null ? ["cancellation"] : []),
    ...(change === null ? ["change"] : []),
    ...(noShow === null ? ["no-show"] : []),
  ];
  return [
    ...(refund === null ? [] : [describeRefund(refund)]),
    ...(change === null ? [] : [describeChange(change)]),
    ...(noShow === null ? [] : [describeNoShow(noShow)]),
    ...slices.flatMap((slice, at) => [
      ...(slice.refund === null ? [] : [`Flight ${at + 1}: ${describeRefund(slice.refund)}`]),
      ...(slice.change === null ? [] : [`Flight ${at + 1}: ${describeChange(slice.change)}`]),
    ]),
    ...(unstated.length === 0 ? [] : [`Not stated by the supplier: ${unstated.join(", ")}.`]),
  ];
}

/**
 * Returns what a cancellation before departure costs all travelers, such as `120.00 USD`, `3000 miles and 5.60 USD` or `free`; null if the
 * supplier does not state it.
 */
export function describeCancellationCost({ refund }: Pick<Conditions, "refund">): string | null {
  const fee = refund === null ? null : feeOf(refund);
  return fee === "" ? "free" : fee;
}

function describeRefund(refund: Condition): string {
  const { allowed, rule, until } = refund;
  const when = until === null ? "Cancel before departure" : `Cancel until ${until}`;
  const fee = feeOf(refund);
  if (rule === "taxes_only" && fee !== null) {
    return `${when}: not refundable, ${fee} is lost for all travelers, taxes and airport charges are refunded.`;
  }
  if (!allowed) return fee === null ? `${when}: no refund.` : `${when}: ${fee} is lost for all travelers.`;
  if (fee === null) return `${when}: allowed, the fee is not stated.`;
  return fee === "" ? `${when}: full refund.` : `${when}: ${fee} fee for all travelers.`;
}

function describeChange(change: Condition): string {
  const { allowed, until } = change;
  const when = until === null ? "Change" : `Change until ${until}`;
  if (!allowed) return `${when}: not allowed.`;
  const fee = feeOf(change);
  if (fee === null) return `${when}: allowed, the fee is not stated.`;
  return fee === ""
    ? `${when}: only the difference in fares.`
    : `${when}: ${fee} for all travelers plus the difference in fares.`;
}

function describeNoShow(noShow: Condition): string {
  const fee = feeOf(noShow);
  if (noShow.rule === "forfeited" || (!noShow.allowed && fee === null)) return "No-show: nothing is refunded.";
  if (fee === null) return "No-show: allowed, the fee is not stated.";
  return fee === "" ? "No-show: full refund." : `No-show: ${fee} is lost for all travelers.`;
}

/** Returns what all travelers lose, such as `3000 miles and 50.00 USD`; empty if nothing, null if it is not stated. */
function feeOf({ total, milesFee }: Condition): string | null {
  if (total === null && (milesFee === undefined || milesFee === null)) return null;
  const miles = milesFee ? [`${milesFee} miles`] : [];
  const money = total === null ? ["an unknown amount of money"] : Number(total.amount) === 0 ? [] : [moneyText(total)];
  return [...miles, ...money].join(" and ");
}

function moneyText({ amount, currency }: Money): string {
  return `${amount} ${currency}`;
}
