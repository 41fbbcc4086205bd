import { describe, expect, onTestFinished, test } from "vitest";
import {
  ArchiveError,
  assertKnownMigrations,
  type Database,
  dumpTables,
  type Frame,
  json,
  listAppliedMigrations,
  listMigrationFiles,
  loadTables,
  migrate,
  migrateToArchive,
  openPglite,
  openPostgres,
  readFrames,
  summarizeTables,
  TargetNotEmptyError,
  withSnapshot,
} from "../../src/index.ts";
import { createTestDatabase, type TestDatabaseKind, testDatabaseKinds } from "../test-databases.ts";

const at = new Date("2026-11-21T07:33:00Z");

async function open(kind: TestDatabaseKind): Promise<Database> {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  return database;
}

/** Rows with values that are easily corrupted: microseconds, bytes, arrays, JSON null, a key to a later row, partitions, guarded tables. */
async function fill(database: Database): Promise<void> {
  await database.execute(
    "INSERT INTO accounts (id, name, created_at) VALUES ('acct_1', $1, '2026-11-21 07:33:00.123456+00')",
    ['line\nbreak, "quotes", \\backslash, ünïcode ✈'],
  );
  const key = `INSERT INTO api_keys (id, account_id, environment, name, scopes, hash, secret_id, hint, created_at)
    VALUES ($1, 'acct_1', 'test', 'n', $2, $3, 'a', 'h', $4)`;
  await database.execute(key, ["ak_1", ["a", "b,c", '"', ""], Buffer.from([0, 255, 92]), at]);
  await database.execute(key, ["ak_2", [], Buffer.from("second"), at]);
  await database.execute("UPDATE api_keys SET rolled_to = 'ak_2' WHERE id = 'ak_1'");
  await database.execute("INSERT INTO idempotent_requests VALUES ('acct_1', 'test', 'r', 'k', '\\x00', 204, $1, $2)", [
    json(null),
    at,
  ]);
  await database.script(`
    CREATE TABLE events_20261121 (LIKE events INCLUDING ALL);
    ALTER TABLE events ATTACH PARTITION events_20261121 FOR VALUES FROM ('evt_a') TO ('evt_b')`);
  for (const id of ["evt_a1", "evt_z1"]) {
    await database.execute(
      "INSERT INTO events (id, account_id, environment, type, data, created_at) VALUES ($1, 'acct_1', 'test', 't', $2, $3)",
      [id, json({ exact: 1.1, text: "a\tb" }), at],
    );
  }
  await database.transaction(async (tx) => {
    await tx.execute(
      "INSERT INTO ledger_transactions VALUES ('txn_1', 'acct_1', 'live', 'invoice', 'k1', 'd', NULL, 2, $1)",
      [at],
    );
    await tx.execute(
      `INSERT INTO ledger_entries VALUES ('le_1', 'txn_1', 'acct_1', 'live', 'receivable', 'USD', 100, $1),
       ('le_2', 'txn_1', 'acct_1', 'live', 'revenue', 'USD', -100, $1)`,
      [at],
    );
  });
}

async function dump(database: Database): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  await withSnapshot(database, (tx) => dumpTables(tx, async (bytes) => void chunks.push(bytes)));
  return chunks;
}

async function* iterate(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

const summarize = (database: Database) => withSnapshot(database, summarizeTables);

// Each engine writes a dump and loads one.
const pairs = [
  { from: "pglite", to: "postgresql" },
  { from: "postgresql", to: "pglite" },
] as const;

describe.each(pairs)("from $from to $to", ({ from, to }) => {
  test("restores all rows, partitions and constraints of a dump", async () => {
    const source = await open(from);
    const target = await open(to);
    await fill(source);
    const summary = await loadTables(target, readFrames(iterate(await dump(source))));
    expect(summary).toStrictEqual(await summarize(source));
    expect(await summarize(target)).toStrictEqual(summary);
    expect(summary.events?.rows).toBe(2);
    expect(await target.query("SELECT id FROM events_20261121")).toEqual([{ id: "evt_a1" }]);
    expect(await target.query("SELECT id FROM events_default")).toEqual([{ id: "evt_z1" }]);
    expect(await target.query("SELECT created_at::text AS at FROM accounts")).toEqual([
      { at: "2026-11-21 07:33:00.123456+00" },
    ]);
    await expect(target.execute("DELETE FROM ledger_entries")).rejects.toMatchObject({ constraint: "append_only" });
    await expect(target.execute("DELETE FROM accounts")).rejects.toMatchObject({ code: "23503" });
  });
});

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("keeps constraints, triggers and indexes unchanged by a load", async () => {
    const source = await open(kind);
    const target = await open(kind);
    const describeSchema = () =>
      target.query(`
        SELECT conname::text AS name, pg_get_constraintdef(oid) AS what FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT tgname::text, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`);
    const before = await describeSchema();
    await loadTables(target, readFrames(iterate(await dump(source))));
    expect(await describeSchema()).toEqual(before);
  });

  test("rejects a target with rows and leaves it unchanged", async () => {
    const source = await open(kind);
    const target = await open(kind);
    await fill(source);
    await target.execute("INSERT INTO accounts (id, name, created_at) VALUES ('acct_9', 'mine', $1)", [at]);
    const frames = readFrames(iterate(await dump(source)));
    await expect(loadTables(target, frames)).rejects.toBeInstanceOf(TargetNotEmptyError);
    expect(await target.query("SELECT id FROM accounts")).toEqual([{ id: "acct_9" }]);
  });

  test("loads nothing from a truncated or modified dump", async () => {
    const source = await open(kind);
    const target = await open(kind);
    await fill(source);
    const chunks = await dump(source);
    const changed = chunks.map((chunk) => Buffer.from(chunk.toString("latin1").replaceAll("ak_1", "ak_3"), "latin1"));
    const lacking = chunks.filter((chunk) => !chunk.includes("evt_a1"));
    for (const damaged of [chunks.slice(0, -3), [Buffer.concat(chunks).subarray(0, -4)], changed, lacking]) {
      await expect(loadTables(target, readFrames(iterate(damaged)))).rejects.toBeInstanceOf(ArchiveError);
      expect(await target.query("SELECT id FROM accounts")).toEqual([]);
    }
  });

  test("rejects a row whose foreign key has no target", async () => {
    const target = await open(kind);
    const source = await open(kind);
    await source.script("ALTER TABLE searches DROP CONSTRAINT searches_account_id_fkey");
    await source.execute(
      "INSERT INTO searches (id, account_id, environment, key_id, request, searched_at, expires_at, world_version) VALUES ('s', 'acct_0', 'test', 'k', '{}', $1, $1, 'w')",
      [at],
    );
    const frames = readFrames(iterate(await dump(source)));
    await source.script(`
      DELETE FROM searches;
      ALTER TABLE searches ADD CONSTRAINT searches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id)`);
    await expect(loadTables(target, frames)).rejects.toMatchObject({ code: "23503" });
    expect(await target.query("SELECT id FROM searches")).toEqual([]);
  });

  test("continues a sequence at its value", async () => {
    const source = await open(kind);
    const target = await open(kind);
    for (const database of [source, target]) {
      await database.script(
        "CREATE TABLE counted (id bigint GENERATED ALWAYS AS IDENTITY, twice bigint GENERATED ALWAYS AS (amount * 2) STORED, amount bigint)",
      );
    }
    await source.script("INSERT INTO counted (amount) VALUES (5), (6)");
    await loadTables(target, readFrames(iterate(await dump(source))));
    await target.script("INSERT INTO counted (amount) VALUES (7)");
    expect(await target.query("SELECT id, twice FROM counted ORDER BY id")).toEqual([
      { id: 1, twice: 10 },
      { id: 2, twice: 12 },
      { id: 3, twice: 14 },
    ]);
    for (const database of [source, target]) await database.script("DROP TABLE counted");
  });
});

test("dumps one snapshot on PostgreSQL despite concurrent commits", async () => {
  const { database: source, connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  await fill(source);
  const before = await summarize(source);
  const writer = await openPostgres({ connectionString: connectionString ?? "", max: 1 });
  let frames = 0;
  const during = await withSnapshot(source, (tx) =>
    dumpTables(tx, async () => {
      frames++;
      await writer.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, 'later', $2)", [
        `acct_x${frames}`,
        at,
      ]);
    }),
  );
  await writer.close();
  expect(during).toStrictEqual(before);
  expect((await summarize(source)).accounts?.rows).toBe(1 + frames);
});

test.each(testDatabaseKinds)("dumps %s in chunks of about a megabyte, regardless of row size", async (kind) => {
  const source = await open(kind);
  await source.execute(
    `INSERT INTO accounts (id, name, created_at)
     SELECT 'acct_' || i, CASE WHEN i <= 300 THEN repeat(md5(i::text), 3200) ELSE 'short' END, $1 FROM generate_series(1, 5000) AS i`,
    [at],
  );
  const chunks = await dump(source);
  const sizes = chunks.map(({ length }) => length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(30_000_000);
  expect(Math.max(...sizes)).toBeLessThan(2_000_000);
});

test("loads rows of an earlier schema into that schema, then runs later migrations on them", async () => {
  const openFresh = async () => {
    const database = await openPglite({ directory: null });
    onTestFinished(() => database.close());
    return database;
  };
  const files = await listMigrationFiles();
  const [source, target] = [await openFresh(), await openFresh()];
  await migrate(source, { nowMs: at.getTime(), files: files.filter(({ id }) => id <= 10) });
  await source.execute("INSERT INTO accounts (id, name, created_at) VALUES ('acct_1', 'kept', $1)", [at]);
  const archived = await listAppliedMigrations(source);
  await assertKnownMigrations(archived);
  await migrateToArchive(target, archived, at.getTime());
  expect(await listAppliedMigrations(target)).toEqual(archived);
  await loadTables(target, readFrames(iterate(await dump(source))));
  await migrate(target, { nowMs: at.getTime() });
  expect(await target.query("SELECT name, period_start FROM accounts")).toEqual([{ name: "kept", period_start: null }]);
  const edited = archived.map((each) => ({ ...each, checksum: "other" }));
  await expect(assertKnownMigrations(edited)).rejects.toMatchObject({ code: "MIGRATION_EDITED" });
});

test("reads frames from chunks of any size", async () => {
  const source = await open("pglite");
  await fill(source);
  const whole = Buffer.concat(await dump(source));
  const read = async (size: number): Promise<Frame[]> => {
    const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
      whole.subarray(index * size, (index + 1) * size),
    );
    return Array.fromAsync(readFrames(iterate(chunks)));
  };
  const expected = await read(whole.length);
  for (const size of [1, 4, 5, 1000]) expect(await read(size)).toEqual(expected);
});
