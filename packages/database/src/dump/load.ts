import type { Database, Session } from "../port/port.ts";
import type { DumpSummary } from "./dump.ts";
import { ArchiveError, type Frame } from "./frames.ts";
import { RowChecksum, type TableContent } from "./row-checksum.ts";
import {
  describeTables,
  findOccupiedTable,
  type PartitionShape,
  quoteName,
  quoteText,
  type TableShape,
} from "./schema.ts";

/** The database that an archive should be loaded into holds data. */
export class TargetNotEmptyError extends Error {
  override name = "TargetNotEmptyError";

  constructor(table: string) {
    super(`the target database is not empty: there are rows in ${table}, or it is not a table of Wayfare.`);
  }
}

/** Throws a `TargetNotEmptyError` where a database holds any row, or a table of something else. */
export async function assertEmpty(session: Session): Promise<void> {
  const occupied = await findOccupiedTable(session);
  if (occupied !== undefined) throw new TargetNotEmptyError(occupied);
}

/** "wfload" in ASCII. */
const lockKey = 0x77_66_6c_6f_61_64n;

/**
 * Loads tables, as `dumpTables` wrote them, into a migrated and empty database: all of it or nothing, in one transaction. Foreign keys are
 * dropped and made again behind the rows, which checks them all; triggers are off meanwhile, because they guard how rows change and
 * these come as they were. Both take no more than owning the tables.
 *
 * @param frames read up to the end of the tables; what follows is left to `finish`.
 * @param finish runs in the same transaction, at its end.
 */
export function loadTables(
  database: Database,
  frames: AsyncGenerator<Frame>,
  finish: (session: Session, summary: DumpSummary) => Promise<void> = async () => {},
): Promise<DumpSummary> {
  // Inside the lock, a statement may take as long as it does: checking a foreign key reads both tables.
  return database.lock(lockKey, (connection) =>
    connection.transaction(async (session) => {
      const keys = await dropForeignKeys(session);
      await switchTriggers(session, "DISABLE");
      await assertEmpty(session);
      const summary = await readTables(session, frames);
      for (const { table, name, definition } of keys) {
        await session.script(`ALTER TABLE ${quoteName(table)} ADD CONSTRAINT ${quoteName(name)} ${definition}`);
      }
      await switchTriggers(session, "ENABLE");
      await finish(session, summary);
      return summary;
    }),
  );
}

async function dropForeignKeys(session: Session): Promise<{ table: string; name: string; definition: string }[]> {
  const keys = await session.query<{ table: string; name: string; definition: string }>(
    `SELECT relname AS table, conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND conparentid = 0 AND relnamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  );
  for (const { table, name } of keys) {
    await session.script(`ALTER TABLE ${quoteName(table)} DROP CONSTRAINT ${quoteName(name)}`);
  }
  return keys;
}

async function switchTriggers(session: Session, how: "ENABLE" | "DISABLE"): Promise<void> {
  const triggers = await session.query<{ table: string; name: string }>(
    `SELECT relname AS table, tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE NOT tgisinternal AND tgparentid = 0 AND relnamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  );
  for (const { table, name } of triggers) {
    await session.script(`ALTER TABLE ${quoteName(table)} ${how} TRIGGER ${quoteName(name)}`);
  }
}

async function readTables(session: Session, frames: AsyncGenerator<Frame>): Promise<DumpSummary> {
  const known = new Map((await describeTables(session)).map((shape) => [shape.table, shape]));
  const summary: Record<string, TableContent> = {};
  for (;;) {
    const document = await nextDocument(frames);
    if (Array.isArray(document.sequences)) {
      await setSequences(session, document.sequences);
      break;
    }
    const shape = readShape(document, known);
    await makePartitions(session, shape);
    summary[shape.table] = await readTable(session, frames, shape);
  }
  const missing = [...known.keys()].find((table) => !(table in summary));
  if (missing !== undefined) throw new ArchiveError(`the archive lacks the table ${missing}`);
  return summary;
}

async function readTable(
  session: Session,
  frames: AsyncGenerator<Frame>,
  { table, columns }: TableShape,
): Promise<TableContent> {
  const names = columns.map(({ name }) => quoteName(name)).join(", ");
  const values = columns.map(({ type }, index) => `(row_texts ->> ${index})::${type}`).join(", ");
  const insert = `INSERT INTO ${quoteName(table)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS loaded (row_texts)`;
  const checksum = new RowChecksum();
  for (;;) {
    const { value: frame } = await frames.next();
    if (frame?.kind === "R") {
      const rows = frame.rows.split("\n");
      for (const row of rows) checksum.add(row);
      await session.execute(insert, [`[${rows.join(",")}]`]);
      continue;
    }
    const content = checksum.content();
    if (frame?.kind === "J" && frame.document.endOfTable === table) {
      if (frame.document.rows === content.rows && frame.document.checksum === content.checksum) return content;
    }
    throw new ArchiveError(`the archive is damaged: the rows of ${table} do not add up`);
  }
}

/** Values are written only into columns that this schema has, cast to the types that it has. */
function readShape(document: Readonly<Record<string, unknown>>, known: ReadonlyMap<string, TableShape>): TableShape {
  const own = typeof document.table === "string" ? known.get(document.table) : undefined;
  if (own === undefined) throw new ArchiveError(`the archive holds something else than a known table`);
  const columns = listOf(document.columns).map(({ name }) => own.columns.find((column) => column.name === name));
  const found = columns.filter((column) => column !== undefined);
  if (found.length !== columns.length || found.length !== own.columns.length) {
    throw new ArchiveError(`the table ${own.table} has other columns in the archive than in this schema`);
  }
  const partitions = listOf(document.partitions).map(({ name, from, to }) => {
    if (typeof name !== "string" || typeof from !== "string" || typeof to !== "string") {
      throw new ArchiveError(`the archive is damaged: a partition of ${own.table} has no bounds`);
    }
    return { name, from, to };
  });
  return { table: own.table, columns: found, partitions };
}

async function makePartitions(session: Session, { table, partitions }: TableShape): Promise<void> {
  const there = await session.query<{ name: string }>(
    "SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid WHERE inhparent = $1::regclass ORDER BY 1",
    [quoteName(table)],
  );
  const names = new Set(there.map(({ name }) => name));
  for (const partition of partitions.filter(({ name }) => !names.has(name))) {
    await attachPartition(session, table, partition);
  }
}

/** Makes a partition as its parent is, and attaches it. */
async function attachPartition(session: Session, table: string, { name, from, to }: PartitionShape): Promise<void> {
  await session.script(
    `CREATE TABLE ${quoteName(name)} (LIKE ${quoteName(table)} INCLUDING ALL);
     ALTER TABLE ${quoteName(table)} ATTACH PARTITION ${quoteName(name)} FOR VALUES FROM (${quoteText(from)}) TO (${quoteText(to)})`,
  );
}

async function setSequences(session: Session, sequences: readonly unknown[]): Promise<void> {
  for (const { sequence, value, isCalled } of listOf(sequences)) {
    await session.query("SELECT setval($1::text::regclass, $2::bigint, $3)", [
      quoteName(String(sequence)),
      String(value),
      isCalled === true,
    ]);
  }
}

async function nextDocument(frames: AsyncGenerator<Frame>): Promise<Readonly<Record<string, unknown>>> {
  const { value: frame } = await frames.next();
  if (frame?.kind === "J") return frame.document;
  throw new ArchiveError("the archive ends before its tables do");
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}
