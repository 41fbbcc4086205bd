import type { Currency } from "@wayfare/contract";
import type { SupplierPlaces } from "../port/port.ts";

/**
 * Countries whose market has prices in a currency. Ignav prices a search as a market does, a two-letter country code, and documents US and GB
 * (https://ignav.com/docs/one-way, read 2026-11). A currency of several countries has the largest one; the euro has the origin's country.
 */
const marketByCurrency: Partial<Record<Currency, string>> = {
  AUD: "AU",
  BRL: "BR",
  CAD: "CA",
  CHF: "CH",
  DKK: "DK",
  EUR: "DE",
  GBP: "GB",
  HKD: "HK",
  INR: "IN",
  JPY: "JP",
  KRW: "KR",
  MXN: "MX",
  NOK: "NO",
  NZD: "NZ",
  PLN: "PL",
  SEK: "SE",
  SGD: "SG",
  USD: "US",
};

const euroCountries: ReadonlySet<string> = new Set(
  "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" "),
);

/**
 * Returns the market of a search: that of its currency; of the euro, the origin's country if it has the euro; of other currencies, the origin's
 * country if its market is known. Undefined for the default of the API (US).
 */
export function marketOf(currency: Currency, origin: string, places: SupplierPlaces): string | undefined {
  const country = places.findCountry?.(origin);
  if (currency === "EUR" && country !== undefined && euroCountries.has(country)) return country;
  const market = marketByCurrency[currency];
  if (market !== undefined) return market;
  const isKnown = country !== undefined && (euroCountries.has(country) || knownMarkets.has(country));
  return isKnown ? country : undefined;
}

const knownMarkets: ReadonlySet<string> = new Set(Object.values(marketByCurrency));
