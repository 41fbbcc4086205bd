import { newId } from "@wayfare/contract";
import type { ClientCertificate, GuardedClient, GuardedFailure, GuardedResponse } from "@wayfare/egress";
import { currentTraceparent, startTrace } from "@wayfare/telemetry";
import type { AccessTokens } from "../signing/access-tokens.ts";
import { renderDeliveryBody, signDeliveryHeaders } from "../signing/delivery-message.ts";
import { clientCertificateOf, customHeadersOf, openOptions, type RequestOptions } from "../signing/sealed-options.ts";
import type { SecretBox } from "../signing/secrets.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import { type AttemptResult, classifyResponse } from "./classify-response.ts";

/** One attempt of a delivery, as stored. */
export interface Attempt {
  id: string;
  claimed: ClaimedDelivery;
  number: number;
  /** On the account's data clock, like `endedAtMs`. */
  startedAtMs: number;
  endedAtMs: number;
  result: AttemptResult;
  address: string | null;
  timings: Record<string, number | null>;
  requestHeaders: Record<string, string>;
  response: { status: number; headers: Record<string, string>; body: Uint8Array } | null;
}

export interface AttemptDeps {
  client: GuardedClient;
  box: SecretBox;
  clock: { nowMs(): number };
}

export type AttemptRunDeps = AttemptDeps & { tokens: AccessTokens };

/** Stored bytes of a response body. */
const storedBodyBytes = 16_384;

/** Statuses returned by receivers that may not have the new secret yet. */
const signatureRejectedStatuses = new Set([400, 401, 403]);

/**
 * Sends a delivery once. While two secrets are valid, the Standard Webhooks signature has a value for each. `SVC-Signature` has room for
 * one: a 400, 401 or 403 is retried with the other secret within the same attempt. If no secret can be decrypted, the attempt fails without
 * a request, as it does if the token URL of the endpoint grants no token. A 401 drops the token, so that the next attempt gets a new one.
 */
export function attemptDelivery(deps: AttemptRunDeps, claimed: ClaimedDelivery): Promise<Attempt> {
  const spec = () => ({
    name: `deliver ${claimed.event.type}`,
    kind: "producer" as const,
    attributes: { "wayfare.delivery_id": claimed.id, "wayfare.attempt": claimed.attempts + 1 },
  });
  return startTrace(undefined, spec, () => attempt(deps, claimed));
}

async function attempt(deps: AttemptRunDeps, claimed: ClaimedDelivery): Promise<Attempt> {
  const startedAtMs = deps.clock.nowMs() + claimed.clockOffsetMs;
  const body = renderDeliveryBody(claimed.event, { deliveryId: claimed.id, environment: claimed.environment });
  const secrets = readableSecrets(deps.box, claimed, startedAtMs);
  const [secret, ...others] = secrets;
  const options = readableOptions(deps.box, claimed);
  if (secret === undefined || options === null)
    return unsentAttempt(claimed, startedAtMs, startedAtMs, secretUnreadable);
  const { oauth2 } = options;
  const granted = oauth2 === null ? null : await deps.tokens.get(claimed.accountId, oauth2);
  if (granted !== null && "failure" in granted) {
    const result = { outcome: "failed_token", reason: `No request was sent. ${granted.failure}` } as const;
    return unsentAttempt(claimed, startedAtMs, deps.clock.nowMs() + claimed.clockOffsetMs, result);
  }
  const custom = customHeadersOf(options, granted?.token ?? null);
  const request = { body, headers: custom.sent, ...clientCertificateOf(options, claimed.endpointId) };
  let sent = await send(deps, claimed, request, { secret, secrets });
  for (const other of others) {
    if (!sent.response.ok || !signatureRejectedStatuses.has(sent.response.status)) break;
    sent = await send(deps, claimed, request, { secret: other, secrets });
  }
  const { response, headers } = sent;
  const isTokenRefused = response.ok && response.status === 401;
  if (oauth2 !== null && granted !== null && isTokenRefused) deps.tokens.drop(claimed.accountId, oauth2, granted.token);
  return {
    id: newId("att", startedAtMs),
    claimed,
    number: claimed.attempts + 1,
    startedAtMs,
    endedAtMs: deps.clock.nowMs() + claimed.clockOffsetMs,
    result: classifyResponse(response),
    address: response.address,
    timings: response.timings,
    requestHeaders: { ...custom.recorded, ...headers },
    response: response.ok
      ? { status: response.status, headers: response.headers, body: response.body.subarray(0, storedBodyBytes) }
      : null,
  };
}

/** The valid signing secrets, without those that cannot be decrypted. */
function readableSecrets(box: SecretBox, claimed: ClaimedDelivery, nowMs: number): string[] {
  const { secret, previousSecret, previousSecretEndsAtMs } = claimed;
  const isValid = previousSecret !== null && previousSecretEndsAtMs !== null && nowMs < previousSecretEndsAtMs;
  return [secret, ...(isValid ? [previousSecret] : [])].flatMap((sealed) => {
    try {
      return [box.open(sealed)];
    } catch {
      return [];
    }
  });
}

/** The custom headers and credentials; null if they cannot be decrypted. */
function readableOptions(box: SecretBox, { sealedOptions }: ClaimedDelivery): RequestOptions | null {
  try {
    return openOptions(box, sealedOptions);
  } catch {
    return null;
  }
}

/** No receiver could verify an unsigned request. */
const secretUnreadable = {
  outcome: "failed_secret_unreadable",
  reason:
    "No request was sent: this endpoint's signing secret, or its custom headers and credentials, cannot be decrypted. Rotate the secret, or set them again.",
} as const;

/** A failed attempt without a request. */
function unsentAttempt(
  claimed: ClaimedDelivery,
  startedAtMs: number,
  endedAtMs: number,
  result: AttemptResult,
): Attempt {
  return {
    id: newId("att", startedAtMs),
    claimed,
    number: claimed.attempts + 1,
    startedAtMs,
    endedAtMs,
    result,
    address: null,
    timings: { dnsMs: null, connectMs: null, firstByteMs: null, totalMs: endedAtMs - startedAtMs },
    requestHeaders: {},
    response: null,
  };
}

/** Parts of a request that are the same with each secret. */
interface UnsignedRequest {
  body: string;
  headers: Readonly<Record<string, string>>;
  clientCertificate?: ClientCertificate;
}

async function send(
  { client, clock }: AttemptDeps,
  { id: deliveryId, accountId, url, event, attempts }: ClaimedDelivery,
  { body, headers: customHeaders, clientCertificate }: UnsignedRequest,
  secrets: { secret: string; secrets: readonly string[] },
): Promise<{ response: GuardedResponse | GuardedFailure; headers: Record<string, string> }> {
  const message = { deliveryId, type: event.type, attempt: attempts + 1, body, nowMs: clock.nowMs() };
  const headers = signDeliveryHeaders({ ...message, ...secrets });
  const traceparent = currentTraceparent();
  const sent = { ...customHeaders, ...headers, ...(traceparent === undefined ? {} : { traceparent }) };
  const request = { accountId, method: "POST" as const, url, headers: sent, body };
  return { response: await client.send({ ...request, ...(clientCertificate && { clientCertificate }) }), headers };
}
