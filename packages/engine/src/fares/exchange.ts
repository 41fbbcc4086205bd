/**
 * US dollars per unit of a currency on 2026-03-31, rounded, from central banks' reference rates, for the calculation of taxes. Displayed
 * prices must use the same rates; otherwise a tax of £102 would be shown as a different amount.
 */
export const usdPerUnit = {
  USD: 1,
  AED: 0.2723,
  AUD: 0.655,
  BDT: 0.00815,
  // Pegged: 0.376 per dollar.
  BHD: 1 / 0.376,
  BND: 0.772,
  BRL: 0.178,
  CAD: 0.718,
  CHF: 1.25,
  CNY: 0.139,
  CZK: 0.0472,
  // The central rate of 7.46038 DKK per EUR.
  DKK: 1.153 / 7.46038,
  DZD: 0.00751,
  EUR: 1.153,
  FJD: 0.445,
  GBP: 1.332,
  HKD: 0.1282,
  IDR: 0.0000606,
  INR: 0.0113,
  ISK: 0.0079,
  // Pegged: 0.709 per dollar.
  JOD: 1 / 0.709,
  JPY: 0.00653,
  KRW: 0.00069,
  KWD: 3.26,
  // Pegged: 1.20 dollars.
  KYD: 1.2,
  MAD: 0.108,
  MOP: 0.1245,
  MXN: 0.0543,
  MYR: 0.237,
  NOK: 0.0985,
  NPR: 0.00706,
  NZD: 0.573,
  // Pegged: 0.3845 per dollar.
  OMR: 1 / 0.3845,
  PHP: 0.0171,
  PKR: 0.00356,
  PLN: 0.272,
  // Pegged: 3.64 per dollar.
  QAR: 1 / 3.64,
  // Approximate, not checked.
  RUB: 0.0122,
  // Pegged: 3.75 per dollar.
  SAR: 1 / 3.75,
  SEK: 0.1055,
  SGD: 0.772,
  THB: 0.0309,
  TWD: 0.0322,
  VND: 0.0000381,
  WST: 0.36,
  XPF: 0.00966,
  ZAR: 0.058,
} as const;

export type TaxCurrency = keyof typeof usdPerUnit;

/** Converts an amount in units of a currency to US cents, rounded. */
export function usdCentsOf(amount: number, currency: TaxCurrency): number {
  return Math.round(amount * usdPerUnit[currency] * 100);
}
