import type { TaxRule } from "../options/options.ts";
import { divideRounded, parseDecimal, toMinor } from "../rating/exact.ts";
import type { InvoiceRecord, Line } from "../records/records.ts";

type Totals = Pick<
  InvoiceRecord,
  "subtotalMinor" | "discountMinor" | "taxMinor" | "totalMinor" | "creditMinor" | "dueMinor"
>;

/** What an invoice comes to. */
export interface Settled {
  /** Those that were given, then tax and credit; they add up to what is due. */
  lines: Line[];
  totals: Totals;
}

/**
 * Adds tax and credit to the lines of an invoice: credit is used first, and what would be less than nothing is put there.
 *
 * @param balanceMinor the credit that there is.
 */
export function settle(given: readonly Line[], tax: TaxRule, balanceMinor: number): Settled {
  const { subtotalMinor, discountMinor } = addUp(given);
  const taxMinor = taxOn(subtotalMinor + discountMinor, tax);
  const totalMinor = subtotalMinor + discountMinor + taxMinor;
  // From nothing, because there is a zero below zero.
  const creditMinor = 0 - (totalMinor > 0 ? Math.min(totalMinor, balanceMinor) : totalMinor);
  const lines = [
    ...given,
    ...extra("tax", `${tax.name} ${tax.rate} %`, taxMinor),
    ...extra("credit", creditMinor < 0 ? "Paid from credit" : "Added to credit", creditMinor),
  ];
  const dueMinor = totalMinor + creditMinor;
  return { lines, totals: { subtotalMinor, discountMinor, taxMinor, totalMinor, creditMinor, dueMinor } };
}

/** What lines come to without tax: before coupons, and what those take off, which is below zero. */
export function addUp(lines: readonly Line[]): Pick<Totals, "subtotalMinor" | "discountMinor"> {
  const discountMinor = sum(lines.filter(({ kind }) => kind === "coupon"));
  return { subtotalMinor: sum(lines) - discountMinor, discountMinor };
}

/** Tax on a sum, which is less than zero where money is given back; rounded once, halves away from zero. */
function taxOn(minor: number, { rate }: TaxRule): number {
  const { digits, scale } = parseDecimal(rate);
  return toMinor(divideRounded(BigInt(minor) * digits, 100n * 10n ** BigInt(scale)));
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((total, { amountMinor }) => total + amountMinor, 0);
}

function extra(kind: "tax" | "credit", description: string, amountMinor: number): Line[] {
  if (amountMinor === 0) return [];
  return [
    { kind, description, quantity: null, unitPrice: null, amountMinor, startMs: null, endMs: null, couponCode: null },
  ];
}
