import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Database, type MaintenanceEvent, openPglite, type PgliteOptions } from "../../src/index.ts";

const mebibyte = 2 ** 20;

async function open(options: Partial<PgliteOptions> = {}): Promise<Database> {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-maintenance-"));
  const database = await openPglite({ directory: join(directory, "database"), ...options });
  onTestFinished(async () => {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  await database.script("CREATE TABLE items (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)");
  return database;
}

/** Writes about 13 MB of WAL in 100 statements. */
async function insertRows(database: Database): Promise<void> {
  for (let batch = 0; batch < 100; batch++) {
    await database.execute("INSERT INTO items (text) SELECT repeat('x', 1000) FROM generate_series(1, 100)");
  }
}

async function readNumber(database: Database, expression: string): Promise<number> {
  const [row] = await database.query<{ value: number }>(`SELECT (${expression})::float8 AS value`);
  return row?.value ?? Number.NaN;
}

const readPosition = (database: Database) => readNumber(database, "pg_current_wal_insert_lsn() - '0/0'");
const readWalSize = (database: Database) => readNumber(database, "SELECT sum(size) FROM pg_ls_waldir()");
const vacuumNext = (database: Database) => database.maintenance?.vacuumNext();

test("runs checkpoints as WAL is written, which bounds the WAL files", async () => {
  const events: MaintenanceEvent[] = [];
  const database = await open({ onMaintenance: (event) => events.push(event) });
  const before = await readPosition(database);
  let written = 0;
  let largest = 0;
  while (written < 200 * mebibyte) {
    await insertRows(database);
    await database.execute("TRUNCATE items");
    written = (await readPosition(database)) - before;
    largest = Math.max(largest, await readWalSize(database));
  }
  expect(largest).toBeLessThanOrEqual(160 * mebibyte);
  expect(events.filter(({ type }) => type === "checkpointed").length).toBeGreaterThanOrEqual(3);
  expect(events.filter(({ type }) => type === "failed")).toEqual([]);
});

test("runs a checkpoint after a transaction, not inside it", async () => {
  const events: MaintenanceEvent[] = [];
  const database = await open({ onMaintenance: (event) => events.push(event) });
  await database.transaction(async (tx) => {
    for (let batch = 0; batch < 50; batch++) {
      await tx.execute("INSERT INTO items (text) SELECT repeat('x', 1000) FROM generate_series(1, 1000)");
    }
    expect(events).toEqual([]);
  });
  // The statement after which the checkpoint is due.
  await vi.waitFor(
    async () => {
      await database.query("SELECT 1");
      expect(events).toMatchObject([{ type: "checkpointed" }]);
    },
    { timeout: 120_000, interval: 20 },
  );
});

test("vacuums deleted rows, which bounds a table that is filled and emptied repeatedly", async () => {
  const database = await open();
  const sizes: number[] = [];
  for (let cycle = 0; cycle < 6; cycle++) {
    await insertRows(database);
    await database.execute("DELETE FROM items WHERE id % 1000 <> 0");
    expect(await vacuumNext(database)).toBe("public.items");
    sizes.push(await readNumber(database, "pg_total_relation_size('items')"));
  }
  expect(Math.max(...sizes)).toBeLessThan(2 * (sizes[0] ?? 0));
});

test("vacuums the table that needs it most first, and none below the threshold", async () => {
  const database = await open();
  await database.script("CREATE TABLE few (id int); INSERT INTO few SELECT generate_series(1, 10)");
  await database.script("CREATE TABLE more (id int); INSERT INTO more SELECT generate_series(1, 20000)");
  await database.script("UPDATE more SET id = id + 1; DELETE FROM few; ANALYZE few");
  await insertRows(database);
  const vacuumed: (string | undefined)[] = [];
  do vacuumed.push(await vacuumNext(database));
  while (vacuumed.at(-1) !== undefined);
  const own = vacuumed.filter((name) => name?.startsWith("public."));
  expect(own).toEqual(["public.more", "public.items"]);
});

test("waits for an open transaction before a vacuum", async () => {
  const database = await open();
  await insertRows(database);
  const order: string[] = [];
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const transaction = database
    .transaction(async (tx) => {
      await tx.execute("DELETE FROM items");
      start();
      await mayEnd;
      await tx.query("SELECT 1");
    })
    .then(() => order.push("transaction"));
  await started;
  const vacuum = vacuumNext(database)?.then((name) => order.push(String(name)));
  end();
  await Promise.all([transaction, vacuum]);
  expect(order).toEqual(["transaction", "public.items"]);
});
