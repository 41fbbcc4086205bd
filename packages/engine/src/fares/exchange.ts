/**
 * US dollars per unit of a currency on 2026-03-31, rounded, from central banks' reference rates, for the calculation of taxes. Displayed
 * prices must use the same rates; otherwise a tax of £102 would be shown as a different amount.
 */
export const usdPerUnit = {
  USD: 1,
  AED: 0.2723,
  AUD: 0.655,
  BRL: 0.178,
  CAD: 0.718,
  CHF: 1.25,
  // Approximate, not checked.
  CZK: 0.0471,
  // The central rate of 7.46038 DKK per EUR.
  DKK: 1.153 / 7.46038,
  EUR: 1.153,
  GBP: 1.332,
  HKD: 0.1282,
  INR: 0.0113,
  // Approximate, not checked.
  ISK: 0.008,
  JPY: 0.00653,
  KRW: 0.00069,
  MXN: 0.0543,
  // Approximate, not checked.
  NOK: 0.099,
  // Approximate, not checked.
  PLN: 0.271,
  // Approximate, not checked.
  RUB: 0.0122,
  // Approximate, not checked.
  SEK: 0.105,
  SGD: 0.772,
  THB: 0.0309,
} as const;

export type TaxCurrency = keyof typeof usdPerUnit;

/** Converts an amount in units of a currency to US cents, rounded. */
export function usdCentsOf(amount: number, currency: TaxCurrency): number {
  return Math.round(amount * usdPerUnit[currency] * 100);
}
