import { monitorEventLoopDelay } from "node:perf_hooks";
import { openPglite } from "@wayfare/database";

/** Measures the embedded database: time, main-thread CPU and event-loop delay per call. Every kind of call is verified by its row count. */
const database = await openPglite({ directory: null });
await database.script("CREATE TABLE sample (id bigint PRIMARY KEY, value text NOT NULL)");
let nextId = 0;
const rows = (count: number) => Array.from({ length: count }, () => ({ id: nextId++, value: "x".repeat(100) }));
const insert = "INSERT INTO sample SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(id bigint, value text)";

const calls: Record<string, { count: number; run: () => Promise<unknown> }> = {
  "single statement": {
    count: 2000,
    run: () => database.query("SELECT value FROM sample WHERE id = $1", [1], { name: "one" }),
  },
  "transaction of 3 statements": {
    count: 1000,
    run: () =>
      database.transaction(async (tx) => {
        for (let i = 0; i < 3; i++) await tx.query("SELECT value FROM sample WHERE id = $1", [i], { name: "one" });
      }),
  },
  "batch of 500 rows": { count: 60, run: () => database.execute(insert, [JSON.stringify(rows(500))]) },
};

for (const [name, { count, run }] of Object.entries(calls)) {
  for (let i = 0; i < count / 5; i++) await run();
  const before = nextId;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.threadCpuUsage();
  const startedMs = performance.now();
  for (let i = 0; i < count; i++) await run();
  const elapsedMs = performance.now() - startedMs;
  const { user, system } = process.threadCpuUsage(cpu);
  delay.disable();
  const [{ total } = { total: -1 }] = await database.query<{ total: number }>("SELECT count(*) AS total FROM sample");
  if (total !== nextId || nextId < before) throw new Error(`${name}: ${total} rows, expected ${nextId}`);
  const perCall = (ms: number) => (ms / count).toFixed(3);
  console.log(
    `${name}: ${perCall(elapsedMs)} ms, main-thread CPU ${perCall((user + system) / 1000)} ms, ` +
      `event-loop delay max ${(delay.max / 1e6).toFixed(1)} ms`,
  );
}
await database.close();
