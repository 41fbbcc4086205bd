import type { TaxBasis } from "./levy.ts";

/** A tax or airport charge of one traveler. */
export interface TaxCharge {
  /** Code on tickets; null if it has none. */
  code: string | null;
  usdCents: number;
  basis: TaxBasis;
  /** Last day of departure for which the source states the rate, `YYYY-MM-DD`; null if it names no end. */
  validUntil: string | null;
  /** Present if a departure is after its `validUntil`, so that the latest known rate applies. */
  isOutdated?: true;
}

/** From the strongest to the weakest. */
const bases: readonly TaxBasis[] = ["law", "published", "approximate", "modelled"];

/** Returns the weaker of two bases: that of a sum of amounts. */
export function weakerBasis(a: TaxBasis, b: TaxBasis): TaxBasis {
  return bases.indexOf(a) < bases.indexOf(b) ? b : a;
}

/** Returns the earlier of two last days; null stands for no end. */
export function earlierEnd(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** True if two charges are one line: they have the same code, or neither has one and their bases are equal. */
export function isSameLine(
  a: { readonly code: string | null; readonly basis: TaxBasis | null },
  b: { readonly code: string | null; readonly basis: TaxBasis | null },
): boolean {
  return a.code === b.code && (a.code !== null || a.basis === b.basis);
}

/**
 * Adds a charge to the line with the same code, or as a new line; does nothing if the amount is 0. A line of several charges has the weakest
 * basis and the earliest end of them.
 */
export function addTax(charges: TaxCharge[], charge: TaxCharge): void {
  if (charge.usdCents === 0) return;
  for (const line of charges) {
    if (!isSameLine(line, charge)) continue;
    line.usdCents += charge.usdCents;
    if (line.basis !== charge.basis) line.basis = weakerBasis(line.basis, charge.basis);
    if (line.validUntil !== charge.validUntil) line.validUntil = earlierEnd(line.validUntil, charge.validUntil);
    if (charge.isOutdated) line.isOutdated = true;
    return;
  }
  charges.push({ ...charge });
}
