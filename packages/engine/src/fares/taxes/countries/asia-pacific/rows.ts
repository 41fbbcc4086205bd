import type { AmountsByCabin, FareTax, Levy, LevyRates, LevyZone } from "../../levy.ts";

/** Day on which the sources of this folder were read. */
const asOf = "2026-11-28";

type Amount = number | AmountsByCabin;
type LevyHead = Omit<Levy, "asOf" | "basis" | "rates">;

/** Source of an amount that no publication was found for. */
export const unchecked = "general knowledge, not checked";

/** A tax that the text of a law states. */
export const law = (head: LevyHead, ...rates: LevyRates[]): Levy => ({ ...head, basis: "law", asOf, rates });

/** A charge that its issuer or a public page states. */
export const published = (head: LevyHead, ...rates: LevyRates[]): Levy => ({
  ...head,
  basis: "published",
  asOf,
  rates,
});

/** A charge that exists, with an amount that no publication was found for or that is too broad. */
export const approximate = (head: LevyHead, ...rates: LevyRates[]): Levy => ({
  ...head,
  basis: "approximate",
  asOf,
  rates,
});

export function fareTax(tax: Omit<FareTax, "asOf" | "basis">): FareTax {
  return { ...tax, basis: "law", asOf };
}

/** Rates from a day of departure on. */
export function since(from: string, zones: readonly LevyZone[], validUntil: string | null = null): LevyRates {
  return { from, validUntil, zones };
}

/** Rates of the time before a levy, which the first row would otherwise extend to. */
export const noneBefore: LevyRates = { from: "2000-01-01", validUntil: null, zones: [] };

export const abroad = (amount: Amount): readonly LevyZone[] => [{ to: "international", amount }];
export const athome = (amount: Amount): readonly LevyZone[] => [{ to: "domestic", amount }];
export const within = (domestic: Amount, international: Amount): readonly LevyZone[] => [
  { to: "domestic", amount: domestic },
  { to: "international", amount: international },
];

/** One amount for a list of countries and another for all other countries. */
export const byCountry = (countries: string, amount: Amount, elsewhere: Amount): readonly LevyZone[] => [
  { to: { countries }, amount },
  { to: "international", amount: elsewhere },
];
