import { getSignatureHeader, parseSignatureHeader, type WebhookHeaders } from "./signature-header.ts";
import type { WebhookEvent } from "./webhook-event.ts";
import { copySignedBytes, isSignedByOneOf, type RawBody } from "./webhook-signature.ts";
import { WebhookVerificationError } from "./webhook-verification-error.ts";

export interface VerifyOptions {
  /** How far a signature's time may be from the clock, either way, in whole seconds; 300 unless given. */
  toleranceSeconds?: number;
  /** The clock, in milliseconds since 1970; `Date.now()` unless given. For tests. */
  nowMs?: number;
}

/**
 * Verifies a delivery and returns its event.
 *
 * The signature is the HMAC-SHA256, under the whole secret, of `<t>.<raw body>`. It is compared before the time, so that
 * a refusal for its time is about a delivery that was really signed.
 *
 * @param rawBody the body as it arrived, not parsed and written again
 * @param headers the request's headers, or the value of `SVC-Signature`
 * @param secrets the endpoint's secret; during a rotation both
 * @throws WebhookVerificationError with a `reason`, where the delivery must not be believed
 * @throws RangeError where the options are no numbers to compare with
 */
export async function verifyWebhook<Data = unknown>(
  rawBody: RawBody,
  headers: WebhookHeaders | string,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent<Data>> {
  const { toleranceSeconds = 300, nowMs = Date.now() } = options;
  if (!(toleranceSeconds >= 0 && toleranceSeconds < Infinity)) {
    throw new RangeError(`toleranceSeconds is a number from 0 on, not ${toleranceSeconds}`);
  }
  if (!Number.isFinite(nowMs)) throw new RangeError(`nowMs is milliseconds since 1970, not ${nowMs}`);
  const known = requireSecrets(secrets);
  const { timestamp, signature } = parseSignatureHeader(getSignatureHeader(headers));
  const bytes = copySignedBytes(timestamp, rawBody);
  if (!(await isSignedByOneOf(known, signature, bytes.all))) throw mismatch(known);
  refuseWrongTime(Number(timestamp), Math.floor(nowMs / 1000), toleranceSeconds);
  return parseEvent<Data>(bytes.body);
}

/** An empty secret is refused rather than skipped: anybody can sign with it, and it means that a setting is missing. */
function requireSecrets(secrets: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  const known = list.filter((secret) => typeof secret === "string" && secret !== "");
  if (known.length > 0 && known.length === list.length) return known.map(String);
  throw new WebhookVerificationError(
    "secret_missing",
    "A secret is missing or empty. Pass the whsec_… that registering or rotating the endpoint returned.",
  );
}

function mismatch(secrets: readonly string[]): WebhookVerificationError {
  const whole = secrets.every((secret) => /^whsec_[0-9A-Za-z]{43}$/.test(secret));
  return new WebhookVerificationError(
    "signature_mismatch",
    [
      `The signature was made by none of the secrets (${secrets.length} tried).`,
      whole ? "" : "Not every one is whsec_ and 43 letters and digits: copied whole, without spaces?",
      "Either a secret is another endpoint's or no longer valid, or the body is not the one that was sent:",
      "JSON that was parsed and written again differs, so pass the raw body.",
    ]
      .filter(Boolean)
      .join(" "),
  );
}

function refuseWrongTime(signedAtSeconds: number, nowSeconds: number, toleranceSeconds: number): void {
  const ageSeconds = nowSeconds - signedAtSeconds;
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  const past = ageSeconds > 0;
  throw new WebhookVerificationError(
    past ? "timestamp_too_old" : "timestamp_in_future",
    [
      `The delivery was signed ${Math.abs(ageSeconds)} seconds ${past ? "ago" : "in the future"}, and ${toleranceSeconds} are allowed.`,
      past
        ? "It was held up or sent again by somebody, or this machine's clock is fast."
        : "This machine's clock is slow.",
      `It says ${nowSeconds}, the signature ${signedAtSeconds}: is the clock kept by NTP?`,
    ].join(" "),
  );
}

function parseEvent<Data>(body: Uint8Array): WebhookEvent<Data> {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw notJson("is not JSON in UTF-8");
  }
  if (isEvent<Data>(event)) return event;
  throw notJson("is JSON, but not an object");
}

/** No further: whoever could sign it is the service, which checks what it sends. */
function isEvent<Data>(value: unknown): value is WebhookEvent<Data> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notJson(found: string): WebhookVerificationError {
  return new WebhookVerificationError("body_not_json", `The body is signed by one of the secrets, but ${found}.`);
}
