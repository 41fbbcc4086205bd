import { randomBytes } from "node:crypto";

/** Encrypts secrets, so that a copy of the database is useless without the server secret. */
export interface SecretBox {
  seal(text: string): Uint8Array;
  open(sealed: Uint8Array): string;
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const bodyLength = 43;

/** A new signing secret: `whsec_` and 43 base62 characters. The HMAC key is the UTF-8 bytes of all of it. */
export function makeWebhookSecret(): string {
  let body = "";
  while (body.length < bodyLength) {
    // Rejection sampling: 248 is the largest multiple of 62 in a byte, so that every character is equally likely.
    for (const byte of randomBytes(64)) if (byte < 248 && body.length < bodyLength) body += digits.charAt(byte % 62);
  }
  return `whsec_${body}`;
}
