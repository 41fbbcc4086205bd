import { copySignedPayload, type RawBody, signBytes } from "./webhook-signature.ts";

/**
 * Signs a webhook body the way the service does. Use it in tests of your receiver.
 *
 * @param secret Signing secret of the endpoint, `whsec_…`.
 * @param timestampSeconds Unix time in whole seconds.
 * @returns the value of the `SVC-Signature` header.
 * @throws RangeError if the secret is empty or the timestamp is invalid.
 * @throws WebhookVerificationError with the reason `body_not_raw`.
 */
export async function signWebhook(rawBody: RawBody, secret: string, timestampSeconds: number): Promise<string> {
  if (secret === "") throw new RangeError("secret must not be empty.");
  if (!Number.isInteger(timestampSeconds) || timestampSeconds < 0 || timestampSeconds >= 1e12) {
    throw new RangeError(`timestampSeconds must be a Unix time in whole seconds, not ${timestampSeconds}.`);
  }
  const { all } = copySignedPayload(String(timestampSeconds), rawBody);
  return `t=${timestampSeconds},v1=${await signBytes(secret, all)}`;
}
