import { type Currency, minorDigitsOf } from "@wayfare/contract";
import { usdPerUnit as taxRates } from "@wayfare/engine";

/**
 * US dollars per unit of a currency, for the sandbox, which prices in US cents. Simulated supply needs no live rates: the table is rounded
 * and dated 2026-03-31, compiled from central banks' reference rates. Currencies in which the engine computes taxes use the engine's rate,
 * so a tax of £102 is shown as £102.
 */
const usdPerUnit: Readonly<Record<Currency, number>> = {
  ...taxRates,
  BHD: 2.652,
  CLP: 0.00106,
  CNY: 0.139,
  COP: 0.000245,
  CZK: 0.0472,
  DKK: 0.1545,
  EGP: 0.0205,
  HUF: 0.00293,
  IDR: 0.0000606,
  ILS: 0.298,
  ISK: 0.0079,
  JOD: 1.41,
  KES: 0.00774,
  KWD: 3.26,
  MAD: 0.108,
  MYR: 0.237,
  NOK: 0.0985,
  NZD: 0.573,
  OMR: 2.6,
  PEN: 0.297,
  PHP: 0.0171,
  PKR: 0.00356,
  PLN: 0.272,
  QAR: 0.2747,
  RON: 0.2265,
  SAR: 0.2666,
  SEK: 0.1055,
  TND: 0.341,
  TRY: 0.0237,
  TWD: 0.0322,
  VND: 0.0000381,
  ZAR: 0.058,
};

/** Converts US cents to minor units of a currency, rounded half away from zero. */
export function fromUsdCents(cents: number, currency: Currency): number {
  if (currency === "USD" && Number.isInteger(cents)) return cents;
  const scaled = (cents / 100 / usdPerUnit[currency]) * 10 ** minorDigitsOf(currency);
  return Math.sign(scaled) * Math.round(Math.abs(scaled));
}

/**
 * Converts an amount to another currency, to compare prices of different currencies: the rates of the table are approximate. Prices that a
 * supplier has quoted are never shown converted.
 */
export function convertMinor(amount: number, from: Currency, to: Currency): number {
  return from === to ? amount : fromUsdCents(amount * usdCentsPerMinorUnit(from), to);
}

export function usdCentsPerMinorUnit(currency: Currency): number {
  return (usdPerUnit[currency] * 100) / 10 ** minorDigitsOf(currency);
}
