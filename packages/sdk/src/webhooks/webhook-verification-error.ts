/**
 * Why a delivery was refused.
 *
 * - `header_missing`, `header_malformed`: there is no `SVC-Signature`, or it is not `t=<unix seconds>,v1=<hex>`
 * - `signature_mismatch`: none of the secrets has signed this body at this time
 * - `timestamp_too_old`, `timestamp_in_future`: signed, but further from the clock than the tolerance
 * - `body_not_raw`: what was handed over cannot be the bytes that arrived
 * - `body_not_json`: signed, but no event
 * - `secret_missing`: the receiver has no secret to compare with
 */
export type WebhookRefusal =
  | "header_missing"
  | "header_malformed"
  | "timestamp_too_old"
  | "timestamp_in_future"
  | "signature_mismatch"
  | "body_not_raw"
  | "body_not_json"
  | "secret_missing";

/** A delivery that must not be believed. The message says what was found and what to do, and holds no secret. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}
