/*
 * Currencies of ISO 4217 (list one of the maintenance agency, https://www.six-group.com/en/products-services/financial-information/data-standards.html,
 * as of 2026-01-01), by the number of decimals of their amounts. Funds, metals and units of account are left out: no fare is paid in them.
 * BGN was replaced by the euro on 2026-01-01; it is kept because earlier prices and bookings are in it.
 */

/** Currencies without decimals. */
const zeroDecimals = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";

const twoDecimals = [
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC",
  "CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD",
  "KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO",
  "NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL",
  "THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
] as const;

/** Currencies with three decimals. */
const threeDecimals = "BHD IQD JOD KWD LYD OMR TND";

/** Codes of a text that are separated by spaces. */
export type CodesOf<Text extends string, Codes = never> = Text extends `${infer Code} ${infer Others}`
  ? CodesOf<Others, Codes | Code>
  : Codes | Text;

/** A currency of ISO 4217. */
export type Currency =
  | CodesOf<typeof zeroDecimals>
  | CodesOf<(typeof twoDecimals)[number]>
  | CodesOf<typeof threeDecimals>;

const digitsOf = (codes: string, digits: 0 | 2 | 3) => codes.split(" ").map((code) => [code, digits] as const);

/** Decimals by currency. */
export const minorDigits: ReadonlyMap<string, 0 | 2 | 3> = new Map([
  ...digitsOf(zeroDecimals, 0),
  ...digitsOf(twoDecimals.join(" "), 2),
  ...digitsOf(threeDecimals, 3),
]);
