import {
  formatInstant,
  isId,
  type LoggedRequest,
  type Operation,
  type Partition,
  type RowScope,
} from "@wayfare/contract";
import { applicationCondition, type Queryable } from "@wayfare/database";
import type { RequestQuery } from "./log.ts";
import type { RequestRecord } from "./record.ts";

export interface RequestRow {
  id: string;
  environment: Partition;
  at: Date;
  key_id: string;
  application_id: string | null;
  method: string;
  route: string;
  status: number | null;
  duration_ms: number;
  address: string;
  operation: Operation | null;
}

const columns = "id, environment, at, key_id, application_id, method, route, status, duration_ms, address, operation";

/** SQL condition for requests with an API key, not of portal users. */
export const isKeyCaller = "starts_with(key_id, 'ak_')";

/** Returns the ids of those records that are in the log and metered. */
export async function findCounted(db: Queryable, records: readonly RequestRecord[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT logged.id FROM requests logged
     JOIN unnest($1::text[], $2::text[], $3::text[]) AS given (id, account_id, environment)
       ON logged.id = given.id AND logged.account_id = given.account_id AND logged.environment = given.environment
     WHERE logged.operation IS NOT NULL ORDER BY logged.id LIMIT $4`,
    [
      records.map(({ id }) => id),
      records.map(({ accountId }) => accountId),
      records.map(({ environment }) => environment),
      records.length,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Lists requests of an account's partition, newest first, after an id. */
export async function listRequests(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { filter, firstId, afterId, limit }: RequestQuery,
): Promise<LoggedRequest[]> {
  const [minStatus = null, maxStatus = null] = filter.statuses ?? [];
  const rows = await db.query<RequestRow>(
    `SELECT ${columns} FROM requests
     WHERE account_id = $1 AND environment = $2 AND id >= $3 AND ($4::text IS NULL OR id < $4) AND ($5::text IS NULL OR key_id = $5)
       AND ($6::text IS NULL OR route = $6) AND ($7::int IS NULL OR status BETWEEN $7 AND $8)
       AND ($10::text IS NULL OR ${isKeyCaller} = ($10 = 'key')) AND ${applicationCondition("$11")}
     ORDER BY id DESC LIMIT $9`,
    [
      accountId,
      environment,
      firstId,
      afterId,
      filter.keyId ?? null,
      filter.route ?? null,
      minStatus,
      maxStatus,
      limit,
      filter.callerType ?? null,
      applicationId,
    ],
  );
  return rows.map(toRequest);
}

/** Finds a request whose id is not below `firstId`. */
export async function findRequest(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { id, firstId }: { id: string; firstId: string },
): Promise<LoggedRequest | undefined> {
  const [row] = await db.query<RequestRow>(
    `SELECT ${columns} FROM requests WHERE id = $1 AND account_id = $2 AND environment = $3 AND id >= $4
       AND ${applicationCondition("$5")}`,
    [id, accountId, environment, firstId, applicationId],
  );
  return row && toRequest(row);
}

export function toRequest(row: RequestRow): LoggedRequest {
  return {
    id: row.id,
    createdAt: formatInstant(row.at.getTime()),
    environment: row.environment,
    ...callerOf(row.key_id),
    applicationId: row.application_id,
    method: row.method,
    route: row.route,
    status: row.status,
    durationMs: row.duration_ms,
    address: row.address,
    operation: row.operation,
  };
}

/** Splits the caller id of the log into key id and user id. */
function callerOf(id: string): Pick<LoggedRequest, "keyId" | "userId"> {
  return isId("usr", id) ? { keyId: null, userId: id } : { keyId: id, userId: null };
}

interface IdRange {
  firstId: string;
  /** Not included. */
  endId: string;
}

/** Counts the requests of all accounts in a range, by hour since 1970, oldest first. */
export function countRequestsByHour(db: Queryable, { firstId, endId }: IdRange) {
  return db.query<{ hour: number; requests: number }>(
    `SELECT floor(extract(epoch FROM at) / 3600)::int AS hour, count(*)::int AS requests FROM requests
     WHERE id >= $1 AND id < $2 GROUP BY 1 ORDER BY 1 LIMIT 10000`,
    [firstId, endId],
  );
}

/** Lists the records of all accounts in a range, oldest first. */
export async function listRecords(
  db: Queryable,
  { firstId, endId, limit }: IdRange & { limit: number },
): Promise<RequestRecord[]> {
  const rows = await db.query<RequestRow & { account_id: string }>(
    `SELECT ${columns}, account_id FROM requests WHERE id >= $1 AND id < $2 ORDER BY id LIMIT $3`,
    [firstId, endId, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    keyId: row.key_id,
    applicationId: row.application_id,
    method: row.method,
    route: row.route,
    status: row.status,
    durationMs: row.duration_ms,
    address: row.address,
    operation: row.operation,
  }));
}

/** Rows per statement, so that none takes long. */
const erasedRows = 10_000;

/** Deletes all requests of an account. */
export async function deleteRequestsOf(db: Queryable, accountId: string): Promise<void> {
  for (;;) {
    const deleted = await db.execute(
      `DELETE FROM requests WHERE account_id = $1 AND environment = ANY('{test,live}') AND id IN (
         SELECT id FROM requests WHERE account_id = $1 AND environment = ANY('{test,live}') ORDER BY id LIMIT $2
       )`,
      [accountId, erasedRows],
    );
    if (deleted < erasedRows) return;
  }
}

/** Removes the client addresses from all requests of a user or key. */
export async function blankAddressesOf(
  db: Queryable,
  { accountId, callerId }: { accountId: string; callerId: string },
): Promise<void> {
  for (;;) {
    const blanked = await db.execute(
      `UPDATE requests SET address = '' WHERE account_id = $1 AND environment = ANY('{test,live}') AND id IN (
         SELECT id FROM requests
         WHERE account_id = $1 AND environment = ANY('{test,live}') AND key_id = $2 AND address <> '' ORDER BY id LIMIT $3
       )`,
      [accountId, callerId, erasedRows],
    );
    if (blanked < erasedRows) return;
  }
}
