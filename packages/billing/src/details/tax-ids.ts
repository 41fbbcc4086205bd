import { type TaxIdType, taxIdTypes } from "@wayfare/contract";

/**
 * Tax ids by type: printed label, and format. Sources: VAT numbers of the EU, https://ec.europa.eu/taxation_customs/vies (FAQ, question 11);
 * GB, https://www.gov.uk/guidance/vat-eu-country-codes-vat-numbers-and-vat-in-other-languages; CH, https://www.bfs.admin.ch (UID); NO,
 * https://www.brreg.no (organization number); ABN, https://abr.business.gov.au/Help/AbnFormat; GSTIN, https://www.gst.gov.in.
 */

/** Member states of the EU with the rest of their VAT numbers after the prefix. Greece has the prefix EL. */
const euVat: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

const countryOfPrefix = (prefix: string): string => (prefix === "EL" ? "GR" : prefix);
const euCountries: ReadonlySet<string> = new Set(Object.keys(euVat).map(countryOfPrefix));

/** True for a member state of the EU. @param country ISO 3166-1 alpha-2 code. */
export function isInEu(country: string): boolean {
  return euCountries.has(country);
}

/** Removes separators, which people write in different ways, and converts to upper case. */
function compact(text: string): string {
  return text.toUpperCase().replaceAll(/[\s.\-/]/g, "");
}

/** Returns the country of a valid VAT number of the EU as an ISO code; undefined for other texts. */
export function findEuVatCountry(text: string): string | undefined {
  const id = compact(text);
  const prefix = id.slice(0, 2);
  const format = Object.hasOwn(euVat, prefix) ? euVat[prefix] : undefined;
  return format?.test(id.slice(2)) === true ? countryOfPrefix(prefix) : undefined;
}

const digitsOf = (text: string): number[] => Array.from(text, Number);
const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);

/** Two check digits: the weighted sum of the first seven plus the check digits is a multiple of 97, or 55 less than one since 2010. */
function isGbVat(id: string): boolean {
  if (!/^GB(\d{9}|\d{12})$/.test(id)) return false;
  const digits = digitsOf(id.slice(2, 11));
  const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2, 10, 1]);
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

/** The last digit is a check digit modulo 11. */
function isChVat(id: string): boolean {
  const [, number = ""] = /^CHE(\d{9})(MWST|TVA|IVA)?$/.exec(id) ?? [];
  if (number === "") return false;
  const digits = digitsOf(number);
  return (11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === digits[8];
}

function isNoVat(id: string): boolean {
  const [, number = ""] = /^(?:NO)?(\d{9})(?:MVA)?$/.exec(id) ?? [];
  if (number === "") return false;
  const digits = digitsOf(number);
  return (11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === digits[8];
}

/** The first digit less one; the weighted sum is a multiple of 89. */
function isAbn(id: string): boolean {
  if (!/^[1-9]\d{10}$/.test(id)) return false;
  const [first = 0, ...rest] = digitsOf(id);
  return weighted([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
}

const gstinCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The last character is a check character modulo 36. */
function isGstin(id: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(id)) return false;
  const sum = Array.from(id.slice(0, 14)).reduce((total, character, at) => {
    const product = gstinCharacters.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return gstinCharacters[(36 - (sum % 36)) % 36] === id[14];
}

const types: Readonly<Record<TaxIdType, { label: string; isValid: (id: string) => boolean }>> = {
  eu_vat: { label: "VAT", isValid: (id) => findEuVatCountry(id) !== undefined },
  gb_vat: { label: "VAT", isValid: isGbVat },
  ch_vat: { label: "VAT", isValid: isChVat },
  no_vat: { label: "VAT", isValid: isNoVat },
  au_abn: { label: "ABN", isValid: isAbn },
  in_gst: { label: "GSTIN", isValid: isGstin },
};

/** True if a text has the format of a tax id, and its check digits if they are public. Wayfare does not query registers. */
export function isTaxId(type: TaxIdType, text: string): boolean {
  return types[type].isValid(compact(text));
}

/** Returns a tax id as printed on invoices, with its label; unchanged without a type. */
export function printTaxId(type: TaxIdType | null, text: string): string {
  return type === null || text === "" ? text : `${types[type].label} ${text}`;
}

/** Reads the type of a stored row; null without one. @throws Error for a type that this version does not know. */
export function readTaxIdType(text: string): TaxIdType | null {
  if (text === "") return null;
  const type = taxIdTypes.find((each) => each === text);
  if (type === undefined) throw new Error(`unknown type of tax id ${text}`);
  return type;
}
