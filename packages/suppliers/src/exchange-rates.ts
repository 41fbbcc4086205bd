import { type Currency, minorDigitsOf } from "@wayfare/contract";

/**
 * US dollars for one unit of a currency: what the sandbox, which prices in US cents, converts with. Simulated supply needs no
 * live market; the table is dated 2026-03-31 and round, compiled from central banks' reference rates.
 */
const usdPerUnit: Readonly<Record<Currency, number>> = {
  USD: 1,
  AED: 0.2723,
  AUD: 0.655,
  BHD: 2.652,
  BRL: 0.178,
  CAD: 0.718,
  CHF: 1.25,
  CLP: 0.00106,
  CNY: 0.139,
  COP: 0.000245,
  CZK: 0.0472,
  DKK: 0.1545,
  EGP: 0.0205,
  EUR: 1.153,
  GBP: 1.332,
  HKD: 0.1282,
  HUF: 0.00293,
  IDR: 0.0000606,
  ILS: 0.298,
  INR: 0.0113,
  ISK: 0.0079,
  JOD: 1.41,
  JPY: 0.00653,
  KES: 0.00774,
  KRW: 0.00069,
  KWD: 3.26,
  MAD: 0.108,
  MXN: 0.0543,
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
  SGD: 0.772,
  THB: 0.0309,
  TND: 0.341,
  TRY: 0.0237,
  TWD: 0.0322,
  VND: 0.0000381,
  ZAR: 0.058,
};

/** Converts US cents to minor units of a currency, rounded half away from zero. */
export function fromUsdCents(cents: number, currency: Currency): number {
  const scaled = (cents / 100 / usdPerUnit[currency]) * 10 ** minorDigitsOf(currency);
  return Math.sign(scaled) * Math.round(Math.abs(scaled));
}
