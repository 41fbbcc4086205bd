import type { WebhookEvent } from "../generated/types.ts";
import { getSignatureHeader, parseSignatureHeader, type WebhookHeaders } from "./signature-header.ts";
import { copySignedPayload, matchesAnySecret, type RawBody } from "./webhook-signature.ts";
import { WebhookVerificationError } from "./webhook-verification-error.ts";

/** Options of `verifyWebhook`. */
export interface VerifyOptions {
  /** Maximum difference between the signature's timestamp and the clock, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** Current time in milliseconds since 1970, for tests. Default: `Date.now()`. */
  nowMs?: number;
}

/**
 * Verifies the signature of a webhook delivery and returns its event.
 *
 * The signature is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret including `whsec_`. It is verified
 * before the timestamp, so a timestamp error always concerns a delivery with a valid signature.
 *
 * @param rawBody The raw request body, exactly as received, before any JSON parser.
 * @param headers The request headers, or the value of the `SVC-Signature` header.
 * @param secrets The endpoint's signing secret. Pass both secrets during a rotation.
 * @returns the event of the delivery. `type` determines the type of `data`; a newer service may send types that this client does not know.
 * @throws WebhookVerificationError if the signature is invalid or the timestamp is outside the tolerance; see `reason`.
 * @throws RangeError if an option is not a valid number.
 */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders | string,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, nowMs = Date.now() } = options;
  if (!(toleranceSeconds >= 0 && toleranceSeconds < Infinity)) {
    throw new RangeError(`toleranceSeconds must be a non-negative number, not ${toleranceSeconds}.`);
  }
  if (!Number.isFinite(nowMs)) throw new RangeError(`nowMs must be a time in milliseconds since 1970, not ${nowMs}.`);
  const known = requireSecrets(secrets);
  const { timestamp, signature } = parseSignatureHeader(getSignatureHeader(headers));
  const bytes = copySignedPayload(timestamp, rawBody);
  if (!(await matchesAnySecret(known, signature, bytes.all))) throw mismatch(known);
  checkTimestamp(Number(timestamp), Math.floor(nowMs / 1000), toleranceSeconds);
  return parseEvent(bytes.body);
}

/** Rejects an empty secret instead of skipping it: anyone can sign with it, and it means that a setting is missing. */
function requireSecrets(secrets: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  const known = list.filter((secret) => typeof secret === "string" && secret !== "");
  if (known.length > 0 && known.length === list.length) return known.map(String);
  throw new WebhookVerificationError(
    "secret_missing",
    "The webhook secret is missing or empty. Pass the secret (whsec_…) returned when the endpoint was created or its secret rotated.",
  );
}

function mismatch(secrets: readonly string[]): WebhookVerificationError {
  const whole = secrets.every((secret) => /^whsec_[0-9A-Za-z+/]{43}=?$/.test(secret));
  return new WebhookVerificationError(
    "signature_mismatch",
    [
      `Invalid signature: it matches none of the secrets (${secrets.length} tried).`,
      whole
        ? ""
        : "At least one secret is not whsec_ followed by 44 characters of base64. Copy it completely, without spaces.",
      "Check that the secret belongs to this endpoint and is still valid, and that you pass the raw request body:",
      "JSON that was parsed and serialized again does not match.",
    ]
      .filter(Boolean)
      .join(" "),
  );
}

function checkTimestamp(signedAtSeconds: number, nowSeconds: number, toleranceSeconds: number): void {
  const ageSeconds = nowSeconds - signedAtSeconds;
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  const past = ageSeconds > 0;
  throw new WebhookVerificationError(
    past ? "timestamp_too_old" : "timestamp_in_future",
    [
      `The timestamp is ${Math.abs(ageSeconds)} seconds ${past ? "old" : "in the future"}; the tolerance is ${toleranceSeconds} seconds.`,
      past
        ? "The request was delayed or replayed, or the clock of this machine is fast."
        : "The clock of this machine is slow.",
      `Clock: ${nowSeconds}, timestamp: ${signedAtSeconds}. Check that the clock is synchronized with NTP.`,
    ].join(" "),
  );
}

function parseEvent(body: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw notJson("is not valid JSON in UTF-8");
  }
  if (isEvent(event)) return event;
  throw notJson("is not a JSON object");
}

/** No further validation: a valid signature proves that the service sent the event. */
function isEvent(value: unknown): value is WebhookEvent {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notJson(found: string): WebhookVerificationError {
  return new WebhookVerificationError("body_not_json", `The signature is valid, but the body ${found}.`);
}
