/**
 * Ids: a prefix and 26 characters of lower-case Crockford base32. The characters encode 48 bits of milliseconds and 80 random bits, so ids
 * sort by time. Digest ids have the same format and encode 130 bits of a SHA-256 hash instead.
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
  | "chg"
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
  | "ers"
  | "xpt"
  | "ivt"
  | "sgn"
  | "pky"
  | "mail"
  | "sso"
  | "wat";

/** Creates an id. @param random 10 random bytes; generated if absent. */
export function newId(prefix: IdPrefix, nowMs: number, random?: Uint8Array): string {
  if (random !== undefined && random.length !== randomLength) throw new RangeError("`random` must have 10 bytes");
  return `${prefix}_${timeText(nowMs)}${random === undefined ? nextRandomPart() : base32(random)}`;
}

/** Caches of the last formatted and parsed time: most ids have the same millisecond as the previous one. */
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

/** Returns the time of an id created by `newId`, in milliseconds since 1970. */
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
let randomPool = "";
let consumed = 0;

/** Returns the random part of an id. Generates random bytes for 256 ids at once, which costs hardly more than for one. */
function nextRandomPart(): string {
  if (consumed === randomPool.length) {
    randomPool = base32(crypto.getRandomValues(new Uint8Array(256 * randomLength)));
    consumed = 0;
  }
  consumed += randomCharacters;
  return randomPool.slice(consumed - randomCharacters, consumed);
}

/** Returns the smallest id of a time. Ids sort by time, so a time range is a range of ids. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  return newId(prefix, Math.max(0, ms), new Uint8Array(randomLength));
}

/** Returns the id of a key: the same key always has the same id. */
export function digestId(prefix: IdPrefix, key: string): string {
  return `${prefix}_${base32(hash("sha256", key, "buffer")).slice(0, bodyLength)}`;
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return new RegExp(`^${idPattern(prefix)}$`).test(text);
}

/** Returns the pattern of an id for a schema, without anchors. */
export function idPattern(prefix: IdPrefix): string {
  return `${prefix}_${bodyPattern}`;
}

export const offerIdPattern = `off_${bodyPattern}_[0-9]{1,6}`;

/** Formats the id of an offer. @param ordinal index of the offer in the response of its supplier × 64 + index of the supplier */
export function formatOfferId(searchId: string, ordinal: number): string {
  return `off_${searchId.slice("srch_".length)}_${ordinal}`;
}

/** Parses an offer id into search id and ordinal. Returns null if the text is not an offer id. */
export function parseOfferId(text: string): { searchId: string; ordinal: number } | null {
  const match = /^off_([0-9a-z]{26})_(0|[1-9][0-9]{0,5})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const searchId = `srch_${match[1]}`;
  return isId("srch", searchId) ? { searchId, ordinal: Number(match[2]) } : null;
}

/** Encodes 5 bits per character, most significant bit first. Drops trailing bits that do not fill a character. */
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
