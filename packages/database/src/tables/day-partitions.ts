import type { Connection, Database, Session } from "../port/port.ts";

const dayMs = 86_400_000;
const daysAhead = 3;

/**
 * A table in partitions of a day in UTC each, `<name>_20261121`. Its key is an id that holds an instant and sorts by it, so that a day is a
 * range of ids.
 */
export interface DailyTable {
  readonly name: string;
  /** Whoever makes or drops a day of the table holds this lock. */
  readonly lock: bigint;
  readonly key: string;
  /** The first id that an instant can have. */
  firstIdAt(ms: number): string;
  /** The default partition, where rows are that came before their day was made. Without one, such a row is refused. */
  readonly overflow?: string;
}

/** The ids of a day: from the first one, up to but without the next day's first. */
export interface DayRange {
  readonly firstId: string;
  readonly endId: string;
}

/** Makes today's partition and those of the next days, so that no row waits for one at midnight. */
export function makeDaysAhead(database: Database, table: DailyTable, nowMs: number): Promise<void> {
  const today = Math.floor(nowMs / dayMs);
  return makeDays(
    database,
    table,
    Array.from({ length: daysAhead + 1 }, (_, at) => today + at),
  );
}

/**
 * Makes the partitions of days, numbered since 1970, that have none, and moves into them what waits for them in the default partition.
 *
 * @throws DatabaseError 55P03 where somebody holds the table for two seconds.
 */
export function makeDays(database: Database, table: DailyTable, days: readonly number[]): Promise<void> {
  return database.lock(table.lock, async (connection) => {
    const there = new Set(await listDays(connection, table));
    for (const day of days.filter((each) => !there.has(partitionOf(table, each)))) {
      await holdTable(connection, table, (session) => makeDay(session, table, day));
    }
  });
}

/**
 * Drops the days that ended before an instant, oldest first.
 *
 * @param isOver asked for each day while nobody else can read or write the table; true for all where it is absent.
 * @returns how many were dropped.
 * @throws DatabaseError 55P03 where somebody holds the table for two seconds.
 */
export function dropDaysBefore(
  database: Database,
  table: DailyTable,
  { beforeMs, isOver }: { beforeMs: number; isOver?: (session: Session, range: DayRange) => Promise<boolean> },
): Promise<number> {
  const oldest = partitionOf(table, Math.floor(beforeMs / dayMs));
  return database.lock(table.lock, async (connection) => {
    let dropped = 0;
    for (const name of (await listDays(connection, table)).filter((each) => each < oldest)) {
      const range = rangeOf(table, dayIn(table, name));
      // Asked once without the lock: a day that something keeps should not stop everybody every time.
      if (isOver !== undefined && !(await isOver(connection, range))) continue;
      dropped += await holdTable(connection, table, async (session) => {
        if (isOver !== undefined && !(await isOver(session, range))) return 0;
        await session.script(`DROP TABLE ${name}`);
        return 1;
      });
    }
    return dropped;
  });
}

/** Does something while nobody else can read or write the table; gives up where that takes two seconds. */
export function holdTable<T>(
  connection: Connection,
  { name }: Pick<DailyTable, "name">,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return connection.transaction(async (session) => {
    // Whoever waits for this lock makes all others wait behind it: rather give up, and try again later.
    await session.script(`SET LOCAL lock_timeout = '2s'; LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
    return work(session);
  });
}

async function makeDay(session: Session, table: DailyTable, day: number): Promise<void> {
  const { name, key, overflow } = table;
  const partition = partitionOf(table, day);
  const { firstId, endId } = rangeOf(table, day);
  await session.script(`CREATE TABLE ${partition} (LIKE ${name} INCLUDING ALL)`);
  if (overflow !== undefined) {
    await session.execute(
      `WITH early AS (DELETE FROM ${overflow} WHERE ${key} >= $1 AND ${key} < $2 RETURNING *)
       INSERT INTO ${partition} SELECT * FROM early`,
      [firstId, endId],
    );
  }
  await session.script(
    `ALTER TABLE ${name} ATTACH PARTITION ${partition} FOR VALUES FROM ('${firstId}') TO ('${endId}')`,
  );
}

/** The partitions of days that are there, oldest first. */
async function listDays(session: Session, { name }: DailyTable): Promise<string[]> {
  const rows = await session.query<{ name: string }>(
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
