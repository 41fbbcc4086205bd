/**
 * Measures the embedded database in memory: time, main-thread CPU and event-loop delay of statements, transactions and batches, and of
 * opening a copy of a snapshot. Row counts are verified after every kind of call. `npm run bench:pglite`.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Database, dumpPglite, openPglite } from "@wayfare/database";

const createTable = "CREATE TABLE sample (id bigint PRIMARY KEY, value text NOT NULL)";
const select = "SELECT value FROM sample WHERE id = $1";
const insert = "INSERT INTO sample SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(id bigint, value text)";

const snapshot = await dumpPglite((database) => database.script(createTable));
const database = await openPglite({ directory: null, snapshot });
let rowCount = 0;

async function insertRows(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => ({ id: rowCount++, value: "x".repeat(100) }));
  await database.execute(insert, [JSON.stringify(rows)]);
}

async function runTransaction(): Promise<void> {
  await database.transaction(async (tx) => {
    for (let i = 0; i < 3; i++) await tx.query(select, [i], { name: "select" });
  });
}

async function openCopy(): Promise<void> {
  const copy = await openPglite({ directory: null, snapshot });
  await copy.query("SELECT count(*) FROM sample");
  await copy.close();
}

await insertRows(500);
await measure("single statement", 5000, () => database.query(select, [1], { name: "select" }));
await measure("transaction of 3 statements", 2000, runTransaction);
await measure("batch of 500 rows", 60, () => insertRows(500));
await measure("opening and closing a copy", 10, openCopy);
await database.close();

async function measure(name: string, count: number, call: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count / 5; i++) await call();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpuBefore = process.threadCpuUsage();
  const startedMs = performance.now();
  for (let i = 0; i < count; i++) await call();
  const elapsedMs = performance.now() - startedMs;
  const { user, system } = process.threadCpuUsage(cpuBefore);
  delay.disable();
  await verify(database);
  const perCall = (ms: number): string => (ms / count).toFixed(3);
  console.log(
    `${name}: ${perCall(elapsedMs)} ms, main-thread CPU ${perCall((user + system) / 1000)} ms, ` +
      `event-loop delay max ${(delay.max / 1e6).toFixed(1)} ms`,
  );
}

async function verify(db: Database): Promise<void> {
  const [row] = await db.query<{ total: number }>("SELECT count(*) AS total FROM sample");
  if (row?.total !== rowCount) throw new Error(`${row?.total} rows, expected ${rowCount}`);
}
