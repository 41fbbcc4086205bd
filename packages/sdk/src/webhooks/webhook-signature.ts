import { WebhookVerificationError } from "./webhook-verification-error.ts";

/** The bytes that arrived, or the text that they are in UTF-8. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** What a signature covers, `<t>.<body>`, and the body's part of it. */
export interface SignedBytes {
  all: Uint8Array<ArrayBuffer>;
  body: Uint8Array<ArrayBuffer>;
}

const hmac = { name: "HMAC", hash: "SHA-256" };

/**
 * Copies what is signed, so that what is verified and what is read afterwards are the same bytes, whatever the caller
 * does to the buffer meanwhile.
 *
 * @throws WebhookVerificationError `body_not_raw`
 */
export function copySignedBytes(timestamp: string, rawBody: RawBody): SignedBytes {
  const prefix = new TextEncoder().encode(`${timestamp}.`);
  const body = bytesOf(rawBody);
  const all = new Uint8Array(prefix.length + body.length);
  all.set(prefix);
  all.set(body, prefix.length);
  return { all, body: all.subarray(prefix.length) };
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === "string") {
    if (rawBody.isWellFormed()) return new TextEncoder().encode(rawBody);
    throw notRaw("text with half a surrogate pair, which no bytes decode to");
  }
  if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  if (isArrayBuffer(rawBody)) return new Uint8Array(rawBody);
  throw notRaw(rawBody !== null && typeof rawBody === "object" ? "an object" : String(rawBody));
}

/** By its tag: `instanceof` fails for a buffer from another realm, such as a test runner's or a frame's. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}

function notRaw(found: string): WebhookVerificationError {
  return new WebhookVerificationError(
    "body_not_raw",
    `The body is ${found}. Pass the raw body, as text or bytes, from before any parser: express.raw(), request.text(), or what your framework calls it.`,
  );
}

/** The HMAC-SHA256 of the bytes under the UTF-8 bytes of the whole secret, in lowercase hexadecimal. */
export async function signBytes(secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.sign(hmac, await importSecret(secret, "sign"), bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether one of the secrets has made the signature. Every secret is tried, and Web Crypto compares in constant time, so
 * that the time tells neither how much of a guess is right nor which secret is in use.
 *
 * @param signature 64 hexadecimal digits
 */
export async function isSignedByOneOf(
  secrets: readonly string[],
  signature: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const digest = Uint8Array.from(signature.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const answers = await Promise.all(
    secrets.map(async (secret) => crypto.subtle.verify(hmac, await importSecret(secret, "verify"), digest, bytes)),
  );
  return answers.includes(true);
}

async function importSecret(secret: string, usage: "sign" | "verify") {
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), hmac, false, [usage]);
}
