import { idTimeMs, newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";

/** A delivery that has ended and is about to be deleted. */
export interface FinishedDelivery {
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  status: string;
  createdAtMs: number;
  finishedAtMs: number;
}

/** Finished deliveries of one account and environment that were created on one UTC day, in order of id. */
export interface DeliveryBatch {
  accountId: string;
  environment: "test" | "live";
  /** Such as `2026-11-21`. */
  day: string;
  deliveries: readonly FinishedDelivery[];
}

/** Keeps the attempts of deliveries that are deleted. */
export interface DeliveryArchive {
  /** Resolves when the batch is stored; a batch that is written again replaces itself. */
  write(batch: DeliveryBatch): Promise<void>;
}

/** An archive, and a signal that stops between two batches. */
export interface Archiving {
  archive: DeliveryArchive;
  signal: AbortSignal;
}

interface ArchivedPurgeOptions extends Archiving {
  /** Deletes deliveries that finished before this time. */
  beforeMs: number;
  /** Account whose test deliveries are purged; null for all deliveries. */
  testAccountId: string | null;
  /** Deletes the deliveries of a written batch unless they have been reopened. Returns their number. */
  remove(ids: readonly string[]): Promise<number>;
}

const dayMs = 86_400_000;
/** Deliveries of an object: with seven attempts and 16 KiB of body each, 56 MB before compression. */
const batchSize = 500;

/**
 * Deletes finished deliveries, each batch after the archive has stored it. A process that is killed between the two writes the same batch
 * again: which deliveries a batch contains depends only on the cutoff and on the rows that are left.
 *
 * @returns the number of deleted deliveries.
 */
export async function purgeArchived(database: Database, options: ArchivedPurgeOptions): Promise<number> {
  let total = 0;
  for (let afterId = ""; !options.signal.aborted; ) {
    const oldest = await findOldest(database, options, afterId);
    if (oldest === undefined) break;
    const batch = await readBatch(database, options, oldest);
    await options.archive.write(batch);
    total += await options.remove(batch.deliveries.map(({ id }) => id));
    // The search does not start at dead index entries. The rest of the account's day has greater ids.
    afterId = oldest.id;
  }
  return total;
}

interface Oldest {
  id: string;
  account_id: string;
  environment: "test" | "live";
}

async function findOldest(
  database: Database,
  { beforeMs, testAccountId }: ArchivedPurgeOptions,
  afterId: string,
): Promise<Oldest | undefined> {
  const [row] = await database.query<Oldest>(
    `SELECT id, account_id, environment FROM deliveries
     WHERE id > $1 AND id < $2 AND finished_at < $3 AND ($4::text IS NULL OR account_id = $4 AND environment = 'test')
     ORDER BY id LIMIT 1`,
    [afterId, firstDeliveryIdAt(beforeMs), new Date(beforeMs), testAccountId],
  );
  return row;
}

interface FinishedRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: string;
  created_at: Date;
  finished_at: Date;
}

async function readBatch(
  database: Database,
  { beforeMs }: ArchivedPurgeOptions,
  { id: firstId, account_id: accountId, environment }: Oldest,
): Promise<DeliveryBatch> {
  const day = Math.floor(idTimeMs(firstId) / dayMs);
  const rows = await database.query<FinishedRow>(
    `SELECT id, endpoint_id, event_id, event_type, status, created_at, finished_at FROM deliveries
     WHERE account_id = $1 AND environment = $2 AND id >= $3 AND id < $4 AND finished_at < $5 ORDER BY id LIMIT $6`,
    [accountId, environment, firstId, firstDeliveryIdAt((day + 1) * dayMs), new Date(beforeMs), batchSize],
  );
  const deliveries = rows.map((row) => ({
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    createdAtMs: row.created_at.getTime(),
    finishedAtMs: row.finished_at.getTime(),
  }));
  return { accountId, environment, day: new Date(day * dayMs).toISOString().slice(0, 10), deliveries };
}

function firstDeliveryIdAt(ms: number): string {
  return newId("dlv", Math.max(0, ms), new Uint8Array(10));
}
