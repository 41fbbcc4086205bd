import type { AmountsByCabin, FareTax, Levy, LevyRates, LevyZone, TaxBasis } from "../levy.ts";

/** Day on which the sources of these tables were read. */
const asOf = "2026-11-28";

/** Source of an amount for which no publication was found. */
export const unchecked = "general knowledge, not checked";

type Amount = number | AmountsByCabin;

/** A levy without what the functions below add. `asOf` is that of these tables if absent. */
type LevyHead = Omit<Levy, "asOf" | "basis" | "rates"> & Partial<Pick<Levy, "asOf">>;

function levy(basis: TaxBasis, head: LevyHead, periods: readonly LevyRates[]): Levy {
  return { asOf, ...head, basis, rates: periods };
}

/** A tax whose amounts an act or decree states. */
export function law(head: LevyHead, ...periods: LevyRates[]): Levy {
  return levy("law", head, periods);
}

/** A charge whose amounts its issuer, or a report about it, has published. */
export function published(head: LevyHead, ...periods: LevyRates[]): Levy {
  return levy("published", head, periods);
}

/** A charge that exists, with an amount for which no publication was found, or which is too broad; `source` can name a limit or an old amount. */
export function approximate(head: LevyHead, ...periods: LevyRates[]): Levy {
  return levy("approximate", head, periods);
}

/** A share of the fare that a law states. */
export function fareTax(tax: Omit<FareTax, "asOf" | "basis">): FareTax {
  return { ...tax, basis: "law", asOf };
}

/** Rates from a day of departure on, until the last day that the source names, if it names one. */
export function rates(from: string, zones: readonly LevyZone[], validUntil: string | null = null): LevyRates {
  return { from, validUntil, zones };
}

export function everywhere(amount: Amount): LevyZone[] {
  return [{ to: "any", amount }];
}

/** Due only on departures to other countries. */
export function abroad(amount: Amount): LevyZone[] {
  return [{ to: "international", amount }];
}

/** Due only within the country. */
export function atHome(amount: Amount): LevyZone[] {
  return [{ to: "domestic", amount }];
}

export function domesticAndAbroad(domestic: Amount, international: Amount): LevyZone[] {
  return [...atHome(domestic), ...abroad(international)];
}

/** To some countries, and to all others, the own country included. */
export function toCountries(countries: string, amount: Amount, others: Amount): LevyZone[] {
  return [{ to: { countries }, amount }, ...everywhere(others)];
}

/** To some countries, and to all others except the own one. */
export function byCountry(countries: string, amount: Amount, elsewhere: Amount): LevyZone[] {
  return [{ to: { countries }, amount }, ...abroad(elsewhere)];
}
