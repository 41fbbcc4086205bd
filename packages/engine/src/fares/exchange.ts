/** US dollars for one unit, about January 2026: constants for the tax tables, not rates to convert prices with. */
const usdPerUnit = {
  USD: 1,
  AED: 0.2723,
  AUD: 0.67,
  BRL: 0.185,
  CAD: 0.73,
  CHF: 1.26,
  EUR: 1.17,
  GBP: 1.35,
  HKD: 0.1285,
  INR: 0.0111,
  JPY: 0.0064,
  KRW: 0.00069,
  MXN: 0.056,
  SGD: 0.78,
  THB: 0.0318,
} as const;

export type TaxCurrency = keyof typeof usdPerUnit;

/** US cents of an amount in units of a currency, rounded. */
export function usdCentsOf(amount: number, currency: TaxCurrency): number {
  return Math.round(amount * usdPerUnit[currency] * 100);
}
