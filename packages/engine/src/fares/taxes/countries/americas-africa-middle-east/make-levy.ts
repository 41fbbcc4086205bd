import type { Destinations, Levy, LevyRates, LevyZone, TaxBasis } from "../../levy.ts";

/** Day on which the sources of these files were read. */
export const asOf = "2026-11-28";

/** Source of amounts for which no publication was found. */
const unchecked = "general knowledge, not checked";

type Amount = LevyZone["amount"];

/** Further facts of a levy; `exemptUnderTwo` exempts children under 2 with a seat too, as its source says. */
interface Details {
  readonly airports?: string;
  readonly exceptAirports?: string;
  readonly on?: Exclude<Levy["on"], undefined>;
  readonly exemptUnderTwo?: true;
  /** Last day of departure for which the source states the amounts. */
  readonly validUntil?: string;
  /** Rates before those of `since`, oldest first. */
  readonly earlier?: readonly LevyRates[];
}

export function to(destinations: Destinations, amount: Amount): LevyZone {
  return { to: destinations, amount };
}

export function toCountries(countries: string, amount: Amount): LevyZone {
  return to({ countries }, amount);
}

/** Due only on departures to other countries. */
export function abroad(amount: Amount): readonly LevyZone[] {
  return [to("international", amount)];
}

/** Amounts of domestic and of international departures. */
export function each(domestic: Amount, international: Amount): readonly LevyZone[] {
  return [to("domestic", domestic), to("international", international)];
}

export function everywhere(amount: Amount): readonly LevyZone[] {
  return [to("any", amount)];
}

type Label = readonly [code: string | null, name: string];

function levy(
  basis: TaxBasis,
  [code, name]: Label,
  currency: Levy["currency"],
  zones: readonly LevyZone[],
  source: string,
  since: string,
  details: Details,
): Levy {
  const { exemptUnderTwo, validUntil, earlier, ...rest } = details;
  const exempt = exemptUnderTwo === true ? { exempt: { under: 2, source } as const } : {};
  const rates = [...(earlier ?? []), { from: since, validUntil: validUntil ?? null, zones }];
  return { code, name, basis, source, asOf, currency, ...rest, ...exempt, rates };
}

/** A levy whose amounts an act or decree states, from the day `since` on. */
export function law(
  label: Label,
  currency: Levy["currency"],
  zones: readonly LevyZone[],
  source: string,
  since: string,
  details: Details = {},
): Levy {
  return levy("law", label, currency, zones, source, since, details);
}

/** A charge whose amounts its issuer, or a report about it, has published. */
export function published(
  label: Label,
  currency: Levy["currency"],
  zones: readonly LevyZone[],
  source: string,
  since: string,
  details: Details = {},
): Levy {
  return levy("published", label, currency, zones, source, since, details);
}

/** A charge that exists, but whose present amount no publication states; `source` names one that states its limit or an old amount. */
export function approximate(
  label: Label,
  currency: Levy["currency"],
  zones: readonly LevyZone[],
  details: Details & { readonly source?: string } = {},
): Levy {
  const { source, ...rest } = details;
  return levy("approximate", label, currency, zones, source ?? unchecked, "2024-01-01", rest);
}
