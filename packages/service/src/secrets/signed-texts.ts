import { timingSafeEqual } from "node:crypto";
import { makeHmac } from "./hmac.ts";
import type { ServerSecrets } from "./server-secret.ts";

export type Sign = (message: string) => Buffer;

/** Texts that hold a signature of their own: handed out, they come back as they were or are not believed. */
export interface SignedTexts {
  write(compose: (sign: Sign) => string): string;
  /** Whether a text was written here, composed in the same way. */
  isOurs(text: string, compose: (sign: Sign) => string): boolean;
}

/** Signed texts under the server secrets: the first signs, all are believed. */
export function makeSignedTexts(secrets: ServerSecrets, purpose: string): SignedTexts {
  const sign = makeHmac(secrets.first.derive(purpose));
  const signs = secrets.all.map((secret) => makeHmac(secret.derive(purpose)));
  return {
    write: (compose) => compose(sign),
    isOurs: (text, compose) => signs.some((each) => isSame(compose(each), text)),
  };
}

/** Compares the texts rather than the bytes, because many texts are the same bytes in base64url. */
function isSame(expected: string, text: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(text)];
  return left.length === right.length && timingSafeEqual(left, right);
}
