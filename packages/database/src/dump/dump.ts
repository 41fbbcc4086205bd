import type { Database, Queryable } from "../port/port.ts";
import { documentFrame, rowsFrame, type Write } from "./frames.ts";
import { RowChecksum, type TableContent } from "./row-checksum.ts";
import { describeTables, listSequences, quoteName, type TableShape } from "./schema.ts";

/** Row count and checksum of each table, by name. */
export type DumpSummary = Readonly<Record<string, TableContent>>;

/**
 * Runs `work` in a read-only transaction on one snapshot of the database. On the embedded database, which has one connection, it blocks all
 * other statements of the process.
 */
export function withSnapshot<T>(database: Database, work: (db: Queryable) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.script(
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0",
    );
    const tables = await describeTables(tx);
    // Creating or dropping a partition waits for this lock, or times out and is retried later.
    const names = tables.map(({ table }) => quoteName(table));
    if (names.length > 0) await tx.script(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);
    return work(tx);
  });
}

/**
 * Writes every table of a snapshot as frames: its shape, its rows, and its row count and checksum. Values are in PostgreSQL's text form,
 * which is exact and readable by both engines.
 */
export async function dumpTables(db: Queryable, write: Write): Promise<DumpSummary> {
  const summary: Record<string, TableContent> = {};
  for (const shape of await describeTables(db)) {
    await write(documentFrame({ ...shape }));
    const checksum = new RowChecksum();
    for await (const rows of readRows(db, shape)) {
      for (const row of rows) checksum.add(row);
      await write(rowsFrame(rows));
    }
    const content = checksum.content();
    summary[shape.table] = content;
    await write(documentFrame({ endOfTable: shape.table, ...content }));
  }
  await write(documentFrame({ sequences: await listSequences(db) }));
  return summary;
}

/** Returns row counts and checksums of a snapshot's tables without writing an archive. */
export async function summarizeTables(db: Queryable): Promise<DumpSummary> {
  return dumpTables(db, async () => {});
}

const batchBytes = 1024 * 1024;
const maxBatchRows = 2000;

/** Yields the rows of a table as JSON arrays of strings and nulls, in batches of about a megabyte. */
async function* readRows(db: Queryable, { table, columns }: TableShape): AsyncGenerator<string[]> {
  const texts = columns.map(({ name }) => `${quoteName(name)}::text`).join(", ");
  await db.script(
    `DECLARE dumped NO SCROLL CURSOR FOR SELECT array_to_json(ARRAY[${texts}])::text AS row FROM ${quoteName(table)}`,
  );
  let count = 10;
  for (;;) {
    const fetched = await db.query<{ row: string }>(`FETCH ${count} FROM dumped`);
    if (fetched.length > 0) yield fetched.map(({ row }) => row);
    if (fetched.length < count) break;
    const bytes = fetched.reduce((sum, { row }) => sum + row.length, 0);
    count = Math.max(1, Math.min(maxBatchRows, Math.floor((count * batchBytes) / Math.max(bytes, 1))));
  }
  await db.script("CLOSE dumped");
}
