import { type Currency, isCurrency, minorDigitsOf } from "@wayfare/contract";

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

/** Converts a JSON number, such as 412.6; null as for a string. */
export function numberToMinor(amount: number, currency: Currency): number | null {
  return Number.isFinite(amount) ? toMinor(String(amount), currency) : null;
}

/** Returns the currency of a code; null for one in which no search can be made. */
export function toCurrency(code: string): Currency | null {
  return isCurrency(code) ? code : null;
}
