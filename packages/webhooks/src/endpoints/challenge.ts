import { randomBytes } from "node:crypto";
import type { ClientCertificate, GuardedClient } from "@wayfare/egress";
import type { EndpointRecord } from "./record.ts";

/** Notification channel of due challenges. */
export const challengesChannel = "wayfare_challenges";

/** Lifetime of a challenge, and the interval of its retries. */
const challengeMs = 60_000;
export const challengeRetryMs = 10_000;

/** Returns the times of a challenge that is due now, in real time. */
export function newChallenge(nowMs: number): { challengeDueAtMs: number; challengeEndsAtMs: number } {
  return { challengeDueAtMs: nowMs, challengeEndsAtMs: nowMs + challengeMs };
}

/**
 * Returns the endpoint with a new challenge. A verified endpoint keeps receiving deliveries; any other becomes `pending_verification`.
 *
 * @param nowMs in real time.
 */
export function restartChallenge(endpoint: EndpointRecord, nowMs: number): EndpointRecord {
  const challenged = { ...endpoint, ...newChallenge(nowMs), challengeFailure: null };
  if (isVerified(endpoint)) return challenged;
  return {
    ...challenged,
    status: "pending_verification",
    failingSinceMs: null,
    failures: 0,
    warnedAtMs: null,
    disabledReason: null,
  };
}

/** True if the endpoint has passed its challenge and is not disabled. */
export function isVerified({ status }: Pick<EndpointRecord, "status">): boolean {
  return status === "active" || status === "paused";
}

/** Appends the token to the query of a URL. The existing query is kept unchanged. */
export function buildChallengeUrl(url: string, token: string): string {
  const separator = url.includes("?") ? "&" : "?";
  return `${url}${/[?&]$/.test(url) ? "" : separator}challenge=${token}`;
}

interface ChallengedEndpoint {
  accountId: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  clientCertificate?: ClientCertificate;
}

/** Sends a challenge with a new token. Returns null if the endpoint echoed the token, otherwise the reason of the failure. */
export async function sendChallenge(
  client: Pick<GuardedClient, "send">,
  { accountId, url, headers = {}, clientCertificate }: ChallengedEndpoint,
): Promise<string | null> {
  const token = randomBytes(32).toString("base64url");
  const response = await client.send({
    accountId,
    method: "GET",
    url: buildChallengeUrl(url, token),
    headers: {
      ...headers,
      "svc-challenge": token,
      accept: "text/plain, application/json",
      "user-agent": "Wayfare-Webhooks/1",
    },
    ...(clientCertificate && { clientCertificate }),
  });
  if (!response.ok) return response.detail;
  const { status, truncated, body } = response;
  if (status >= 300 && status < 400) return `Endpoint returned ${status}. Redirects are not followed.`;
  const isEmpty = status >= 200 && status < 300 && body.length === 0;
  if (isEmpty) return `Endpoint returned ${status} without a body. ${jsonNeeded}`;
  if (status !== 200) return `Endpoint returned ${status} instead of 200.`;
  if (!truncated && containsToken(body.toString("utf8"), token)) return null;
  return 'Endpoint returned 200, but the body is neither the token nor {"challenge":"<token>"}.';
}

/** An endpoint that answers everything without a body would fail every delivery too. */
const jsonNeeded =
  "Respond to the challenge with 200 and the token, and to deliveries with a 2xx and JSON, such as {}: an empty body is not JSON.";

function containsToken(body: string, token: string): boolean {
  if (body.trim() === token) return true;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && "challenge" in value && value.challenge === token;
  } catch {
    return false;
  }
}
