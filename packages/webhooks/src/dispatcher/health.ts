import { type EventType, formatInstant } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { cancelDeliveries } from "../endpoints/open-deliveries.ts";
import { recordEvent } from "../events/events.ts";
import type { Attempt } from "./attempt.ts";

const dayMs = 86_400_000;
/** After so long without a success the account is warned; after so long, and so many attempts, the endpoint is disabled. */
const warnAfterMs = dayMs;
const disableAfterMs = 5 * dayMs;
const disableAfterAttempts = 20;

interface EndpointHealth {
  id: string;
  account_id: string;
  environment: "test" | "live";
  application_id: string | null;
  url: string;
  failing_since: Date | null;
  failures: number;
  warned_at: Date | null;
}

/** What the attempts of one batch say of one endpoint. */
interface Tally {
  succeeded: boolean;
  failures: number;
  firstFailedAtMs: number;
  lastAtMs: number;
  gone: boolean;
}

/**
 * Notes how endpoints fare, warns of one that fails for long, and disables one that fails too long or wants nothing more.
 *
 * @param failing those that failed before; a success of any other changes nothing.
 */
export async function noteHealth(
  session: Session,
  attempts: readonly Attempt[],
  failing: ReadonlySet<string>,
): Promise<void> {
  const tallies = [...tallyByEndpoint(attempts)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, tally] of tallies) {
    if (!tally.succeeded || tally.gone) await noteFailures(session, id, tally);
    else if (failing.has(id)) await noteSuccesses(session, [id]);
  }
}

function tallyByEndpoint(attempts: readonly Attempt[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { claimed, verdict, endedAtMs } of attempts) {
    const tally = tallies.get(claimed.endpointId) ?? {
      succeeded: false,
      failures: 0,
      firstFailedAtMs: endedAtMs,
      lastAtMs: endedAtMs,
      gone: false,
    };
    tallies.set(claimed.endpointId, {
      succeeded: tally.succeeded || verdict.outcome === "delivered",
      failures: tally.failures + (verdict.outcome === "delivered" ? 0 : 1),
      firstFailedAtMs: Math.min(tally.firstFailedAtMs, endedAtMs),
      lastAtMs: Math.max(tally.lastAtMs, endedAtMs),
      gone: tally.gone || verdict.outcome === "gone",
    });
  }
  return tallies;
}

/** Ends the failure of endpoints that have answered; one that was disabled meanwhile keeps what it was disabled for. */
export async function noteSuccesses(session: Session, ids: Iterable<string>): Promise<void> {
  for (const id of [...ids].toSorted()) {
    await session.execute(
      `UPDATE webhook_endpoints SET failing_since = NULL, failures = 0, warned_at = NULL
       WHERE id = $1 AND failing_since IS NOT NULL AND status IN ('active', 'paused') AND deleted_at IS NULL`,
      [id],
      { name: "note-success" },
    );
  }
}

async function noteFailures(session: Session, id: string, tally: Tally): Promise<void> {
  const [endpoint] = await session.query<EndpointHealth>(
    `UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, $2), failures = failures + $3
     WHERE id = $1 AND status IN ('active', 'paused') AND deleted_at IS NULL
     RETURNING id, account_id, environment, application_id, url, failing_since, failures, warned_at`,
    [id, new Date(tally.firstFailedAtMs), tally.failures],
    { name: "note-failures" },
  );
  if (endpoint === undefined) return;
  const failingMs = tally.lastAtMs - (endpoint.failing_since?.getTime() ?? tally.lastAtMs);
  if (tally.gone) {
    await disable(session, endpoint, { reason: "It answered 410 Gone.", nowMs: tally.lastAtMs });
  } else if (failingMs >= disableAfterMs && endpoint.failures >= disableAfterAttempts) {
    await disable(session, endpoint, { reason: "Nothing could be delivered for five days.", nowMs: tally.lastAtMs });
  } else if (failingMs >= warnAfterMs && endpoint.warned_at === null) {
    await takeTurn(session);
    await session.execute("UPDATE webhook_endpoints SET warned_at = $2 WHERE id = $1", [id, new Date(tally.lastAtMs)]);
    await tell(session, endpoint, "webhook.failing", { nowMs: tally.lastAtMs, details: {} });
  }
}

/**
 * Its events stay and can be replayed; what is open is cancelled, also what somebody sends at this moment. Held as whoever deletes it holds it:
 * an event that is being written for it is there before, and none comes after.
 */
async function disable(
  session: Session,
  endpoint: EndpointHealth,
  { reason, nowMs }: { reason: string; nowMs: number },
): Promise<void> {
  await takeTurn(session);
  await session.query("SELECT id FROM webhook_endpoints WHERE id = $1 FOR UPDATE", [endpoint.id]);
  await session.execute(
    `UPDATE webhook_endpoints
     SET status = 'disabled', disabled_reason = $2, pending_url = NULL, challenge_due_at = NULL, challenge_ends_at = NULL
     WHERE id = $1`,
    [endpoint.id, reason],
  );
  const { id, account_id: accountId, environment } = endpoint;
  await cancelDeliveries(session, { id, accountId, environment }, nowMs);
  await tell(session, endpoint, "webhook.disabled", { nowMs, details: { reason } });
}

/** "telling" */
const lockKey = 0x74_65_6c_6c_69_6e_67n;

/**
 * Waits until nobody else warns or disables, and lets nobody until the transaction ends: each holds an endpoint, and its event needs the
 * account's others, which may be those that another holds.
 */
async function takeTurn(session: Session): Promise<void> {
  await session.query("SELECT pg_advisory_xact_lock($1)", [lockKey]);
}

function tell(
  session: Session,
  endpoint: EndpointHealth,
  type: EventType,
  { nowMs, details }: { nowMs: number; details: Record<string, unknown> },
): Promise<string> {
  const data = {
    webhookId: endpoint.id,
    url: endpoint.url,
    firstFailureAt: formatInstant(endpoint.failing_since?.getTime() ?? nowMs),
    failures: endpoint.failures,
    ...details,
  };
  return recordEvent(session, {
    accountId: endpoint.account_id,
    environment: endpoint.environment,
    applicationId: endpoint.application_id,
    type,
    data,
    nowMs,
    exceptEndpointId: endpoint.id,
  });
}
