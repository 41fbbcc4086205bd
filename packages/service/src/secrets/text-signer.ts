import { timingSafeEqual } from "node:crypto";
import { makeHmac } from "./hmac.ts";
import type { ServerSecrets } from "./server-secret.ts";

export type Sign = (message: string) => Buffer;

/** Signs texts and verifies them later. */
export interface TextSigner {
  sign(compose: (sign: Sign) => string): string;
  /** True if a text was signed here and composed in the same way. */
  verify(text: string, compose: (sign: Sign) => string): boolean;
}

/** Creates a signer with the server secrets: the first signs, all verify. */
export function makeTextSigner(secrets: ServerSecrets, purpose: string): TextSigner {
  const sign = makeHmac(secrets.first.derive(purpose));
  const signers = secrets.all.map((secret) => makeHmac(secret.derive(purpose)));
  return {
    sign: (compose) => compose(sign),
    verify: (text, compose) => signers.some((each) => isSame(compose(each), text)),
  };
}

/** Compares texts rather than bytes, because many base64url texts decode to the same bytes. */
function isSame(expected: string, text: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(text)];
  return left.length === right.length && timingSafeEqual(left, right);
}
