import type { Database, Session } from "../port/port.ts";
import { documentFrame, rowsFrame, type Write } from "./frames.ts";
import { RowChecksum, type TableContent } from "./row-checksum.ts";
import { describeTables, listSequences, quoteName, type TableShape } from "./schema.ts";

/** The content of every table, by name. */
export type DumpSummary = Readonly<Record<string, TableContent>>;

/**
 * Runs `work` in one transaction that sees a single snapshot of the database and writes nothing. The embedded database has one connection:
 * everything else in the process waits for it meanwhile.
 */
export function withSnapshot<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.transaction(async (session) => {
    await session.script(
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0",
    );
    const tables = await describeTables(session);
    // A day that is dropped or attached meanwhile waits, or gives up and tries again later.
    const names = tables.map(({ table }) => quoteName(table));
    if (names.length > 0) await session.script(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);
    return work(session);
  });
}

/**
 * Writes every table of a snapshot as frames: for each its shape, its rows and, at its end, what its content adds up to. Values are in
 * PostgreSQL's text form, so that they are exact and every engine reads them.
 */
export async function dumpTables(session: Session, write: Write): Promise<DumpSummary> {
  const summary: Record<string, TableContent> = {};
  for (const shape of await describeTables(session)) {
    await write(documentFrame({ ...shape }));
    const checksum = new RowChecksum();
    for await (const rows of readRows(session, shape)) {
      for (const row of rows) checksum.add(row);
      await write(rowsFrame(rows));
    }
    const content = checksum.content();
    summary[shape.table] = content;
    await write(documentFrame({ endOfTable: shape.table, ...content }));
  }
  await write(documentFrame({ sequences: await listSequences(session) }));
  return summary;
}

/** What the tables of a snapshot hold, without writing it anywhere. */
export async function summarizeTables(session: Session): Promise<DumpSummary> {
  return dumpTables(session, async () => {});
}

const batchBytes = 1024 * 1024;
const maxBatchRows = 2000;

/** The rows of a table, each a JSON array of texts and nulls, about a megabyte at a time. */
async function* readRows(session: Session, { table, columns }: TableShape): AsyncGenerator<string[]> {
  const texts = columns.map(({ name }) => `${quoteName(name)}::text`).join(", ");
  await session.script(
    `DECLARE dumped NO SCROLL CURSOR FOR SELECT array_to_json(ARRAY[${texts}])::text AS row FROM ${quoteName(table)}`,
  );
  let count = 10;
  for (;;) {
    const fetched = await session.query<{ row: string }>(`FETCH ${count} FROM dumped`);
    if (fetched.length > 0) yield fetched.map(({ row }) => row);
    if (fetched.length < count) break;
    const bytes = fetched.reduce((sum, { row }) => sum + row.length, 0);
    count = Math.max(1, Math.min(maxBatchRows, Math.floor((count * batchBytes) / Math.max(bytes, 1))));
  }
  await session.script("CLOSE dumped");
}
