import { type Currency, isCurrency, minorDigitsOf } from "@wayfare/contract";
import { usdPerUnit as taxRates } from "@wayfare/engine";

/** An exchange rate as a dated fact. */
export interface ExchangeRate {
  currency: Currency;
  /** US dollars per unit of the currency. */
  usdPerUnit: number;
  /** Date of the rate, YYYY-MM-DD. */
  asOf: string;
  source: string;
}

/**
 * US dollars per unit of a currency, rounded. Currencies in which the engine computes taxes use the engine's rate, so a tax of £102 is shown
 * as £102.
 */
const usdPerUnit: Readonly<Partial<Record<Currency, number>>> = {
  ...taxRates,
  CLP: 0.00106,
  COP: 0.000245,
  EGP: 0.0205,
  HUF: 0.00293,
  ILS: 0.298,
  KES: 0.00774,
  PEN: 0.297,
  RON: 0.2265,
  TND: 0.341,
  TRY: 0.0237,
};

/** Date and source of every rate of the table. */
const tableFacts = { asOf: "2026-03-31", source: "reference rates of central banks, rounded" };

const table: ReadonlyMap<string, ExchangeRate> = new Map(
  Object.entries(usdPerUnit).flatMap(([currency, rate]) =>
    isCurrency(currency) ? [[currency, { currency, usdPerUnit: rate, ...tableFacts }]] : [],
  ),
);

/** Rates of the process: those of the operator, then those of the table. */
let present = table;

/**
 * Adds rates of the operator to those of the table, or replaces them, in this thread. Call it at the start. Prices of the sandbox keep the
 * rates of the table: they belong to the simulated world, whose offers are found again by repeating their search.
 */
export function useExchangeRates(rates: readonly ExchangeRate[]): void {
  present = new Map([...table, ...rates.map((rate) => [rate.currency, rate] as const)]);
}

/** Returns the rate of a currency; undefined if none is known. */
export function findExchangeRate(currency: Currency): ExchangeRate | undefined {
  return present.get(currency);
}

/** Converts US cents to minor units of a currency of the sandbox, rounded half away from zero. Infinite for a currency without a rate. */
export function fromUsdCents(cents: number, currency: Currency): number {
  if (currency === "USD" && Number.isInteger(cents)) return cents;
  return round(minorOf(cents, currency, table));
}

/**
 * Converts US cents to minor units of a currency with the present rates, not rounded. Infinite for a currency without a rate.
 */
export function convertUsdCents(cents: number, currency: Currency): number {
  return minorOf(cents, currency, present);
}

/**
 * Converts an amount to another currency, to compare prices of different currencies: rates are approximate. Prices that a supplier has
 * quoted are never shown converted. Infinite if one of the currencies has no rate, so that the price comes after all others.
 */
export function convertMinor(amount: number, from: Currency, to: Currency): number {
  if (from === to) return amount;
  const usd = present.get(from)?.usdPerUnit;
  if (usd === undefined) return Number.POSITIVE_INFINITY;
  return round(minorOf((amount * usd * 100) / 10 ** minorDigitsOf(from), to, present));
}

/** US cents of one minor unit of a currency of the sandbox. */
export function usdCentsPerMinorUnit(currency: Currency): number {
  return ((usdPerUnit[currency] ?? Number.POSITIVE_INFINITY) * 100) / 10 ** minorDigitsOf(currency);
}

function minorOf(cents: number, currency: Currency, rates: ReadonlyMap<string, ExchangeRate>): number {
  const usd = rates.get(currency)?.usdPerUnit;
  if (usd === undefined) return Number.POSITIVE_INFINITY;
  return (cents / 100 / usd) * 10 ** minorDigitsOf(currency);
}

/** Rounds half away from zero. */
function round(scaled: number): number {
  return Math.sign(scaled) * Math.round(Math.abs(scaled));
}
