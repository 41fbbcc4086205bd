/**
 * Ids are a prefix and 26 characters of Crockford base32 in lower case: 48 bits of milliseconds and 80 random bits, so
 * that they sort by time. Digest ids have the same shape and carry 130 bits of a SHA-256 instead.
 */
import { hash } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const bodyLength = 26;
const bodyPattern = `[${alphabet}]{${bodyLength}}`;

export type IdPrefix =
  | "acct"
  | "app"
  | "aud"
  | "ak"
  | "flt"
  | "srch"
  | "req"
  | "lnk"
  | "whk"
  | "evt"
  | "dlv"
  | "att"
  | "rpl"
  | "bkg"
  | "wat"
  | "inv"
  | "sub"
  | "crd"
  | "crn"
  | "cpn"
  | "led"
  | "ltx"
  | "pay"
  | "rdm"
  | "jrn"
  | "usr"
  | "ses"
  | "ivt"
  | "pky";

/** A new id; `random` holds 10 random bytes. */
export function newId(prefix: IdPrefix, nowMs: number, random = takeRandom()): string {
  if (random.length !== randomLength) throw new RangeError("an id takes 10 random bytes");
  let time = "";
  for (let rest = nowMs, at = 0; at < 10; at++, rest = Math.floor(rest / 32)) time = alphabet.charAt(rest % 32) + time;
  return `${prefix}_${time}${base32(random)}`;
}

/** The instant in an id that was made by `newId`, in milliseconds since 1970. */
export function idTimeMs(id: string): number {
  let ms = 0;
  for (const digit of id.slice(id.indexOf("_") + 1).slice(0, 10)) ms = ms * 32 + alphabet.indexOf(digit);
  return ms;
}

const randomLength = 10;
const pool = new Uint8Array(256 * randomLength);
let taken = pool.length;

/** Ten random bytes, none of them handed out twice: asking the system for many at once costs hardly more than for ten. */
function takeRandom(): Uint8Array {
  if (taken === pool.length) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  taken += randomLength;
  return pool.subarray(taken - randomLength, taken);
}

/** The same id for the same key, for things that are their content. */
export function digestId(prefix: IdPrefix, key: string): string {
  return `${prefix}_${base32(hash("sha256", key, "buffer")).slice(0, bodyLength)}`;
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return new RegExp(`^${idPattern(prefix)}$`).test(text);
}

/** The pattern of an id for a schema, without anchors. */
export function idPattern(prefix: IdPrefix): string {
  return `${prefix}_${bodyPattern}`;
}

export const offerIdPattern = `off_${bodyPattern}_[0-9]{1,6}`;

/** The id of an offer: its search and its ordinal among the offers of that search. */
export function formatOfferId(searchId: string, ordinal: number): string {
  return `off_${searchId.slice("srch_".length)}_${ordinal}`;
}

/** The search and the ordinal in an offer id, or null where the text is not one. */
export function parseOfferId(text: string): { searchId: string; ordinal: number } | null {
  const match = /^off_([0-9a-z]{26})_(0|[1-9][0-9]{0,5})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const searchId = `srch_${match[1]}`;
  return isId("srch", searchId) ? { searchId, ordinal: Number(match[2]) } : null;
}

/** Five bits a character, most significant first; bits that do not fill a character are left out. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet.charAt((buffer >>> (bits - 5)) & 31);
    buffer &= (1 << bits) - 1;
  }
  return text;
}
