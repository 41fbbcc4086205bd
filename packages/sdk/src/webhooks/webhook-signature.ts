import { WebhookVerificationError } from "./webhook-verification-error.ts";

/** Raw request body as bytes or UTF-8 text. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The signed bytes, `<t>.<body>`, and the body within them. */
export interface SignedPayload {
  all: Uint8Array<ArrayBuffer>;
  body: Uint8Array<ArrayBuffer>;
}

const hmac = { name: "HMAC", hash: "SHA-256" };

/**
 * Copies the signed bytes, so that the verified and the parsed bytes are the same even if the caller changes the buffer.
 *
 * @throws WebhookVerificationError with the reason `body_not_raw`.
 */
export function copySignedPayload(timestamp: string, rawBody: RawBody): SignedPayload {
  const prefix = new TextEncoder().encode(`${timestamp}.`);
  const body = bytesOf(rawBody);
  const all = new Uint8Array(prefix.length + body.length);
  all.set(prefix);
  all.set(body, prefix.length);
  return { all, body: all.subarray(prefix.length) };
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === "string") {
    if (!/\p{Surrogate}/u.test(rawBody)) return new TextEncoder().encode(rawBody);
    throw notRaw("a string with a lone surrogate, which is not decoded UTF-8");
  }
  if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  if (isArrayBuffer(rawBody)) return new Uint8Array(rawBody);
  throw notRaw(rawBody !== null && typeof rawBody === "object" ? "an object" : String(rawBody));
}

/** Checks the tag, because `instanceof` fails for a buffer of another realm, such as a test runner or a frame. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}

function notRaw(found: string): WebhookVerificationError {
  return new WebhookVerificationError(
    "body_not_raw",
    `The body is ${found}. Pass the raw request body as text or bytes, before any parser: express.raw(), request.text() or the equivalent of your framework.`,
  );
}

/** Returns the HMAC-SHA256 of the bytes, keyed with the UTF-8 bytes of the whole secret, in lowercase hexadecimal. */
export async function signBytes(secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.sign(hmac, await importSecret(secret, "sign"), bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * True if the signature matches one of the secrets. Every secret is tried and Web Crypto compares in constant time, so that
 * the timing reveals neither a partial match nor the secret in use.
 *
 * @param signature 64 hexadecimal digits.
 */
export async function matchesAnySecret(
  secrets: readonly string[],
  signature: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const digest = Uint8Array.from(signature.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const results = await Promise.all(
    secrets.map(async (secret) => crypto.subtle.verify(hmac, await importSecret(secret, "verify"), digest, bytes)),
  );
  return results.includes(true);
}

async function importSecret(secret: string, usage: "sign" | "verify") {
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), hmac, false, [usage]);
}
