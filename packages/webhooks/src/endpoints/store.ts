import { type AccountScope, type Metadata, newId, type RowScope } from "@wayfare/contract";
import { applicationCondition, containsText, json, type Parameter, type Queryable } from "@wayfare/database";
import { challengesChannel, newChallenge } from "./challenge.ts";
import { type EndpointRecord, type EndpointRow, endpointColumns, toEndpointRecord } from "./record.ts";

/** Options of an endpoint besides its URL and events. */
type EndpointOptions = Pick<
  EndpointRecord,
  "sealedOptions" | "headerNames" | "authType" | "certificateExpiresAtMs" | "filter" | "filterPath" | "ordered"
>;

const noOptions: EndpointOptions = {
  sealedOptions: null,
  headerNames: [],
  authType: null,
  certificateExpiresAtMs: null,
  filter: null,
  filterPath: null,
  ordered: false,
};

export interface NewEndpoint extends RowScope {
  options?: EndpointOptions;
  url: string;
  events: readonly string[];
  description: string;
  maxPerSecond: number | null;
  metadata?: Metadata;
  /** Encrypted. */
  secret: Uint8Array;
  /** On the data clock. */
  nowMs: number;
  /** In real time. */
  wallMs: number;
}

const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

function optionValues(options: EndpointOptions): Parameter[] {
  const { sealedOptions, headerNames, authType, certificateExpiresAtMs, filter, filterPath, ordered } = options;
  const filterValue = filter === null ? null : json(filter);
  return [sealedOptions, headerNames, authType, filterValue, filterPath, ordered, dateOrNull(certificateExpiresAtMs)];
}

/** Inserts an endpoint with a challenge that is due now. */
export async function insertEndpoint(db: Queryable, endpoint: NewEndpoint): Promise<EndpointRecord> {
  const { challengeDueAtMs, challengeEndsAtMs } = newChallenge(endpoint.wallMs);
  const [row] = await db.query<EndpointRow>(
    `INSERT INTO webhook_endpoints
       (id, account_id, environment, application_id, url, description, events, status, secret, challenge_due_at, challenge_ends_at, created_at, secret_created_at,
        max_per_second, metadata, sealed_options, header_names, auth_type, filter, filter_path, ordered, certificate_expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending_verification', $8, $9, $10, $11, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) RETURNING ${endpointColumns}`,
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
      ...optionValues(endpoint.options ?? noOptions),
    ],
  );
  if (!row) throw new Error("inserted webhook endpoint was not returned");
  await notifyChallenge(db);
  return toEndpointRecord(row);
}

/** Notifies the processes that send challenges when the transaction commits. */
export async function notifyChallenge(db: Queryable): Promise<void> {
  await db.query("SELECT pg_notify($1, '')", [challengesChannel]);
}

/**
 * Finds an endpoint that is not deleted.
 *
 * @param lock `share` prevents changes of the endpoint until the transaction ends. `update` also prevents concurrent locks and new
 *   deliveries: deliveries inserted earlier are visible, later ones see the change.
 */
export async function findEndpoint(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  lock: "share" | "update" | "none" = "none",
): Promise<EndpointRecord | undefined> {
  const locks = { none: "", share: " FOR SHARE", update: " FOR UPDATE" };
  const [row] = await db.query<EndpointRow>(
    `SELECT ${endpointColumns} FROM webhook_endpoints
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND deleted_at IS NULL
       AND ${applicationCondition("$4")}${locks[lock]}`,
    [id, accountId, environment, applicationId],
  );
  return row && toEndpointRecord(row);
}

/** Lists the endpoints of an account and environment, newest first, after an id. */
export async function listEndpoints(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { search, afterId, limit }: { search?: string | undefined; afterId: string | null; limit: number },
): Promise<EndpointRecord[]> {
  const rows = await db.query<EndpointRow>(
    `SELECT ${endpointColumns} FROM webhook_endpoints
     WHERE account_id = $1 AND environment = $2 AND deleted_at IS NULL AND ($3::text IS NULL OR id < $3)
       AND ${applicationCondition("$5")} AND ${containsText("$6", ["url", "description", "id"])}
     ORDER BY id DESC LIMIT $4`,
    [accountId, environment, afterId, limit, applicationId, search ?? null],
  );
  return rows.map(toEndpointRecord);
}

/** Counts the endpoints of an account and environment. Locks the account, so that concurrent creations are serialized. */
export async function countEndpoints(db: Queryable, { accountId, environment }: AccountScope): Promise<number> {
  await db.query("SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [accountId]);
  const [row] = await db.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM webhook_endpoints WHERE account_id = $1 AND environment = $2 AND deleted_at IS NULL",
    [accountId, environment],
  );
  return row?.count ?? 0;
}

/** Returns the ids of an application's endpoints, in order. */
export async function listEndpointsOfApplication(
  db: Queryable,
  { accountId, environment }: AccountScope,
  applicationId: string,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM webhook_endpoints
     WHERE account_id = $1 AND environment = $2 AND application_id = $3 AND deleted_at IS NULL ORDER BY id LIMIT 1000`,
    [accountId, environment, applicationId],
  );
  return rows.map(({ id }) => id);
}

/** Updates an endpoint that was locked with `update`. */
export async function updateEndpoint(db: Queryable, endpoint: EndpointRecord): Promise<void> {
  await db.execute(
    `UPDATE webhook_endpoints SET
       url = $4, pending_url = $5, description = $6, events = $7, status = $8, secret = $9, previous_secret = $10,
       previous_secret_ends_at = $11, challenge_due_at = $12, challenge_ends_at = $13, challenge_failure = $14, failing_since = $15,
       failures = $16, warned_at = $17, disabled_reason = $18, max_per_second = $19, metadata = $20,
       secret_created_at = $21, previous_secret_created_at = $22, sealed_options = $23, header_names = $24, auth_type = $25, filter = $26,
       filter_path = $27, ordered = $28, certificate_expires_at = $29
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
      new Date(endpoint.secretCreatedAtMs),
      dateOrNull(endpoint.previousSecretCreatedAtMs),
      ...optionValues(endpoint),
    ],
  );
}

/** Marks an endpoint that was locked with `update` as deleted and ends its challenge. */
export async function markEndpointDeleted(
  db: Queryable,
  { id, accountId, environment }: EndpointRecord,
  nowMs: number,
): Promise<void> {
  await db.execute(
    `UPDATE webhook_endpoints SET deleted_at = $4, pending_url = NULL, challenge_due_at = NULL, challenge_ends_at = NULL
     WHERE id = $1 AND account_id = $2 AND environment = $3`,
    [id, accountId, environment, new Date(nowMs)],
  );
}
