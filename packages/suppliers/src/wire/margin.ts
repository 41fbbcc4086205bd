import { type Currency, isSearchCurrency, toMinor } from "@wayfare/contract";
import type { CashOffer, Conditions } from "../port/port.ts";
import { convertMinor } from "./exchange-rates.ts";

/** Margin of the operator on each offer that can be booked here: a share of the supplier's price, or a fixed amount. */
export type Margin = { kind: "percent"; basisPoints: number } | { kind: "fixed"; minor: number; currency: Currency };

const percentForm = /^(\d{1,2})(?:\.(\d{1,2}))?%$/;

/**
 * Parses a margin such as `2.5%` or `4.50 USD`.
 *
 * @throws RangeError for other forms, unknown currencies and zero
 */
export function parseMargin(text: string): Margin {
  const [, whole, decimals = ""] = percentForm.exec(text) ?? [];
  const margin = whole === undefined ? parseFixed(text) : parsePercent(whole, decimals);
  if (margin !== null) return margin;
  throw new RangeError(`margin ${text} is neither a percentage such as 2.5% nor an amount such as 4.50 USD`);
}

function parsePercent(whole: string, decimals: string): Margin | null {
  const basisPoints = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return basisPoints > 0 ? { kind: "percent", basisPoints } : null;
}

function parseFixed(text: string): Margin | null {
  const [amount = "", currency = "", ...rest] = text.split(" ");
  if (rest.length > 0 || !isSearchCurrency(currency)) return null;
  const minor = toMinor(amount, currency);
  return minor !== null && minor > 0 ? { kind: "fixed", minor, currency } : null;
}

/**
 * Adds the margin to a supplier's offer. A percentage is rounded to the nearest minor unit. A fixed amount is converted to the currency of
 * the offer with approximate rates. Null if that currency has no rate.
 */
export function addMargin<Offer extends CashOffer & { currency: Currency }>(
  offer: Offer,
  margin: Margin,
): Offer | null {
  const amount = amountOf(margin, offer);
  if (!Number.isFinite(amount)) return null;
  const perTraveler = offer.perTraveler.map((each) =>
    each.total === null || each.count !== 1 || offer.perTraveler.length > 1
      ? { ...each, total: null }
      : { ...each, total: each.total + amount },
  );
  const conditions = offer.conditions && keepMargin(offer.conditions, amount);
  return { ...offer, total: offer.total + amount, margin: amount, perTraveler, ...(conditions && { conditions }) };
}

/** Adds the margin, which a cancellation does not return, to its cost. A total in another currency becomes unknown. */
function keepMargin(conditions: Conditions, margin: number): Conditions {
  const { refund } = conditions;
  if (refund === null || refund.total === null) return conditions;
  const total = refund.currency === undefined ? refund.total + margin : null;
  return { ...conditions, refund: { ...refund, total } };
}

function amountOf(margin: Margin, { total, currency }: { total: number; currency: Currency }): number {
  if (margin.kind === "percent") return Math.round((total * margin.basisPoints) / 10_000);
  return convertMinor(margin.minor, margin.currency, currency);
}
