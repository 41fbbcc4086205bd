import { createHmac } from "node:crypto";
import { standardWebhooksKey } from "./secrets.ts";

/** Returns the `SVC-Signature` header: HMAC-SHA-256 of `<t>.<body>` in lowercase hex, keyed with the bytes of the secret. */
export function signDelivery(secret: string, body: string, timestampSeconds: number): string {
  const digest = createHmac("sha256", secret).update(`${timestampSeconds}.${body}`).digest("hex");
  return `t=${timestampSeconds},v1=${digest}`;
}

/**
 * Returns the headers of Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks, specification 1.0.0): the signature is
 * the HMAC-SHA-256 of `<id>.<timestamp>.<body>` in base64, keyed with the decoded secret. It has one value for each secret, separated by
 * spaces, so that receivers with any of them accept it.
 */
export function signStandardWebhook(
  secrets: readonly string[],
  { id, body, timestampSeconds }: { id: string; body: string; timestampSeconds: number },
): Record<`webhook-${string}`, string> {
  const signed = `${id}.${timestampSeconds}.${body}`;
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac("sha256", standardWebhooksKey(secret)).update(signed).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatures.join(" "),
  };
}
