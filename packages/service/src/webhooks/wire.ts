import { formatInstant, type Replay, type VerificationStarted, type Webhook } from "@wayfare/contract";
import type { EndpointRecord, MissedEvents, ReplayRecord } from "@wayfare/webhooks";

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

/** Converts an endpoint to its API form, without secrets. `nowMs` is in the clock of the data. */
export function toWireWebhook(endpoint: EndpointRecord, nowMs: number): Webhook {
  const endsAtMs = endpoint.previousSecretEndsAtMs;
  const isPreviousValid = endsAtMs !== null && nowMs < endsAtMs;
  return {
    id: endpoint.id,
    environment: endpoint.environment,
    url: endpoint.url,
    pendingUrl: endpoint.pendingUrl,
    events: endpoint.events,
    description: endpoint.description,
    status: endpoint.status,
    applicationId: endpoint.applicationId,
    maxPerSecond: endpoint.maxPerSecond,
    headerNames: endpoint.headerNames,
    authType: endpoint.authType,
    certificateExpiresAt: instantOrNull(endpoint.certificateExpiresAtMs),
    filter: endpoint.filter,
    ordered: endpoint.ordered,
    metadata: endpoint.metadata,
    challengeFailure: endpoint.challengeFailure,
    secretCreatedAt: formatInstant(endpoint.secretCreatedAtMs),
    previousSecretCreatedAt: isPreviousValid ? instantOrNull(endpoint.previousSecretCreatedAtMs) : null,
    previousSecretEndsAt: isPreviousValid ? formatInstant(endsAtMs) : null,
    firstFailureAt: instantOrNull(endpoint.failingSinceMs),
    failures: endpoint.failures,
    disabledReason: endpoint.disabledReason,
    createdAt: formatInstant(endpoint.createdAtMs),
  };
}

export function toWireMissed(missed: MissedEvents | null): VerificationStarted["missedEvents"] {
  if (missed === null) return null;
  const { fromMs, ...counts } = missed;
  return { from: formatInstant(fromMs), ...counts };
}

export function toWireReplay(replay: ReplayRecord): Replay {
  const { id, endpointId: webhookId, matched, matchedIsMinimum, replayed, status } = replay;
  const createdAt = formatInstant(replay.createdAtMs);
  const finishedAt = instantOrNull(replay.finishedAtMs);
  return { id, webhookId, matched, matchedIsMinimum, replayed, status, createdAt, finishedAt };
}
