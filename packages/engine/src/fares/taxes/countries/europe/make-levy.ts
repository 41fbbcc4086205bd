import type { TaxCurrency } from "../../../exchange.ts";
import type { AmountsByCabin, Levy, LevyRates, LevyZone } from "../../levy.ts";

const readOn = "2026-11-28";
const notChecked = "general knowledge, not checked";

type Amount = number | AmountsByCabin;

/** Rates from a day on; the last day if the source names one, else null. */
export function rates(from: string, validUntil: string | null, zones: readonly LevyZone[]): LevyRates {
  return { from, validUntil, zones };
}

export const everywhere = (amount: Amount): LevyZone[] => [{ to: "any", amount }];

/** Within the country, and abroad. */
export function domesticAndAbroad(domestic: number, abroad: number): LevyZone[] {
  return [
    { to: "domestic", amount: domestic },
    { to: "any", amount: abroad },
  ];
}

/** To some countries, and to all others. */
export function toCountries(countries: string, amount: Amount, others: Amount): LevyZone[] {
  return [
    { to: { countries }, amount },
    { to: "any", amount: others },
  ];
}

/** A levy read today, in euros unless stated otherwise. */
export function levy(fields: Omit<Levy, "asOf" | "currency"> & { readonly currency?: TaxCurrency }): Levy {
  return { asOf: readOn, currency: "EUR", ...fields };
}

interface ApproximateFields {
  readonly currency?: TaxCurrency;
  readonly airports?: string;
  readonly exceptAirports?: string;
  readonly source?: string;
}

/** A charge of 2026 whose amount no publication that was found states. */
export function approximate(
  code: string | null,
  name: string,
  zones: readonly LevyZone[],
  { source = notChecked, ...fields }: ApproximateFields = {},
): Levy {
  return levy({ code, name, basis: "approximate", source, rates: [rates("2026-01-01", null, zones)], ...fields });
}
