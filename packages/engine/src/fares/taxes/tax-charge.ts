import type { TaxBasis } from "./levy.ts";

/** Code and provenance of a tax. */
export interface TaxLine {
  /** Code on tickets; null if it has none. */
  code: string | null;
  basis: TaxBasis;
  /** Last day of departure for which the source states the rate, `YYYY-MM-DD`; null if it names no end. */
  validUntil: string | null;
  /** Present if a departure is after its `validUntil`, so that the latest known rate applies. */
  isOutdated?: true;
}

/** A tax or airport charge of one traveler. */
export interface TaxCharge extends TaxLine {
  usdCents: number;
}

/** From the strongest to the weakest. */
const bases: readonly TaxBasis[] = ["law", "published", "approximate", "modelled"];

function weakerBasis(a: TaxBasis, b: TaxBasis): TaxBasis {
  return bases.indexOf(a) < bases.indexOf(b) ? b : a;
}

/** Returns the earlier of two last days; null stands for no end. */
export function earlierEnd(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/**
 * Finds the line to which a tax is added: the one with its code or, if it has no code, the one without a code that has the same basis. The
 * line then has the weakest basis and the earliest end of its taxes; if some are outdated, of these.
 *
 * @returns undefined if there is none
 */
export function joinLine<Line extends TaxLine>(lines: readonly Line[], tax: Readonly<TaxLine>): Line | undefined {
  for (const line of lines) {
    if (line.code !== tax.code || (tax.code === null && line.basis !== tax.basis)) continue;
    if (line.basis !== tax.basis) line.basis = weakerBasis(line.basis, tax.basis);
    if (line.isOutdated === tax.isOutdated) {
      if (line.validUntil !== tax.validUntil) line.validUntil = earlierEnd(line.validUntil, tax.validUntil);
    } else if (tax.isOutdated) {
      line.validUntil = tax.validUntil;
      line.isOutdated = true;
    }
    return line;
  }
  return undefined;
}

/** Adds a charge to its line, or as a new one; does nothing if the amount is 0. */
export function addTax(charges: TaxCharge[], charge: Readonly<TaxCharge>): void {
  const { code, usdCents, basis, validUntil } = charge;
  if (usdCents === 0) return;
  const line = joinLine(charges, charge);
  if (line !== undefined) {
    line.usdCents += usdCents;
    return;
  }
  // A copy by spreading takes several times as long.
  const copy: TaxCharge = { code, usdCents, basis, validUntil };
  if (charge.isOutdated) copy.isOutdated = true;
  charges.push(copy);
}
