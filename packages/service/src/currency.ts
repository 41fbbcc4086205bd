import { type Currency, isCurrency } from "@wayfare/contract";

/** The currency that a row names. One that this version does not know stops what asks for it: its amounts cannot be read. */
export function readCurrency(code: string): Currency {
  if (!isCurrency(code)) throw new Error(`the currency ${code} of an amount is not known`);
  return code;
}
