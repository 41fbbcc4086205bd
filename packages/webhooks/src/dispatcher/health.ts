import { type EventType, formatInstant } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { cancelDeliveries } from "../endpoints/open-deliveries.ts";
import { recordEvent } from "../events/events.ts";
import type { Attempt } from "./attempt.ts";

const dayMs = 86_400_000;
/** Time without a success until `webhook.failing` is sent; time and number of attempts until the endpoint is disabled. */
const warnAfterMs = dayMs;
const disableAfterMs = 5 * dayMs;
const disableAfterAttempts = 20;

/** An endpoint that is failing or was disabled, for a notice to the people of its account. */
export interface EndpointAlert {
  kind: "failing" | "disabled";
  accountId: string;
  environment: "test" | "live";
  webhookId: string;
  url: string;
  firstFailedAtMs: number;
  failures: number;
  /** Reason of a disabled endpoint. */
  reason: string | null;
  nowMs: number;
}

/** Called in the transaction that records the change. */
export type OnEndpointAlert = (db: Queryable, alert: EndpointAlert) => Promise<void>;

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

/** Attempts of one endpoint in a batch, summed up. */
interface Tally {
  succeeded: boolean;
  failures: number;
  firstFailedAtMs: number;
  lastAtMs: number;
  isGone: boolean;
}

/**
 * Records successes and failures of endpoints, sends `webhook.failing` for an endpoint that has failed for a day, and disables an endpoint
 * that has failed for too long or returned 410.
 *
 * @param failing endpoints that had been failing; a success of any other changes nothing.
 */
export async function recordHealth(
  db: Queryable,
  attempts: readonly Attempt[],
  failing: ReadonlySet<string>,
  onAlert?: OnEndpointAlert,
): Promise<void> {
  const tallies = [...tallyByEndpoint(attempts)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, tally] of tallies) {
    if (!tally.succeeded || tally.isGone) await recordFailures(db, id, tally, onAlert);
    else if (failing.has(id)) await recordSuccesses(db, [id]);
  }
}

function tallyByEndpoint(attempts: readonly Attempt[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { claimed, result, endedAtMs } of attempts) {
    const tally = tallies.get(claimed.endpointId) ?? {
      succeeded: false,
      failures: 0,
      firstFailedAtMs: endedAtMs,
      lastAtMs: endedAtMs,
      isGone: false,
    };
    tallies.set(claimed.endpointId, {
      succeeded: tally.succeeded || result.outcome === "delivered",
      failures: tally.failures + (result.outcome === "delivered" ? 0 : 1),
      firstFailedAtMs: Math.min(tally.firstFailedAtMs, endedAtMs),
      lastAtMs: Math.max(tally.lastAtMs, endedAtMs),
      isGone: tally.isGone || result.outcome === "gone",
    });
  }
  return tallies;
}

/** Resets the failure counters of endpoints. A disabled endpoint keeps its counters and its reason. */
export async function recordSuccesses(db: Queryable, ids: Iterable<string>): Promise<void> {
  for (const id of [...ids].toSorted()) {
    await db.execute(
      `UPDATE webhook_endpoints SET failing_since = NULL, failures = 0, warned_at = NULL
       WHERE id = $1 AND failing_since IS NOT NULL AND status IN ('active', 'paused') AND deleted_at IS NULL`,
      [id],
      { name: "record-success" },
    );
  }
}

async function recordFailures(
  db: Queryable,
  id: string,
  tally: Tally,
  onAlert: OnEndpointAlert | undefined,
): Promise<void> {
  const [endpoint] = await db.query<EndpointHealth>(
    `UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, $2), failures = failures + $3
     WHERE id = $1 AND status IN ('active', 'paused') AND deleted_at IS NULL
     RETURNING id, account_id, environment, application_id, url, failing_since, failures, warned_at`,
    [id, new Date(tally.firstFailedAtMs), tally.failures],
    { name: "record-failures" },
  );
  if (endpoint === undefined) return;
  const failingMs = tally.lastAtMs - (endpoint.failing_since?.getTime() ?? tally.lastAtMs);
  const disableFor = async (reason: string): Promise<void> => {
    await disable(db, endpoint, { reason, nowMs: tally.lastAtMs });
    await onAlert?.(db, toAlert(endpoint, { kind: "disabled", reason, nowMs: tally.lastAtMs }));
  };
  if (tally.isGone) {
    await disableFor("Endpoint returned 410 Gone.");
  } else if (failingMs >= disableAfterMs && endpoint.failures >= disableAfterAttempts) {
    await disableFor("All deliveries failed for 5 days.");
  } else if (failingMs >= warnAfterMs && endpoint.warned_at === null) {
    await lockHealthEvents(db);
    await db.execute("UPDATE webhook_endpoints SET warned_at = $2 WHERE id = $1", [id, new Date(tally.lastAtMs)]);
    await recordHealthEvent(db, endpoint, "webhook.failing", { nowMs: tally.lastAtMs, details: {} });
    await onAlert?.(db, toAlert(endpoint, { kind: "failing", reason: null, nowMs: tally.lastAtMs }));
  }
}

function toAlert(endpoint: EndpointHealth, change: Pick<EndpointAlert, "kind" | "reason" | "nowMs">): EndpointAlert {
  const { id: webhookId, account_id: accountId, environment, url, failures } = endpoint;
  const firstFailedAtMs = endpoint.failing_since?.getTime() ?? change.nowMs;
  return { ...change, accountId, environment, webhookId, url, failures, firstFailedAtMs };
}

/**
 * Disables an endpoint and cancels its open deliveries, including those in flight; its events stay and can be replayed. Takes the same row
 * lock as a deletion: a delivery that is being inserted is committed first and cancelled too, and none is inserted later.
 */
async function disable(
  db: Queryable,
  endpoint: EndpointHealth,
  { reason, nowMs }: { reason: string; nowMs: number },
): Promise<void> {
  await lockHealthEvents(db);
  await db.query("SELECT id FROM webhook_endpoints WHERE id = $1 FOR UPDATE", [endpoint.id]);
  await db.execute(
    `UPDATE webhook_endpoints
     SET status = 'disabled', disabled_reason = $2, pending_url = NULL, challenge_due_at = NULL, challenge_ends_at = NULL
     WHERE id = $1`,
    [endpoint.id, reason],
  );
  const { id, account_id: accountId, environment } = endpoint;
  await cancelDeliveries(db, { id, accountId, environment }, nowMs);
  await recordHealthEvent(db, endpoint, "webhook.disabled", { nowMs, details: { reason } });
}

/** "telling" in ASCII. */
const lockKey = 0x74_65_6c_6c_69_6e_67n;

/**
 * Serializes transactions that record health events. Each holds the lock of one endpoint, and its event needs locks of the account's other
 * endpoints, which would deadlock.
 */
async function lockHealthEvents(db: Queryable): Promise<void> {
  await db.query("SELECT pg_advisory_xact_lock($1)", [lockKey]);
}

function recordHealthEvent(
  db: Queryable,
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
  return recordEvent(db, {
    accountId: endpoint.account_id,
    environment: endpoint.environment,
    applicationId: endpoint.application_id,
    type,
    data,
    nowMs,
    exceptEndpointId: endpoint.id,
  });
}
