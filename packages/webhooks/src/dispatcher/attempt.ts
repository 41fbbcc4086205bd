import { formatInstant, newId } from "@wayfare/contract";
import type { GuardedAnswer, GuardedClient, GuardedFailure } from "@wayfare/egress";
import type { SecretBox } from "../signing/secrets.ts";
import { signDelivery } from "../signing/signature.ts";
import type { Claimed } from "./claimed.ts";
import { judge, type Verdict } from "./judge.ts";

/** One try of a delivery, as it is kept. */
export interface Attempt {
  id: string;
  claimed: Claimed;
  number: number;
  /** In the clock of the data. */
  startedAtMs: number;
  endedAtMs: number;
  verdict: Verdict;
  address: string | null;
  timings: Record<string, number | null>;
  requestHeaders: Record<string, string>;
  response: { status: number; headers: Record<string, string>; body: Uint8Array } | null;
}

export interface AttemptParts {
  client: GuardedClient;
  box: SecretBox;
  clock: { nowMs(): number };
}

/** Bytes of an answer that are kept. */
const keptBodyBytes = 16_384;

/** Answers that may mean that the subscriber does not know the new secret yet. */
const refusals = new Set([400, 401, 403]);

/**
 * Sends a delivery once. While two secrets are valid, a refusal is retried with the other one as the same attempt. If no secret can be read, the
 * attempt fails without a request.
 */
export async function attemptDelivery(parts: AttemptParts, claimed: Claimed): Promise<Attempt> {
  const startedAtMs = parts.clock.nowMs() + claimed.clockOffsetMs;
  const body = renderBody(claimed);
  const [secret, ...others] = readableSecrets(parts.box, claimed, startedAtMs);
  if (secret === undefined) return unsentAttempt(claimed, startedAtMs);
  let sent = await send(parts, claimed, body, secret);
  for (const other of others) {
    if (!sent.answer.ok || !refusals.has(sent.answer.status)) break;
    sent = await send(parts, claimed, body, other);
  }
  const { answer, headers } = sent;
  return {
    id: newId("att", startedAtMs),
    claimed,
    number: claimed.attempts + 1,
    startedAtMs,
    endedAtMs: parts.clock.nowMs() + claimed.clockOffsetMs,
    verdict: judge(answer),
    address: answer.address,
    timings: answer.timings,
    requestHeaders: headers,
    response: answer.ok
      ? { status: answer.status, headers: answer.headers, body: answer.body.subarray(0, keptBodyBytes) }
      : null,
  };
}

/** The signing secrets that are valid now, without those that cannot be opened. */
function readableSecrets(box: SecretBox, claimed: Claimed, nowMs: number): string[] {
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

/** A failed attempt that sent nothing, because no receiver could verify it. */
function unsentAttempt(claimed: Claimed, atMs: number): Attempt {
  return {
    id: newId("att", atMs),
    claimed,
    number: claimed.attempts + 1,
    startedAtMs: atMs,
    endedAtMs: atMs,
    verdict: {
      outcome: "failed_secret_unreadable",
      reason:
        "Nothing was sent: the signing secret of this endpoint cannot be read. Rotate the secret to get a new one.",
    },
    address: null,
    timings: { dnsMs: null, connectMs: null, firstByteMs: null, totalMs: 0 },
    requestHeaders: {},
    response: null,
  };
}

/** The body of every attempt of a delivery is the same, byte by byte. */
function renderBody({ id, event, environment }: Claimed): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    createdAt: formatInstant(event.createdAtMs),
    environment,
    apiVersion: "v1",
    deliveryId: id,
    data: event.data,
  });
}

async function send(
  { client, clock }: AttemptParts,
  { id, accountId, url, event, attempts }: Claimed,
  body: string,
  secret: string,
): Promise<{ answer: GuardedAnswer | GuardedFailure; headers: Record<string, string> }> {
  // The time on the wall, whatever the clock of the data says: receivers compare it with their own.
  const timestampSeconds = Math.floor(clock.nowMs() / 1000);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Wayfare-Webhooks/1",
    "svc-event": event.type,
    "svc-delivery-id": id,
    "svc-attempt": String(attempts + 1),
    "svc-signature": signDelivery(secret, body, timestampSeconds),
  };
  return { answer: await client.send({ accountId, method: "POST", url, headers, body }), headers };
}
