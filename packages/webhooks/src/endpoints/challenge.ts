import { randomBytes } from "node:crypto";
import type { GuardedClient } from "@wayfare/egress";
import type { EndpointRecord } from "./record.ts";

/** Where challenges that have become due are announced. */
export const challengesChannel = "wayfare_challenges";

/** How long a challenge is tried again, and how often. */
const challengeMs = 60_000;
export const challengeEveryMs = 10_000;

/** A challenge that is due at once, on the wall's clock. */
export function firstChallenge(wallMs: number): { challengeDueAtMs: number; challengeEndsAtMs: number } {
  return { challengeDueAtMs: wallMs, challengeEndsAtMs: wallMs + challengeMs };
}

/** An endpoint that is challenged anew; one that is served goes on meanwhile, any other waits for its verification. */
export function challengeAnew(endpoint: EndpointRecord, wallMs: number): EndpointRecord {
  const challenged = { ...endpoint, ...firstChallenge(wallMs), challengeFailure: null };
  if (isServed(endpoint)) return challenged;
  return {
    ...challenged,
    status: "pending_verification",
    failingSinceMs: null,
    failures: 0,
    warnedAtMs: null,
    disabledReason: null,
  };
}

/** Whether the endpoint's url has answered a challenge and still counts. */
export function isServed({ status }: Pick<EndpointRecord, "status">): boolean {
  return status === "active" || status === "paused";
}

/** The url with the token in its query; what stands there already is kept as it is written. */
export function challengeUrlOf(url: string, token: string): string {
  const separator = url.includes("?") ? "&" : "?";
  return `${url}${/[?&]$/.test(url) ? "" : separator}challenge=${token}`;
}

/** Sends a challenge with a new token. Returns null if the subscriber echoed it, otherwise why not. */
export async function sendChallenge(
  client: Pick<GuardedClient, "send">,
  { accountId, url }: { accountId: string; url: string },
): Promise<string | null> {
  const token = randomBytes(32).toString("base64url");
  const answer = await client.send({
    accountId,
    method: "GET",
    url: challengeUrlOf(url, token),
    headers: { "svc-challenge": token, accept: "text/plain, application/json", "user-agent": "Wayfare-Webhooks/1" },
  });
  if (!answer.ok) return answer.detail;
  if (answer.status >= 300 && answer.status < 400) return `It answered ${answer.status}; redirects are not followed.`;
  if (answer.status !== 200) return `It answered ${answer.status} instead of 200.`;
  if (!answer.truncated && holdsToken(answer.body.toString("utf8"), token)) return null;
  return 'It answered 200, but its body is neither the token nor {"challenge":"<token>"}.';
}

function holdsToken(body: string, token: string): boolean {
  if (body.trim() === token) return true;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && "challenge" in value && value.challenge === token;
  } catch {
    return false;
  }
}
