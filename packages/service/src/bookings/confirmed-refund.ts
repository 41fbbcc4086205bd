import { type Currency, formatInstant, formatMoney, type Refund, readCurrency } from "@wayfare/contract";
import type { RefundTarget, SupplierRefund } from "@wayfare/suppliers";

/** Refund as a supplier confirmed it, in the form in which it is stored. Amounts in minor units. */
export interface ConfirmedRefund {
  supplier: string;
  /** Null if the supplier does not state it. */
  minor: number | null;
  currency: string | null;
  refundTo: RefundTarget | null;
  credits: { code: string | null; minor: number; currency: string; expiresAtMs: number | null }[];
  /** Amount of the quote by which the customer cancelled; null without one. In the currency of the booking. */
  quotedMinor: number | null;
}

/** Members of refunds by fare rules. */
export const ownRefund = { refundTo: null, credits: [], expiresAt: null };

/** @param stated what the supplier states about the cancellation; null if nothing */
export function makeConfirmedRefund(
  supplier: string,
  stated: Pick<SupplierRefund, "refund" | "refundTo" | "credits"> | null,
  quotedMinor: number | null,
): ConfirmedRefund {
  return {
    supplier,
    minor: stated?.refund?.minor ?? null,
    currency: stated?.refund?.currency ?? null,
    refundTo: stated?.refundTo ?? null,
    credits: (stated?.credits ?? []).map(({ code, amount, expiresAtMs }) => ({ code, ...amount, expiresAtMs })),
    quotedMinor,
  };
}

/** The refund in the form of the API. The fee is known only in the currency of the booking. */
export function toConfirmedRefund(
  { supplier, minor, currency: code, refundTo, credits, quotedMinor }: ConfirmedRefund,
  { total_minor: totalMinor, miles }: { total_minor: number; miles: number | null },
  currency: Currency,
): Refund {
  const money = minor === null || code === null ? null : formatMoney(minor, readCurrency(code));
  const isComparable = minor !== null && code === currency;
  const differs = quotedMinor !== null && !(isComparable && minor === quotedMinor);
  return {
    money,
    miles,
    fee: isComparable ? formatMoney(Math.max(0, totalMinor - minor), currency) : null,
    refundTo,
    credits: toCredits(credits),
    ...(differs && { quoted: formatMoney(quotedMinor, currency) }),
    rule: money === null ? `${supplier} does not state the refund.` : `Confirmed by ${supplier}.`,
    expiresAt: null,
  };
}

/** Credits of a refund in the form of the API. */
export function toCredits(credits: ConfirmedRefund["credits"]): Refund["credits"] {
  return credits.map(({ code, minor, currency, expiresAtMs }) => ({
    code,
    amount: formatMoney(minor, readCurrency(currency)),
    expiresAt: expiresAtMs === null ? null : formatInstant(expiresAtMs),
  }));
}
