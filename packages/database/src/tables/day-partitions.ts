import type { Connection, Database, Queryable } from "../port/port.ts";

const dayMs = 86_400_000;
const daysAhead = 3;

/** A table partitioned by UTC day: `<name>_20261121`. Its key is an id that contains a time and sorts by it, so a day is a range of ids. */
export interface DailyTable {
  readonly name: string;
  /** Advisory lock for creating and dropping partitions of the table. */
  readonly lock: bigint;
  readonly key: string;
  /** Returns the smallest id of a time. */
  firstIdAt(ms: number): string;
  /** Default partition, for rows whose day has no partition yet. Without it, such rows are rejected. */
  readonly defaultPartition?: string;
}

/** The range of ids of a day; `endId` is exclusive. */
export interface DayRange {
  readonly firstId: string;
  readonly endId: string;
}

/** Creates the partitions of today and the next three days, so that inserts at midnight find theirs. */
export function createUpcomingPartitions(database: Database, table: DailyTable, nowMs: number): Promise<void> {
  const today = Math.floor(nowMs / dayMs);
  return createDayPartitions(
    database,
    table,
    Array.from({ length: daysAhead + 1 }, (_, at) => today + at),
  );
}

/**
 * Creates missing partitions and moves their rows out of the default partition.
 *
 * @param days numbered since 1970.
 * @throws DatabaseError 55P03 if the table cannot be locked within two seconds.
 */
export function createDayPartitions(database: Database, table: DailyTable, days: readonly number[]): Promise<void> {
  return database.lock(table.lock, async (connection) => {
    const existing = new Set(await listPartitions(connection, table));
    for (const day of days.filter((each) => !existing.has(partitionOf(table, each)))) {
      await withTableLock(connection, table, (tx) => createDayPartition(tx, table, day));
    }
  });
}

/**
 * Drops the partitions of days before a time, oldest first.
 *
 * @param canDrop called for each day while the table is locked; without it, all are dropped.
 * @returns the number of dropped partitions.
 * @throws DatabaseError 55P03 if the table cannot be locked within two seconds.
 */
export function dropDayPartitionsBefore(
  database: Database,
  table: DailyTable,
  { beforeMs, canDrop }: { beforeMs: number; canDrop?: (db: Queryable, range: DayRange) => Promise<boolean> },
): Promise<number> {
  const oldest = partitionOf(table, Math.floor(beforeMs / dayMs));
  return database.lock(table.lock, async (connection) => {
    let dropped = 0;
    for (const name of (await listPartitions(connection, table)).filter((each) => each < oldest)) {
      const range = rangeOf(table, dayIn(table, name));
      // Checked first without the lock, so that a day that must be kept does not block the table on each run.
      if (canDrop !== undefined && !(await canDrop(connection, range))) continue;
      dropped += await withTableLock(connection, table, async (tx) => {
        if (canDrop !== undefined && !(await canDrop(tx, range))) return 0;
        await tx.script(`DROP TABLE ${name}`);
        return 1;
      });
    }
    return dropped;
  });
}

/**
 * Runs `work` while the table is locked exclusively.
 *
 * @throws DatabaseError 55P03 if the table cannot be locked within two seconds.
 */
export function withTableLock<T>(
  connection: Connection,
  { name }: Pick<DailyTable, "name">,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  return connection.transaction(async (tx) => {
    // Other statements queue behind a waiting exclusive lock, so the wait is short and the caller retries later.
    await tx.script(`SET LOCAL lock_timeout = '2s'; LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
    return work(tx);
  });
}

async function createDayPartition(db: Queryable, table: DailyTable, day: number): Promise<void> {
  const { name, key, defaultPartition: overflow } = table;
  const partition = partitionOf(table, day);
  const { firstId, endId } = rangeOf(table, day);
  await db.script(`CREATE TABLE ${partition} (LIKE ${name} INCLUDING ALL)`);
  if (overflow !== undefined) {
    await db.execute(
      `WITH early AS (DELETE FROM ${overflow} WHERE ${key} >= $1 AND ${key} < $2 RETURNING *)
       INSERT INTO ${partition} SELECT * FROM early`,
      [firstId, endId],
    );
  }
  await db.script(`ALTER TABLE ${name} ATTACH PARTITION ${partition} FOR VALUES FROM ('${firstId}') TO ('${endId}')`);
}

/** Returns the names of existing partitions, oldest first. */
async function listPartitions(db: Queryable, { name }: DailyTable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = pg_inherits.inhrelid
     WHERE pg_inherits.inhparent = $1::regclass AND child.relname ~ '_[0-9]{8}$' ORDER BY child.relname LIMIT 10000`,
    [name],
  );
  return rows.map((row) => row.name);
}

function partitionOf({ name }: DailyTable, day: number): string {
  return `${name}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

function dayIn({ name }: DailyTable, partition: string): number {
  const date = partition.slice(name.length + 1).replace(/^(\d{4})(\d{2})/, "$1-$2-");
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

function rangeOf(table: DailyTable, day: number): DayRange {
  return { firstId: table.firstIdAt(day * dayMs), endId: table.firstIdAt((day + 1) * dayMs) };
}
