import { type Metadata, newId, type Owner, type RowScope } from "@wayfare/contract";
import { json, ofApplication, type Session } from "@wayfare/database";
import { challengesChannel, firstChallenge } from "./challenge.ts";
import { type EndpointRecord, type EndpointRow, endpointColumns, toEndpointRecord } from "./record.ts";

export interface NewEndpoint extends RowScope {
  url: string;
  events: readonly string[];
  description: string;
  maxPerSecond: number | null;
  metadata?: Metadata;
  /** Sealed. */
  secret: Uint8Array;
  /** In the clock of the data. */
  nowMs: number;
  /** On the wall's clock. */
  wallMs: number;
}

const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Makes an endpoint whose challenge is due at once. */
export async function insertEndpoint(session: Session, endpoint: NewEndpoint): Promise<EndpointRecord> {
  const { challengeDueAtMs, challengeEndsAtMs } = firstChallenge(endpoint.wallMs);
  const [row] = await session.query<EndpointRow>(
    `INSERT INTO webhook_endpoints
       (id, account_id, environment, application_id, url, description, events, status, secret, challenge_due_at, challenge_ends_at, created_at, max_per_second,
        metadata)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending_verification', $8, $9, $10, $11, $12, $13) RETURNING ${endpointColumns}`,
    [
      newId("whk", endpoint.nowMs),
      endpoint.accountId,
      endpoint.environment,
      endpoint.applicationId,
      endpoint.url,
      endpoint.description,
      [...endpoint.events],
      endpoint.secret,
      new Date(challengeDueAtMs),
      new Date(challengeEndsAtMs),
      new Date(endpoint.nowMs),
      endpoint.maxPerSecond,
      json(endpoint.metadata ?? {}),
    ],
  );
  if (!row) throw new Error("an endpoint that was inserted did not come back");
  await announceChallenge(session);
  return toEndpointRecord(row);
}

/** Wakes those who send challenges, once the transaction has committed. */
export async function announceChallenge(session: Session): Promise<void> {
  await session.query("SELECT pg_notify($1, '')", [challengesChannel]);
}

/**
 * An endpoint that has not been deleted. With `share`, its state stays until the transaction ends; with `update`, nobody else changes it,
 * and nobody makes a delivery for it: what was made before is visible, what comes later sees the change.
 */
export async function findEndpoint(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  lock: "share" | "update" | "none" = "none",
): Promise<EndpointRecord | undefined> {
  const locks = { none: "", share: " FOR SHARE", update: " FOR UPDATE" };
  const [row] = await session.query<EndpointRow>(
    `SELECT ${endpointColumns} FROM webhook_endpoints
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND deleted_at IS NULL
       AND ${ofApplication("$4")}${locks[lock]}`,
    [id, accountId, environment, applicationId],
  );
  return row && toEndpointRecord(row);
}

/** Endpoints of an account and partition, newest first, from behind an id on. */
export async function listEndpoints(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<EndpointRecord[]> {
  const rows = await session.query<EndpointRow>(
    `SELECT ${endpointColumns} FROM webhook_endpoints
     WHERE account_id = $1 AND environment = $2 AND deleted_at IS NULL AND ($3::text IS NULL OR id < $3)
       AND ${ofApplication("$5")}
     ORDER BY id DESC LIMIT $4`,
    [accountId, environment, afterId, limit, applicationId],
  );
  return rows.map(toEndpointRecord);
}

/** How many endpoints an account and partition has; until the transaction ends, nobody else who counts makes one. */
export async function countEndpoints(session: Session, { accountId, environment }: Owner): Promise<number> {
  await session.query("SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [accountId]);
  const [row] = await session.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM webhook_endpoints WHERE account_id = $1 AND environment = $2 AND deleted_at IS NULL",
    [accountId, environment],
  );
  return row?.count ?? 0;
}

/** The endpoints of an application, in the order of their ids. */
export async function listEndpointsOfApplication(
  session: Session,
  { accountId, environment }: Owner,
  applicationId: string,
): Promise<string[]> {
  const rows = await session.query<{ id: string }>(
    `SELECT id FROM webhook_endpoints
     WHERE account_id = $1 AND environment = $2 AND application_id = $3 AND deleted_at IS NULL ORDER BY id LIMIT 1000`,
    [accountId, environment, applicationId],
  );
  return rows.map(({ id }) => id);
}

/** Writes an endpoint that was found for update. */
export async function updateEndpoint(session: Session, endpoint: EndpointRecord): Promise<void> {
  await session.execute(
    `UPDATE webhook_endpoints SET
       url = $4, pending_url = $5, description = $6, events = $7, status = $8, secret = $9, previous_secret = $10,
       previous_secret_ends_at = $11, challenge_due_at = $12, challenge_ends_at = $13, challenge_failure = $14, failing_since = $15,
       failures = $16, warned_at = $17, disabled_reason = $18, max_per_second = $19, metadata = $20
     WHERE id = $1 AND account_id = $2 AND environment = $3`,
    [
      endpoint.id,
      endpoint.accountId,
      endpoint.environment,
      endpoint.url,
      endpoint.pendingUrl,
      endpoint.description,
      endpoint.events,
      endpoint.status,
      endpoint.secret,
      endpoint.previousSecret,
      dateOrNull(endpoint.previousSecretEndsAtMs),
      dateOrNull(endpoint.challengeDueAtMs),
      dateOrNull(endpoint.challengeEndsAtMs),
      endpoint.challengeFailure,
      dateOrNull(endpoint.failingSinceMs),
      endpoint.failures,
      dateOrNull(endpoint.warnedAtMs),
      endpoint.disabledReason,
      endpoint.maxPerSecond,
      json(endpoint.metadata),
    ],
  );
}

/** Marks an endpoint that was found for update as deleted; nothing is sent to it any more, challenges included. */
export async function markEndpointDeleted(
  session: Session,
  { id, accountId, environment }: EndpointRecord,
  nowMs: number,
): Promise<void> {
  await session.execute(
    `UPDATE webhook_endpoints SET deleted_at = $4, pending_url = NULL, challenge_due_at = NULL, challenge_ends_at = NULL
     WHERE id = $1 AND account_id = $2 AND environment = $3`,
    [id, accountId, environment, new Date(nowMs)],
  );
}
