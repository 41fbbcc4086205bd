import type { Database, Queryable } from "../port/port.ts";
import type { DumpSummary } from "./dump.ts";
import { ArchiveError, type Frame } from "./frames.ts";
import { RowChecksum, type TableContent } from "./row-checksum.ts";
import {
  describeTables,
  findNonEmptyTable,
  type PartitionShape,
  quoteName,
  quoteText,
  seededTables,
  type TableShape,
} from "./schema.ts";

/** Thrown if the target database of a restore contains data. */
export class TargetNotEmptyError extends Error {
  override name = "TargetNotEmptyError";

  constructor(table: string) {
    super(`the target database is not empty: table ${table} has rows or was not created by Wayfare.`);
  }
}

/**
 * Checks that a database is empty.
 *
 * @throws TargetNotEmptyError if it has a row, or a table that Wayfare did not create.
 */
export async function assertEmpty(db: Queryable): Promise<void> {
  const occupied = await findNonEmptyTable(db);
  if (occupied !== undefined) throw new TargetNotEmptyError(occupied);
}

/** "wfload" in ASCII. */
const lockKey = 0x77_66_6c_6f_61_64n;

/**
 * Loads tables written by `dumpTables` into a migrated, empty database, in one transaction. Foreign keys are dropped and added again after
 * the rows, which checks them all. Triggers are disabled, because they guard changes and the rows are loaded unchanged. Both require only
 * ownership of the tables.
 *
 * @param frames read up to the end of the tables; the rest is left to `finish`.
 * @param finish runs in the same transaction, at its end.
 */
export function loadTables(
  database: Database,
  frames: AsyncGenerator<Frame>,
  finish: (db: Queryable, summary: DumpSummary) => Promise<void> = async () => {},
): Promise<DumpSummary> {
  // Statements inside the lock have no timeout: checking a foreign key reads both tables.
  return database.lock(lockKey, (connection) =>
    connection.transaction(async (tx) => {
      const keys = await dropForeignKeys(tx);
      await setTriggers(tx, "DISABLE");
      await assertEmpty(tx);
      await deleteSeeds(tx);
      const summary = await loadAllTables(tx, frames);
      for (const { table, name, definition } of keys) {
        await tx.script(`ALTER TABLE ${quoteName(table)} ADD CONSTRAINT ${quoteName(name)} ${definition}`);
      }
      await setTriggers(tx, "ENABLE");
      await finish(tx, summary);
      return summary;
    }),
  );
}

/** Deletes the rows that migrations inserted: the archive has them, with later changes. */
async function deleteSeeds(db: Queryable): Promise<void> {
  const tables = new Set((await describeTables(db)).map(({ table }) => table));
  for (const table of seededTables.filter((each) => tables.has(each)))
    await db.execute(`DELETE FROM ${quoteName(table)}`);
}

async function dropForeignKeys(db: Queryable): Promise<{ table: string; name: string; definition: string }[]> {
  const keys = await db.query<{ table: string; name: string; definition: string }>(
    `SELECT relname AS table, conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND conparentid = 0 AND relnamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  );
  for (const { table, name } of keys) {
    await db.script(`ALTER TABLE ${quoteName(table)} DROP CONSTRAINT ${quoteName(name)}`);
  }
  return keys;
}

async function setTriggers(db: Queryable, mode: "ENABLE" | "DISABLE"): Promise<void> {
  const triggers = await db.query<{ table: string; name: string }>(
    `SELECT relname AS table, tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE NOT tgisinternal AND tgparentid = 0 AND relnamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  );
  for (const { table, name } of triggers) {
    await db.script(`ALTER TABLE ${quoteName(table)} ${mode} TRIGGER ${quoteName(name)}`);
  }
}

async function loadAllTables(db: Queryable, frames: AsyncGenerator<Frame>): Promise<DumpSummary> {
  const known = new Map((await describeTables(db)).map((shape) => [shape.table, shape]));
  const summary: Record<string, TableContent> = {};
  for (;;) {
    const document = await nextDocument(frames);
    if (Array.isArray(document.sequences)) {
      await setSequences(db, document.sequences);
      break;
    }
    const shape = readShape(document, known);
    await createPartitions(db, shape);
    summary[shape.table] = await loadTable(db, frames, shape);
  }
  const missing = [...known.keys()].find((table) => !(table in summary));
  if (missing !== undefined) throw new ArchiveError(`table ${missing} is missing from the archive`);
  return summary;
}

async function loadTable(
  db: Queryable,
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
      await db.execute(insert, [`[${rows.join(",")}]`]);
      continue;
    }
    const content = checksum.content();
    if (frame?.kind === "J" && frame.document.endOfTable === table) {
      if (frame.document.rows === content.rows && frame.document.checksum === content.checksum) return content;
    }
    throw new ArchiveError(`the archive is damaged: row count or checksum of ${table} does not match`);
  }
}

/** Validates a table's shape. Values are written only into columns of this schema, cast to their types. */
function readShape(document: Readonly<Record<string, unknown>>, known: ReadonlyMap<string, TableShape>): TableShape {
  const expected = typeof document.table === "string" ? known.get(document.table) : undefined;
  if (expected === undefined) throw new ArchiveError("the archive contains an unknown table");
  const columns = listOf(document.columns).map(({ name }) => expected.columns.find((column) => column.name === name));
  const found = columns.filter((column) => column !== undefined);
  if (found.length !== columns.length || found.length !== expected.columns.length) {
    throw new ArchiveError(`the columns of ${expected.table} in the archive differ from this schema`);
  }
  const partitions = listOf(document.partitions).map(({ name, from, to }) => {
    if (typeof name !== "string" || typeof from !== "string" || typeof to !== "string") {
      throw new ArchiveError(`the archive is damaged: a partition of ${expected.table} has no bounds`);
    }
    return { name, from, to };
  });
  return { table: expected.table, columns: found, partitions };
}

async function createPartitions(db: Queryable, { table, partitions }: TableShape): Promise<void> {
  const existing = await db.query<{ name: string }>(
    "SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid WHERE inhparent = $1::regclass ORDER BY 1",
    [quoteName(table)],
  );
  const names = new Set(existing.map(({ name }) => name));
  for (const partition of partitions.filter(({ name }) => !names.has(name))) {
    await attachPartition(db, table, partition);
  }
}

/** Creates a partition like its parent and attaches it. */
async function attachPartition(db: Queryable, table: string, { name, from, to }: PartitionShape): Promise<void> {
  await db.script(
    `CREATE TABLE ${quoteName(name)} (LIKE ${quoteName(table)} INCLUDING ALL);
     ALTER TABLE ${quoteName(table)} ATTACH PARTITION ${quoteName(name)} FOR VALUES FROM (${quoteText(from)}) TO (${quoteText(to)})`,
  );
}

async function setSequences(db: Queryable, sequences: readonly unknown[]): Promise<void> {
  for (const { sequence, value, isCalled } of listOf(sequences)) {
    await db.query("SELECT setval($1::text::regclass, $2::bigint, $3)", [
      quoteName(String(sequence)),
      String(value),
      isCalled === true,
    ]);
  }
}

async function nextDocument(frames: AsyncGenerator<Frame>): Promise<Readonly<Record<string, unknown>>> {
  const { value: frame } = await frames.next();
  if (frame?.kind === "J") return frame.document;
  throw new ArchiveError("the archive is truncated: tables are missing");
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}
