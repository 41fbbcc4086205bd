import { newId } from "@wayfare/contract";
import {
  createUpcomingPartitions,
  type DailyTable,
  type Database,
  dropDayPartitionsBefore,
  type Queryable,
  withTableLock,
} from "@wayfare/database";
import { type ArchivedIds, type Archiving, purgeArchived } from "./archived-purge.ts";

/** Number of purged rows and partitions. */
export interface PurgedWebhooks {
  deliveries: number;
  /** Daily partitions of events and of attempts. */
  partitions: number;
}

/** A table partitioned by day, and the column of `deliveries` that references its rows. */
interface PartitionedTable extends DailyTable {
  defaultPartition: string;
  referencedBy: "id" | "event_id";
}

const firstId = (prefix: "evt" | "dlv") => (ms: number) => newId(prefix, Math.max(0, ms), new Uint8Array(10));

const attempts: PartitionedTable = {
  name: "delivery_attempts",
  // "attempts" in ASCII.
  lock: 0x61_74_74_65_6d_70_74_73n,
  key: "delivery_id",
  firstIdAt: firstId("dlv"),
  defaultPartition: "delivery_attempts_default",
  referencedBy: "id",
};

const events: PartitionedTable = {
  name: "events",
  // "events" in ASCII.
  lock: 0x65_76_65_6e_74_73n,
  key: "id",
  firstIdAt: firstId("evt"),
  defaultPartition: "events_default",
  referencedBy: "event_id",
};

const batchSize = 1000;

/** Creates the partitions of the next days, so that no rows go to the default partition. */
export async function createWebhookPartitions(database: Database, nowMs: number): Promise<void> {
  await createUpcomingPartitions(database, events, nowMs);
  await createUpcomingPartitions(database, attempts, nowMs);
}

/** Retention cutoff of an account whose test clock is ahead, on that clock. */
export interface AheadCutoff {
  accountId: string;
  beforeMs: number;
}

/**
 * Purges deliveries that finished before the cutoff, then the daily partitions of attempts and events before it that no delivery
 * references. A delivery that is still open, or was replayed or retried recently, keeps its event and its attempts.
 *
 * @param beforeMs cutoff in real time.
 * @param ahead the same cutoff for accounts whose test clock is ahead.
 * @param archiving receives the deliveries before they are deleted; they are kept until the day of the cutoff is over.
 */
export async function purgeWebhooks(
  database: Database,
  beforeMs: number,
  ahead: readonly AheadCutoff[] = [],
  archiving?: Archiving,
): Promise<PurgedWebhooks> {
  let deliveries = await (archiving === undefined
    ? deleteDeliveries(database, beforeMs)
    : archiveDeliveries(database, archiving, beforeMs));
  for (const cutoff of ahead) {
    deliveries += await (archiving === undefined
      ? deleteDeliveriesAhead(database, cutoff)
      : archiveDeliveriesAhead(database, archiving, cutoff));
    await deleteEventsAhead(database, cutoff);
  }
  let days = 0;
  for (const table of [attempts, events]) {
    const canDrop = (db: Queryable, range: { firstId: string; endId: string }) => isUnreferenced(db, table, range);
    days += await dropDayPartitionsBefore(database, table, { beforeMs, canDrop });
    await purgeOverflow(database, table, beforeMs);
  }
  return { deliveries, partitions: days };
}

/** Deletes from the oldest in batches. Each batch starts after the last one, so that dead index entries are not scanned again. */
async function deleteDeliveries(database: Database, beforeMs: number): Promise<number> {
  const before = new Date(beforeMs);
  let total = 0;
  let afterId = "";
  for (;;) {
    const rows = await database.query<{ id: string }>(
      `DELETE FROM deliveries WHERE finished_at < $2 AND id = ANY (ARRAY(
         SELECT id FROM deliveries WHERE id > $4 AND id < $1 AND finished_at < $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
       )) RETURNING id`,
      [attempts.firstIdAt(beforeMs), before, batchSize, afterId],
    );
    total += rows.length;
    if (rows.length < batchSize) return total;
    for (const { id } of rows) if (id > afterId) afterId = id;
  }
}

const startOfDay = (ms: number): number => ms - (ms % 86_400_000);

function archiveDeliveries(database: Database, archiving: Archiving, cutoffMs: number): Promise<number> {
  const beforeMs = startOfDay(cutoffMs);
  const remove = ({ ids, finishedFrom, finishedBefore }: ArchivedIds) =>
    database.execute("DELETE FROM deliveries WHERE id = ANY ($1) AND finished_at >= $2 AND finished_at < $3", [
      [...ids],
      finishedFrom,
      finishedBefore,
    ]);
  return purgeArchived(database, { ...archiving, beforeMs, testAccountId: null, remove });
}

function archiveDeliveriesAhead(
  database: Database,
  archiving: Archiving,
  { accountId, beforeMs: cutoffMs }: AheadCutoff,
): Promise<number> {
  const beforeMs = startOfDay(cutoffMs);
  const remove = ({ ids, finishedFrom, finishedBefore }: ArchivedIds) =>
    database.transaction(async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `DELETE FROM deliveries
         WHERE account_id = $1 AND environment = 'test' AND id = ANY ($2) AND finished_at >= $3 AND finished_at < $4 RETURNING id`,
        [accountId, [...ids], finishedFrom, finishedBefore],
      );
      await tx.execute("DELETE FROM delivery_attempts WHERE delivery_id = ANY ($1)", [rows.map(({ id }) => id)]);
      return rows.length;
    });
  return purgeArchived(database, { ...archiving, beforeMs, testAccountId: accountId, remove });
}

/** Deletes test deliveries with their attempts, whose partition may be years ahead. */
async function deleteDeliveriesAhead(database: Database, { accountId, beforeMs }: AheadCutoff): Promise<number> {
  const values = [accountId, attempts.firstIdAt(beforeMs), new Date(beforeMs), batchSize];
  for (let total = 0; ; ) {
    const deleted = await database.transaction(async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `DELETE FROM deliveries WHERE account_id = $1 AND environment = 'test' AND finished_at < $3 AND id = ANY (ARRAY(
           SELECT id FROM deliveries WHERE account_id = $1 AND environment = 'test' AND id < $2 AND finished_at < $3
           ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED
         )) RETURNING id`,
        values,
      );
      await tx.execute("DELETE FROM delivery_attempts WHERE delivery_id = ANY ($1)", [rows.map(({ id }) => id)]);
      return rows.length;
    });
    total += deleted;
    if (deleted < batchSize) return total;
  }
}

async function deleteEventsAhead(database: Database, { accountId, beforeMs }: AheadCutoff): Promise<void> {
  const values = [accountId, events.firstIdAt(beforeMs), batchSize];
  const unreferenced = `SELECT id FROM events early WHERE account_id = $1 AND environment = 'test' AND id < $2
    AND NOT EXISTS (SELECT FROM deliveries WHERE deliveries.event_id = early.id) ORDER BY id LIMIT $3`;
  while ((await database.query(unreferenced, values)).length > 0) {
    await withTableLock(database, events, (tx) =>
      tx.execute(`DELETE FROM events WHERE id = ANY (ARRAY(${unreferenced}))`, values),
    );
  }
}

/** Call it while the table is locked: a replay that found an event has then committed its delivery, and no other can find it. */
async function isUnreferenced(
  db: Queryable,
  { referencedBy }: PartitionedTable,
  range: { firstId: string; endId: string },
): Promise<boolean> {
  const rows = await db.query(`SELECT 1 FROM deliveries WHERE ${referencedBy} >= $1 AND ${referencedBy} < $2 LIMIT 1`, [
    range.firstId,
    range.endId,
  ]);
  return rows.length === 0;
}

async function purgeOverflow(database: Database, table: PartitionedTable, beforeMs: number): Promise<void> {
  const { defaultPartition: overflow, key, referencedBy } = table;
  const unreferenced = `${key} < $1 AND NOT EXISTS (SELECT FROM deliveries WHERE deliveries.${referencedBy} = early.${key})`;
  for (;;) {
    const values = [table.firstIdAt(beforeMs), batchSize];
    const found = await database.query(`SELECT 1 FROM ${overflow} early WHERE ${unreferenced} LIMIT $2`, values);
    if (found.length === 0) return;
    await withTableLock(database, table, (tx) =>
      tx.execute(
        `DELETE FROM ${overflow} WHERE ${key} = ANY (ARRAY(SELECT ${key} FROM ${overflow} early WHERE ${unreferenced} ORDER BY ${key} LIMIT $2))`,
        values,
      ),
    );
  }
}
