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
export function newId(prefix: IdPrefix, nowMs: number, random?: Uint8Array): string {
  if (random !== undefined && random.length !== randomLength) throw new RangeError("an id takes 10 random bytes");
  return `${prefix}_${timeText(nowMs)}${random === undefined ? drawText() : base32(random)}`;
}

/** Most ids are of the same millisecond as the one before, whether they are written or read. */
let latestWritten = { text: "", ms: Number.NaN };
let latestRead = { text: "", ms: Number.NaN };
const timeCharacters = 10;

function timeText(ms: number): string {
  if (ms === latestWritten.ms) return latestWritten.text;
  let text = "";
  for (let rest = ms; text.length < timeCharacters; rest = Math.floor(rest / 32))
    text = alphabet.charAt(rest % 32) + text;
  latestWritten = { text, ms };
  return text;
}

/** The instant in an id that was made by `newId`, in milliseconds since 1970. */
export function idTimeMs(id: string): number {
  const start = id.indexOf("_") + 1;
  const text = id.slice(start, start + timeCharacters);
  if (text === latestRead.text) return latestRead.ms;
  let ms = 0;
  for (const digit of text) ms = ms * 32 + alphabet.indexOf(digit);
  latestRead = { text, ms };
  return ms;
}

const randomLength = 10;
const randomCharacters = 16;
let drawn = "";
let taken = 0;

/** The random part of an id, none handed out twice: drawing for many ids at once costs hardly more than for one. */
function drawText(): string {
  if (taken === drawn.length) {
    drawn = base32(crypto.getRandomValues(new Uint8Array(256 * randomLength)));
    taken = 0;
  }
  taken += randomCharacters;
  return drawn.slice(taken - randomCharacters, taken);
}

/** The first id that can be made at an instant. Ids sort by time, so that a time range is a range of ids. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  return newId(prefix, Math.max(0, ms), new Uint8Array(randomLength));
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

/** The id of an offer: its search and its ordinal, which is its position in its supplier's answer × 64 + the supplier's slot. */
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
  const text = Buffer.allocUnsafe(Math.floor((bytes.length * 8) / 5));
  let written = 0;
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) {
      written = text.writeUInt8(alphabet.charCodeAt((buffer >>> (bits - 5)) & 31), written);
    }
    buffer &= (1 << bits) - 1;
  }
  return text.toString("latin1");
}
