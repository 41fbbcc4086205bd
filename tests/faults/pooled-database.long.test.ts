import {
  applicationNameOf,
  assertNotifications,
  type Database,
  isCanceled,
  migrate,
  openPostgres,
} from "@wayfare/database";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findPgBouncer, type PgBouncer, startPgBouncer } from "../pgbouncer.ts";
import { type PostgresServer, startPostgresServer } from "../postgres-server.ts";

const found = findPgBouncer();
const folder = "folder" in found ? found.folder : "";

let server: PostgresServer;
let bouncer: PgBouncer;

beforeAll(async () => {
  if (folder === "") return;
  server = await startPostgresServer();
  bouncer = await startPgBouncer(folder, server.connectionString, { mode: "transaction", poolSize: 3 });
});

afterAll(async () => {
  await bouncer?.stop();
  await server?.stop();
});

async function open(options: Partial<Parameters<typeof openPostgres>[0]> = {}): Promise<Database> {
  const database = await openPostgres({
    connectionString: bouncer.connectionString,
    directConnectionString: server.connectionString,
    max: 8,
    ...options,
  });
  onTestFinished(() => database.close());
  return database;
}

async function setDefaults(): Promise<void> {
  const admin = await openPostgres({ connectionString: server.connectionString, max: 1 });
  const settings = ["TimeZone = 'UTC'", "DateStyle = 'ISO, YMD'", "IntervalStyle = 'postgres'", "bytea_output = 'hex'"];
  for (const each of [...settings, "statement_timeout = '30s'"])
    await admin.script(`ALTER ROLE CURRENT_USER SET ${each}`);
  await admin.close();
  // Server connections keep the defaults of their start.
  await bouncer.crashAndRestart();
}

describe.skipIf(folder === "")(`with PgBouncer in transaction mode ${"missing" in found ? found.missing : ""}`, () => {
  test("does not start without the direct connection, because no notification arrives", async () => {
    const database = await openPostgres({ connectionString: bouncer.connectionString, max: 4 });
    onTestFinished(() => database.close());
    await expect(assertNotifications(database, { timeoutMs: 2000 })).rejects.toMatchObject({
      code: "NOTIFICATIONS_LOST",
    });
    // The connections of this test have changed settings of the server connections.
    await bouncer.crashAndRestart();
  });

  test("refuses a role without defaults, and accepts it with them", async () => {
    await expect(open()).rejects.toMatchObject({ code: "ROLE_SETTINGS" });
    await setDefaults();
    await assertNotifications(await open());
  });

  test("runs named statements, transactions, reads and locks of many clients on three server connections", async () => {
    const databases = await Promise.all([open({ readMs: 200 }), open({ readMs: 200 }), open({ readMs: 200 })]);
    const [first] = databases;
    if (first === undefined) throw new Error("no database");
    await first.script("CREATE TABLE counted (n int NOT NULL)");
    await Promise.all(
      databases.flatMap((database) =>
        Array.from({ length: 40 }, async (_, n) => {
          expect(await database.query("SELECT $1::int AS n", [n], { name: "echo" })).toEqual([{ n }]);
          await database.transaction(async (tx) => {
            await tx.execute("INSERT INTO counted SELECT count(*) FROM counted");
            expect(await tx.query("SELECT $1::int AS n", [n], { name: "echo" })).toEqual([{ n }]);
          });
        }),
      ),
    );
    expect(await first.query("SELECT count(*)::int AS n FROM counted")).toEqual([{ n: 120 }]);
    const error: unknown = await first.reads.query("SELECT pg_sleep(20)").catch((thrown: unknown) => thrown);
    expect(isCanceled(error)).toBe(true);
    for (let n = 0; n < 12; n++) {
      expect(await first.query("SELECT current_setting('statement_timeout') AS ms")).toEqual([{ ms: "30s" }]);
    }
    let running = 0;
    await Promise.all(
      databases.map((database) =>
        database.lock(5n, async (connection) => {
          expect(++running).toBe(1);
          await connection.query("SELECT pg_sleep(0.05)");
          running--;
        }),
      ),
    );
    expect(await first.query("SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory'")).toEqual([
      { n: 0 },
    ]);
  });

  test("migrates, and sees a running process of an older version until it stops", async () => {
    const database = await open({ applicationName: applicationNameOf(3) });
    await migrate(database, { nowMs: 0 });
    const older = await open({ applicationName: applicationNameOf(2) });
    await older.query("SELECT 1");
    const stop = await older.listen("older", { onMessage: () => {} });
    const count = async () => {
      const rows = await database.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'wayfare schema=2'");
      return rows.length;
    };
    expect(await count()).toBe(1);
    await stop();
    await older.close();
    await expect.poll(count).toBe(0);
  });
});
