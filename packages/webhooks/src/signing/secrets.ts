import { randomBytes } from "node:crypto";

/** Seals what must be read again, so that a copy of the database is worth nothing without the server secret. */
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
    // Bytes from 248 on would make the first characters likelier than the others.
    for (const byte of randomBytes(64)) if (byte < 248 && body.length < bodyLength) body += digits.charAt(byte % 62);
  }
  return `whsec_${body}`;
}
