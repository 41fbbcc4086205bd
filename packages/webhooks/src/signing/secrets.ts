import { randomBytes } from "node:crypto";

/** Encrypts secrets, so that a copy of the database is useless without the server secret. */
export interface SecretBox {
  seal(text: string): Uint8Array;
  open(sealed: Uint8Array): string;
}

const prefix = "whsec_";
const keyBytes = 32;

/**
 * A new signing secret: `whsec_` and the base64 of 32 random bytes. The key of `SVC-Signature` is the UTF-8 bytes of all of it, that of
 * Standard Webhooks the decoded bytes.
 */
export function makeWebhookSecret(): string {
  return prefix + randomBytes(keyBytes).toString("base64");
}

/**
 * Returns the key of Standard Webhooks. Secrets from before this format, `whsec_` and 43 base62 characters, are decoded as unpadded base64,
 * which some verifiers refuse.
 */
export function standardWebhooksKey(secret: string): Buffer {
  return Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64");
}
