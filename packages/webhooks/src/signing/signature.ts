import { createHmac } from "node:crypto";

/** The value of `SVC-Signature`: HMAC-SHA-256 over `<t>.<body>` in lowercase hex, with the secret's own bytes as the key. */
export function signDelivery(secret: string, body: string, timestampSeconds: number): string {
  const digest = createHmac("sha256", secret).update(`${timestampSeconds}.${body}`).digest("hex");
  return `t=${timestampSeconds},v1=${digest}`;
}
