import { type Currency, isCurrency, toMinor } from "@wayfare/contract";

export { toMinor } from "@wayfare/contract";

/** Converts a JSON number, such as 412.6; null as for a string. */
export function numberToMinor(amount: number, currency: Currency): number | null {
  return Number.isFinite(amount) ? toMinor(String(amount), currency) : null;
}

/** Returns the currency of a code; null for one that ISO 4217 does not know. */
export function toCurrency(code: string): Currency | null {
  return isCurrency(code) ? code : null;
}
