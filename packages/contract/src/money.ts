import { type CodesOf, type Currency, minorDigits } from "./currency-codes.ts";

export type { Currency } from "./currency-codes.ts";

/** Currencies that a search can request, and in which plans have prices. Suppliers can state prices in any currency of ISO 4217. */
const searchable = [
  "AED AUD BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JOD JPY KES KRW KWD MAD MXN MYR",
  "NOK NZD OMR PEN PHP PKR PLN QAR RON SAR SEK SGD THB TND TRY TWD USD VND ZAR",
] as const;

/** A currency that a search can request. */
export type SearchCurrency = CodesOf<(typeof searchable)[number]>;

const searchableCodes: ReadonlySet<string> = new Set(searchable.flatMap((codes) => codes.split(" ")));

/** Returns true for a currency of ISO 4217. */
export function isCurrency(text: string): text is Currency {
  return minorDigits.has(text);
}

/** Returns true for a currency that a search can request. */
export function isSearchCurrency(text: string): text is SearchCurrency {
  return searchableCodes.has(text);
}

export const currencies: readonly SearchCurrency[] = [...searchableCodes].filter(isSearchCurrency);

/** Reads the currency of a stored row. @throws Error if this version does not know the currency. */
export function readCurrency(code: string): Currency {
  if (!isCurrency(code)) throw new Error(`unknown currency ${code}`);
  return code;
}

/** Reads the currency of a stored plan or customer. @throws Error if plans have no prices in the currency. */
export function readSearchCurrency(code: string): SearchCurrency {
  if (!isSearchCurrency(code)) throw new Error(`currency ${code} is not one of the plans`);
  return code;
}

/** Returns the number of decimals of amounts in the currency. */
export function minorDigitsOf(currency: Currency): 0 | 2 | 3 {
  return minorDigits.get(currency) ?? 2;
}

export interface MoneyAmount {
  /** Decimal string with the number of decimals of the currency. */
  amount: string;
  currency: string;
}

/** Formats integer minor units for the API: 41260 in USD is `{ amount: "412.60", currency: "USD" }`. */
export function formatMoney(minor: number, currency: Currency): MoneyAmount {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`minor units must be an integer, got ${minor}`);
  const decimals = minorDigitsOf(currency);
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
