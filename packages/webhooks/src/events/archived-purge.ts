import { formatInstant, idTimeMs, newId } from "@wayfare/contract";
import type { Database, Queryable } from "@wayfare/database";

/** An attempt without the receiver's response, which can contain personal data of travelers. */
interface ArchivedAttempt {
  id: string;
  number: number;
  startedAt: string;
  status: string;
  reason: string;
  responseStatus: number | null;
  address: string | null;
  timings: Record<string, unknown>;
  requestHeaders: Record<string, unknown>;
}

/** A delivery that has ended and is about to be deleted, with its attempts, oldest first. */
interface FinishedDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: string;
  createdAt: string;
  finishedAt: string;
  attempts: readonly ArchivedAttempt[];
}

/** Deliveries of one account and environment that were created on one UTC day and finished on one, in order of id. */
export interface DeliveryBatch {
  accountId: string;
  environment: "test" | "live";
  /** Day on which the deliveries were created, such as `2026-11-21`. */
  day: string;
  deliveries: readonly FinishedDelivery[];
}

/** Keeps the attempts of deliveries that are deleted. */
export interface DeliveryArchive {
  /** Resolves when the batch is stored; a batch that is written again replaces itself. */
  write(batch: DeliveryBatch, signal: AbortSignal): Promise<void>;
}

/** An archive, and a signal that stops a write and the batches after it. */
export interface Archiving {
  archive: DeliveryArchive;
  signal: AbortSignal;
}

/** Ids of deliveries, and the day on which all of them finished. */
export interface ArchivedIds {
  ids: readonly string[];
  finishedFrom: Date;
  finishedBefore: Date;
}

interface ArchivedPurgeOptions extends Archiving {
  /** Deletes deliveries that finished before this time, the start of a UTC day. */
  beforeMs: number;
  /** Account whose test deliveries are purged; null for all deliveries. */
  testAccountId: string | null;
  /** Deletes the deliveries of a stored batch that still have these times. Returns their number. */
  remove(archived: ArchivedIds): Promise<number>;
}

const dayMs = 86_400_000;
/** Deliveries of an object. */
const batchSize = 500;

/**
 * Deletes finished deliveries, each batch after the archive has stored it. No delivery joins a day that is over, so a batch depends only on
 * its first delivery: a process that replaces a killed one, or runs at the same time, writes the same batch again. The exception is a
 * delivery that was retried by hand in between; its attempts are then in two objects.
 *
 * @returns the number of deleted deliveries.
 */
export async function purgeArchived(database: Database, options: ArchivedPurgeOptions): Promise<number> {
  let total = 0;
  for (let afterId = ""; !options.signal.aborted; ) {
    const oldest = await findOldest(database, options, afterId);
    if (oldest === undefined) break;
    const finishedFromMs = startOfDay(oldest.finished_at.getTime());
    const finished = { finishedFrom: new Date(finishedFromMs), finishedBefore: new Date(finishedFromMs + dayMs) };
    const batch = await readBatch(database, oldest, finished);
    // Another process can have archived and deleted it.
    if (batch.deliveries.length > 0) await options.archive.write(batch, options.signal);
    total += await options.remove({ ids: batch.deliveries.map(({ id }) => id), ...finished });
    // The search does not start at dead index entries. The rest of the account's day has greater ids.
    afterId = oldest.id;
  }
  return total;
}

interface Oldest {
  id: string;
  account_id: string;
  environment: "test" | "live";
  finished_at: Date;
}

/**
 * Returns the time at which the first delivery that is not archived was due to be; null if none is due. A run of the purge starts with that
 * delivery, so its time does not change while the archive fails.
 */
export async function findArchiveDueMs(
  database: Queryable,
  { nowMs, retentionMs }: { nowMs: number; retentionMs: number },
): Promise<number | null> {
  const beforeMs = startOfDay(nowMs - retentionMs);
  const oldest = await findOldest(database, { beforeMs, testAccountId: null }, "");
  return oldest === undefined ? null : startOfDay(oldest.finished_at.getTime()) + dayMs + retentionMs;
}

async function findOldest(
  database: Queryable,
  { beforeMs, testAccountId }: Pick<ArchivedPurgeOptions, "beforeMs" | "testAccountId">,
  afterId: string,
): Promise<Oldest | undefined> {
  const [row] = await database.query<Oldest>(
    `SELECT id, account_id, environment, finished_at FROM deliveries
     WHERE id > $1 AND id < $2 AND finished_at < $3 AND ($4::text IS NULL OR account_id = $4 AND environment = 'test')
     ORDER BY id LIMIT 1`,
    [afterId, firstDeliveryIdAt(beforeMs), new Date(beforeMs), testAccountId],
  );
  return row;
}

interface BatchRow {
  delivery_id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: string;
  created_at: Date;
  finished_at: Date;
  /** Null for a delivery that was cancelled before its first attempt, and so are the columns below. */
  id: string | null;
  number: number;
  started_at: Date;
  outcome: string;
  reason: string;
  response_status: number | null;
  address: string | null;
  timings: Record<string, unknown>;
  request_headers: Record<string, unknown>;
}

/** Reads deliveries and attempts in one snapshot: a process that has archived the same batch can delete them at any time. */
async function readBatch(
  database: Database,
  { id: firstId, account_id: accountId, environment }: Oldest,
  { finishedFrom, finishedBefore }: Pick<ArchivedIds, "finishedFrom" | "finishedBefore">,
): Promise<DeliveryBatch> {
  const dayStartMs = startOfDay(idTimeMs(firstId));
  const rows = await database.query<BatchRow>(
    `SELECT batch.id AS delivery_id, endpoint_id, event_id, event_type, batch.status, created_at, finished_at,
       attempt.id, number, started_at, outcome, reason, response_status, address, timings, request_headers
     FROM (
       SELECT id, endpoint_id, event_id, event_type, status, created_at, finished_at FROM deliveries
       WHERE account_id = $1 AND environment = $2 AND id >= $3 AND id < $4 AND finished_at >= $5 AND finished_at < $6
       ORDER BY id LIMIT $7
     ) AS batch
     LEFT JOIN delivery_attempts AS attempt
       ON attempt.delivery_id = batch.id AND attempt.delivery_id >= $3 AND attempt.delivery_id < $4
     ORDER BY batch.id, number`,
    [accountId, environment, firstId, firstDeliveryIdAt(dayStartMs + dayMs), finishedFrom, finishedBefore, batchSize],
  );
  const deliveries = [...Map.groupBy(rows, (row) => row.delivery_id).values()].flatMap(toDelivery);
  return { accountId, environment, day: new Date(dayStartMs).toISOString().slice(0, 10), deliveries };
}

function toDelivery(rows: readonly BatchRow[]): FinishedDelivery[] {
  const [first] = rows;
  if (first === undefined) return [];
  return [
    {
      id: first.delivery_id,
      webhookId: first.endpoint_id,
      eventId: first.event_id,
      eventType: first.event_type,
      status: first.status,
      createdAt: formatInstant(first.created_at.getTime()),
      finishedAt: formatInstant(first.finished_at.getTime()),
      attempts: rows.flatMap(toAttempt),
    },
  ];
}

function toAttempt(row: BatchRow): ArchivedAttempt[] {
  if (row.id === null) return [];
  return [
    {
      id: row.id,
      number: row.number,
      startedAt: formatInstant(row.started_at.getTime()),
      status: row.outcome,
      reason: row.reason,
      responseStatus: row.response_status,
      address: row.address,
      timings: row.timings,
      requestHeaders: row.request_headers,
    },
  ];
}

const startOfDay = (ms: number): number => ms - (ms % dayMs);

function firstDeliveryIdAt(ms: number): string {
  return newId("dlv", Math.max(0, ms), new Uint8Array(10));
}
