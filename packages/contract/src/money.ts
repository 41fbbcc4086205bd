/** Decimals of the currencies that a search can request (ISO 4217). */
const minorDigits = {
  AED: 2,
  AUD: 2,
  BHD: 3,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CLP: 0,
  CNY: 2,
  COP: 2,
  CZK: 2,
  DKK: 2,
  EGP: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 2,
  IDR: 2,
  ILS: 2,
  INR: 2,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KES: 2,
  KRW: 0,
  KWD: 3,
  MAD: 2,
  MXN: 2,
  MYR: 2,
  NOK: 2,
  NZD: 2,
  OMR: 3,
  PEN: 2,
  PHP: 2,
  PKR: 2,
  PLN: 2,
  QAR: 2,
  RON: 2,
  SAR: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TND: 3,
  TRY: 2,
  TWD: 2,
  USD: 2,
  VND: 0,
  ZAR: 2,
} as const;

export type Currency = keyof typeof minorDigits;

export const currencies: readonly Currency[] = Object.keys(minorDigits).filter(isCurrency);

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(minorDigits, text);
}

/** Reads the currency of a stored row. @throws Error if this version does not know the currency. */
export function readCurrency(code: string): Currency {
  if (!isCurrency(code)) throw new Error(`unknown currency ${code}`);
  return code;
}

/** Returns the number of decimals of amounts in the currency. */
export function minorDigitsOf(currency: Currency): 0 | 2 | 3 {
  return minorDigits[currency];
}

export interface MoneyAmount {
  /** Decimal string with the number of decimals of the currency. */
  amount: string;
  currency: string;
}

/** Formats integer minor units for the API: 41260 in USD is `{ amount: "412.60", currency: "USD" }`. */
export function formatMoney(minor: number, currency: Currency): MoneyAmount {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`minor units must be an integer, got ${minor}`);
  const decimals = minorDigits[currency];
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const sign = minor < 0 ? "-" : "";
  const whole = digits.slice(0, digits.length - decimals);
  return { amount: decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`, currency };
}

/**
 * Converts a decimal string to minor units of the currency.
 *
 * @returns null if the text is not a decimal, has more decimals than the currency, or is too large to be exact.
 */
export function toMinor(amount: string, currency: Currency): number | null {
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(amount) ?? [];
  const digits = minorDigitsOf(currency);
  if (whole === "" || /[1-9]/.test(fraction.slice(digits))) return null;
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  return Number.isSafeInteger(minor) ? (sign === "-" ? -minor : minor) : null;
}
