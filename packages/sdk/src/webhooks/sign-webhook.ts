import { copySignedBytes, type RawBody, signBytes } from "./webhook-signature.ts";

/**
 * Signs a body as the service does, for a receiver's own tests.
 *
 * @param secret the endpoint's, `whsec_…`
 * @param timestampSeconds whole seconds since 1970
 * @returns the value of the header `SVC-Signature`
 * @throws RangeError for an empty secret or a timestamp that a header cannot carry
 * @throws WebhookVerificationError `body_not_raw`
 */
export async function signWebhook(rawBody: RawBody, secret: string, timestampSeconds: number): Promise<string> {
  if (secret === "") throw new RangeError("a webhook is signed with a secret that is not empty");
  if (!Number.isInteger(timestampSeconds) || timestampSeconds < 0 || timestampSeconds >= 1e12) {
    throw new RangeError(`a timestamp is whole seconds since 1970, not ${timestampSeconds}`);
  }
  const { all } = copySignedBytes(String(timestampSeconds), rawBody);
  return `t=${timestampSeconds},v1=${await signBytes(secret, all)}`;
}
