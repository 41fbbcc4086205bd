import { createHash } from "node:crypto";

const idPattern = /\b(?!flt_)([a-z]{2,4})_([0-9a-hjkmnp-tv-z]{26})/g;
const timeCharacters = 10;
const rawKeyPattern = /\bkey_(test|live|svc)_([0-9A-Za-z]{49})\b/g;
const keyHintPattern = /\bkey_(test|live|svc)_([0-9A-Za-z]{4})…([0-9A-Za-z]{4})/g;
const rawKeyPadding = "x".repeat(41);
const exampleAddress = "203.0.113.9";

/** Members that differ between runs: measured times, and texts signed together with random ids. */
const fixedMembers: Readonly<Record<string, unknown>> = {
  nextCursor: "c3JjaF8wMWFyeXo2czQxMDAwMDAwMDAwMDAwMDAwMC7Rz393CEAFHGh3SW3UpE88",
  token: "eyJwbGFuIjoicHJvIn0.Rz393CEAFHGh3SW3UpE88",
  tookMs: 18,
  durationMs: 31,
  host: "api-1",
  pid: 4711,
  nodeVersion: "24.4.0",
  memoryBytes: 412_000_000,
  eventLoopDelayMs: 1.5,
  clockSkewMs: 3,
  walBytes: 67_108_864,
  walSinceCheckpointBytes: 8_388_608,
  appliedMigration: 67,
  knownMigration: 67,
  freeBytes: 52_000_000_000,
  checks: [{ name: "mail queue", status: "ok", detail: "0 pending, 0 failed in the last two days", fix: null }],
  timings: { connectMs: 12, firstByteMs: 35, totalMs: 41 },
  date: "Sat, 21 Nov 2026 07:33:00 GMT",
  "content-length": "2",
  "svc-signature": `t=1795246380,v1=${"0".repeat(64)}`,
  "webhook-signature": "v1,bWFkZSBmb3IgdGhlIGV4YW1wbGUgb25seSwgbm90IHJlYWw=",
};

/** A timer writes usage records, so their number differs between runs. */
const pendingRecords = { value: 2, isMinimum: false };

/** Replaces the values of a recorded response that differ between runs, equal values by equal ones. */
export type Stabilize = (value: unknown) => unknown;

/**
 * Replaces the random bits of ids and keeps their prefix and time. Keys and secrets become placeholders with a matching hint.
 *
 * @param origins local origins by the public origins that replace them
 */
export function makeStabilize(origins: Readonly<Record<string, string>>): Stabilize {
  const idBodies = makeNumbering();
  const hints = makeNumbering();
  const references = makeNumbering();
  /** A booking reference has no I, O, 0 and 1. */
  const referenceOf = (text: string) =>
    digestText(`reference ${references(text)}`, text.length)
      .toUpperCase()
      .replaceAll(/[IO01]/g, "X");
  const hintOf = (start: string, end: string) => {
    const letters = digestText(`hint ${hints(`${start}…${end}`)}`, 8);
    return [letters.slice(0, 4), letters.slice(4)] as const;
  };

  function stabilizeText(text: string): string {
    let stable = text;
    for (const [local, origin] of Object.entries(origins)) stable = stable.replaceAll(local, origin);
    return stable
      .replaceAll("127.0.0.1", exampleAddress)
      .replace(idPattern, (_id, prefix: string, body: string) => {
        const random = digestText(`id ${idBodies(body)}`, body.length - timeCharacters);
        return `${prefix}_${body.slice(0, timeCharacters)}${random}`;
      })
      .replace(rawKeyPattern, (_key, kind: string, body: string) => {
        const [start, end] = hintOf(body.slice(0, 4), body.slice(-4));
        return `key_${kind}_${start}${rawKeyPadding}${end}`;
      })
      .replace(keyHintPattern, (_hint, kind: string, first: string, last: string) => {
        const [start, end] = hintOf(first, last);
        return `key_${kind}_${start}…${end}`;
      })
      .replace(/\/(sign-in|sign-up|reset-password)#[\w-]{43}/g, `/$1#${"x".repeat(43)}`)
      .replace(/\bwhsec_[0-9A-Za-z+/=]{43,44}/g, `whsec_${"x".repeat(43)}=`);
  }

  const stabilize: Stabilize = (value) => {
    if (typeof value === "string") return stabilizeText(value);
    if (Array.isArray(value)) return value.map(stabilize);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (name === "reference" && typeof member === "string") return [name, referenceOf(member)];
        if (name === "due" && "name" in value && value.name === "usage_records") return [name, pendingRecords];
        // Versions of plans are numbers.
        if (name === "version" && typeof member === "string") return [name, "1.4.0"];
        const isFixed = member !== null && Object.hasOwn(fixedMembers, name);
        return [stabilizeText(name), isFixed ? fixedMembers[name] : stabilize(member)];
      }),
    );
  };
  return stabilize;
}

/** Numbers texts in the order in which they first appear. */
function makeNumbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns deterministic characters of the id alphabet for a seed. */
function digestText(seed: string, length: number): string {
  const bytes = createHash("sha256").update(seed).digest();
  return Array.from(bytes.subarray(0, length), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}
