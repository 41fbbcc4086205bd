/**
 * Reason of a `WebhookVerificationError`.
 *
 * - `header_missing`, `header_malformed`: the `SVC-Signature` header is missing or not `t=<unix seconds>,v1=<hex>`
 * - `signature_mismatch`: the signature matches none of the secrets
 * - `timestamp_too_old`, `timestamp_in_future`: the signature is valid, but its timestamp is outside the tolerance
 * - `body_not_raw`: the body argument is not the raw request body
 * - `body_not_json`: the signature is valid, but the body is not a JSON object
 * - `secret_missing`: the secret argument is missing or empty
 */
export type WebhookErrorReason =
  | "header_missing"
  | "header_malformed"
  | "timestamp_too_old"
  | "timestamp_in_future"
  | "signature_mismatch"
  | "body_not_raw"
  | "body_not_json"
  | "secret_missing";

/** Webhook verification failed: do not process the event. The message explains the cause and contains no secret. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookErrorReason;

  constructor(reason: WebhookErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
