import type { TaxCurrency } from "../exchange.ts";
import type { AgeLimit } from "../traveler-kind.ts";

/**
 * Basis of an amount: the text of a `law`; a tariff or notice that its issuer has `published`, or a fare display that shows it; an
 * `approximate` amount, such as the charge of the largest airport for the whole country; or a charge that is only `modelled`.
 */
export type TaxBasis = "law" | "published" | "approximate" | "modelled";

/** Amounts by cabin, in units of the currency. A cabin without an amount has that of the next lower one. */
export interface AmountsByCabin {
  readonly economy: number;
  readonly premiumEconomy?: number;
  readonly business?: number;
  readonly first?: number;
}

/**
 * Destinations of a journey: within the country of departure, outside it, any; countries and territories by ISO 3166-1 alpha-2 code,
 * separated by spaces; airports by IATA code, separated by spaces; or those at most so many kilometers from the airport of departure by
 * great circle.
 */
export type Destinations =
  | "domestic"
  | "international"
  | "any"
  | { readonly countries: string }
  | { readonly airports: string }
  | { readonly withinKm: number };

/** Destinations with one amount. */
export interface LevyZone {
  readonly to: Destinations;
  /** Per traveler, in units of the levy's currency; one number for all cabins. */
  readonly amount: number | AmountsByCabin;
}

/** Rates of a levy from a day of departure on. */
export interface LevyRates {
  /** First day of departure, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last day of departure for which the source states these rates, `YYYY-MM-DD`; null if it names no end. */
  readonly validUntil: string | null;
  /** The first zone with the destination applies; without one, nothing is due. */
  readonly zones: readonly LevyZone[];
}

/** A tax or charge per traveler on flights from a country, or from some of its airports. */
export interface Levy {
  /** Code on tickets (IATA tax code); null if no publication states it, and always null for a modeled charge. */
  readonly code: string | null;
  readonly name: string;
  readonly basis: TaxBasis;
  /** Title of the law or publication with its section, and the address at which it was read. */
  readonly source: string;
  /** Day on which the source was read, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly currency: TaxCurrency;
  /** Airports of departure (of arrival for `arrival`) by IATA code, separated by spaces; all of the country if absent. */
  readonly airports?: string;
  /** Airports that do not levy it, by IATA code, separated by spaces. */
  readonly exceptAirports?: string;
  /**
   * `departure` (the default): at the start of a journey and after a stopover of 24 hours or more, by the journey's destination. `boarding`:
   * for every flight that starts in the country, transfers included, by the flight's destination. `transfer`: only for those who change
   * planes. `arrival`: at the end of a journey that arrives from abroad; its zones describe the origin instead of the destination.
   */
  readonly on?: "departure" | "boarding" | "transfer" | "arrival";
  /**
   * Travelers under this age pay nothing, with or without a seat, or only in economy; absent if only infants on a lap are exempt, who are
   * always.
   */
  readonly exempt?: { readonly under: AgeLimit; readonly inEconomyOnly?: true; readonly source: string };
  /** Oldest first. Nothing is due before the first ones. */
  readonly rates: readonly LevyRates[];
}

/** A share of the fare. */
export interface FareTax {
  readonly code: string;
  readonly basis: TaxBasis;
  readonly source: string;
  readonly asOf: string;
  /** 0.05 is 5 %. */
  readonly rate: number;
  /** In a cabin above the lowest. */
  readonly aboveRate: number;
  /** Applies only to travel within the country. */
  readonly domesticOnly: boolean;
}

export interface CountryTaxes {
  readonly levies: readonly Levy[];
  readonly fareTax?: FareTax;
}

/** By ISO 3166-1 alpha-2 code of the country or territory of departure. */
export type TaxesByCountry = Readonly<Record<string, CountryTaxes>>;
