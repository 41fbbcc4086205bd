import { createHmac } from "node:crypto";

/** Returns the `SVC-Signature` header: HMAC-SHA-256 of `<t>.<body>` in lowercase hex, keyed with the bytes of the secret. */
export function signDelivery(secret: string, body: string, timestampSeconds: number): string {
  const digest = createHmac("sha256", secret).update(`${timestampSeconds}.${body}`).digest("hex");
  return `t=${timestampSeconds},v1=${digest}`;
}
