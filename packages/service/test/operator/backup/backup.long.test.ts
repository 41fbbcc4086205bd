import { createCipheriv } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type Database, migrate, openDataDirectory, openPglite, openPostgres } from "@wayfare/database";
import type { Settings } from "@wayfare/settings";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { moveDatabase } from "../../../src/operator/backup/move.ts";
import { openExisting } from "../../../src/operator/backup/source.ts";
import { openAdminSocket } from "../../../src/operator/commands/admin-socket.ts";
import { withOperator } from "../../../src/operator/commands/connect.ts";
import {
  type Deployment,
  makeDeployment as makeDeploymentCommands,
} from "../../../src/operator/commands/deployment.ts";
import { resumeOutbound } from "../../../src/operator/commands/resume.ts";
import { openStorage } from "../../../src/storage/open-storage.ts";
import { findPause, insertPause } from "../../../src/storage/pause-store.ts";
import { operatorOf } from "../../access-app.ts";
import { startMs } from "../../running-app.ts";
import { backUp, makeDeployment, makeDirectory, makeTarget, restore, secretText } from "./backup-files.ts";

const journalPath = "usage/1/jrn_01kahz2j7p3v8c5m9n4q6r7s8t.1.log";

/** A deployment with a key, a usage journal, a world file and a file that backups exclude. */
async function fill(settings: Settings) {
  const key = await withOperator(settings, (operator) =>
    operator.createKey({ environment: "live", scopes: ["usage.write"], name: "ci" }),
  );
  await mkdir(join(settings.dataDir, "usage/1"), { recursive: true });
  await writeFile(join(settings.dataDir, journalPath), "one line\n");
  await mkdir(join(settings.dataDir, "world"));
  // Incompressible content, so that the backup has several chunks.
  const noise = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(300_000));
  await writeFile(join(settings.dataDir, "world/sandbox-1.world"), noise);
  await writeFile(join(settings.dataDir, "first-run.json"), "{}");
  return key;
}

async function inDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await openExisting(settings, startMs);
  try {
    return await work(database);
  } finally {
    await close();
  }
}

// Each engine writes and restores one backup, because creating an embedded database takes seconds.
const pairs = [
  { from: "pglite", to: "postgresql" },
  { from: "postgresql", to: "pglite" },
] as const;

test.each(pairs)(
  "restores a backup of $from into $to: rows, secrets and files, with outbound traffic paused",
  async ({ from, to }) => {
    const source = await makeDeployment(from);
    const key = await fill(source);
    const file = join(await makeDirectory(), "one.backup");
    const summary = await backUp(source, file);
    expect(summary.files).toBe(2);
    expect((await readFile(file)).includes("First account")).toBe(false);
    const target = await makeTarget(to);
    const restored = await restore(target, file);
    expect(restored).toMatchObject({
      engine: from,
      files: 2,
      verification: { tables: summary.tables, rows: summary.rows },
    });
    expect(await readFile(join(target.dataDir, journalPath), "utf8")).toBe("one line\n");
    expect((await stat(join(target.dataDir, "world/sandbox-1.world"))).size).toBe(300_000);
    expect(existsSync(join(target.dataDir, "first-run.json"))).toBe(false);
    const secret = await readFile(join(target.dataDir, "server-secret"), "utf8");
    expect((await stat(join(target.dataDir, "server-secret"))).mode & 0o777).toBe(0o600);
    const started = { ...target, serverSecret: target.databaseUrl === null ? null : secret.trim() };
    const keys = await withOperator(started, (operator) => operator.listKeys({}));
    expect(keys.map(({ id }) => id)).toEqual([key.id]);
    expect(await inDatabase(started, findPause)).toMatchObject({
      reason: expect.stringContaining("restored from a backup"),
    });
    expect(await resumeOutbound(started, startMs)).toMatchObject({
      ended: { pausedAt: new Date(startMs).toISOString() },
    });
    expect(await resumeOutbound(started, startMs)).toEqual({ ended: null });
    expect(await inDatabase(started, findPause)).toBeUndefined();
  },
);

async function backUpDeployment() {
  const source = await makeDeployment("postgresql");
  await fill(source);
  const file = join(await makeDirectory(), "one.backup");
  await backUp(source, file);
  return { source, file };
}

describe.each(testDatabaseKinds)("restoring into %s", (kind) => {
  test("a wrong passphrase and a truncated file leave the target empty, and a retry succeeds", async () => {
    const { file } = await backUpDeployment();
    const target = await makeTarget(kind);
    await expect(restore(target, file, { passphrase: "wrong passphrase" })).rejects.toThrow(/wrong passphrase/);
    const { size } = await stat(file);
    const whole = await readFile(file);
    await truncate(file, size - 20);
    await expect(restore(target, file)).rejects.toThrow(/damaged or truncated/);
    const left = await readdir(target.dataDir);
    expect(left.filter((name) => name !== "lock.db")).toEqual([]);
    await writeFile(file, whole);
    await restore(target, file);
  });

  test("rejects a target with data and keeps the data", async () => {
    const { file } = await backUpDeployment();
    const target = await makeDeployment(kind);
    const key = await fill(target);
    await expect(restore(target, file)).rejects.toThrow(/is not empty/);
    const elsewhere = { ...target, dataDir: await makeDirectory() };
    if (kind === "postgresql") await expect(restore(elsewhere, file)).rejects.toThrow(/is not empty: .*rows/);
    const keys = await withOperator(target, (operator) => operator.listKeys({}));
    expect(keys.map(({ id }) => id)).toEqual([key.id]);
  });
});

describe("rejections independent of the target's engine", () => {
  test("rejects a server secret that does not match the backup, and restores nothing", async () => {
    const { file } = await backUpDeployment();
    const target = { ...(await makeTarget("postgresql")), serverSecret: `b:${Buffer.alloc(32, 4).toString("base64")}` };
    await expect(restore(target, file)).rejects.toThrow(/server secret does not match this database/);
    await restore({ ...target, serverSecret: secretText }, file);
    expect(existsSync(join(target.dataDir, "server-secret"))).toBe(false);
  });

  test("rejects a backup of a newer version before changing the target", async () => {
    const { source, file } = await backUpDeployment();
    const newer = join(await makeDirectory(), "newer.backup");
    await inDatabase(source, (database) =>
      database.execute("INSERT INTO schema_migrations VALUES (9000, 'later', 'x', 0, $1)", [new Date(startMs)]),
    );
    await backUp(source, newer);
    const target = await makeTarget("postgresql");
    await expect(restore(target, newer)).rejects.toThrow(
      /made by a newer version of Wayfare: migration 9000_later is missing here/,
    );
    await inDatabase(source, (database) => database.execute("DELETE FROM schema_migrations WHERE id = 9000"));
    expect(existsSync(target.dataDir)).toBe(false);
    await restore(target, file);
  });
});

describe("while a service with the embedded database is running", () => {
  async function serve(changes: (deployment: Deployment) => Partial<Deployment> = () => ({})) {
    const settings = await makeDeployment("pglite");
    const key = await fill(settings);
    const { database, dataDirectory, close } = await openStorage(settings, startMs);
    const clock = { nowMs: () => startMs, advance: () => {} };
    const deployment = makeDeploymentCommands({ settings, database, dataDirectory, clock });
    const log = pino({ enabled: false });
    const stop = await openAdminSocket({
      dataDirectory,
      operator: operatorOf(database, clock),
      deployment: { ...deployment, ...changes(deployment) },
      clock,
      log,
    });
    onTestFinished(async () => {
      await stop();
      await close();
    });
    return { settings, database, key, file: join(await makeDirectory(), "one.backup") };
  }

  test("creates a restorable backup over the admin socket and leaves no temporary file", async () => {
    const { settings, database, key, file } = await serve();
    const names = await readdir(settings.dataDir);
    const summary = await backUp(settings, file);
    expect(await readdir(settings.dataDir)).toEqual(names);
    expect(summary).toMatchObject({ files: 2, createdAt: new Date(startMs).toISOString() });
    expect(await database.query("SELECT id FROM api_keys")).toEqual([{ id: key.id }]);
    const target = await makeTarget("postgresql");
    expect(await restore(target, file)).toMatchObject({ tables: { api_keys: { rows: 1 } }, files: 2 });
  });

  test("fails if the service cannot create the backup or the connection breaks", async () => {
    const failing = await serve(() => ({ backup: () => Promise.reject(new Error("disk full")) }));
    await expect(backUp(failing.settings, failing.file)).rejects.toThrow(/See its log/);
    const broken = await serve((deployment) => ({
      async backup() {
        const spooled = await deployment.backup();
        spooled.content.destroy();
        return { ...spooled, content: Readable.from([Buffer.alloc(10)]) };
      },
    }));
    await expect(backUp(broken.settings, broken.file)).rejects.toThrow();
  });

  test("`wayfare resume` ends the pause in the running service", async () => {
    const { settings, database } = await serve();
    await insertPause(database, { reason: "restored", nowMs: startMs });
    expect(await resumeOutbound(settings, startMs)).toMatchObject({ ended: { reason: "restored" } });
    expect(await findPause(database)).toBeUndefined();
  });
});

test("rejects a backup if the server secret does not match the database", async () => {
  const source = await makeDeployment("postgresql");
  await fill(source);
  const other = { ...source, serverSecret: `a:${Buffer.alloc(32, 4).toString("base64")}` };
  await expect(backUp(other, join(await makeDirectory(), "one.backup"))).rejects.toThrow(
    /server secret does not match/,
  );
});

describe("moving the embedded database to PostgreSQL", () => {
  test("copies every row and pauses the source", async () => {
    const source = await makeDeployment("pglite");
    const key = await fill(source);
    const { databaseUrl } = await makeTarget("postgresql");
    const { tables } = await moveDatabase(source, { to: databaseUrl ?? "", nowMs: startMs });
    expect(tables.api_keys?.rows).toBe(1);
    const secret = (await readFile(join(source.dataDir, "server-secret"), "utf8")).trim();
    const environment = { DATA_DIR: source.dataDir, DATABASE_URL: databaseUrl ?? "", SERVER_SECRET: secret };
    const moved = parseSettings({ environment });
    const storage = await openStorage(moved, startMs);
    expect(await storage.database.query("SELECT id FROM api_keys")).toEqual([{ id: key.id }]);
    expect(await findPause(storage.database)).toBeUndefined();
    await storage.close();
    expect(await inDatabase(source, findPause)).toMatchObject({ reason: "this database was moved to PostgreSQL" });
    await expect(moveDatabase(source, { to: databaseUrl ?? "", nowMs: startMs })).rejects.toThrow(/is not empty/);
  });

  test("fails while a service holds the data directory", async () => {
    const source = await makeDeployment("pglite");
    const lock = openDataDirectory(source.dataDir);
    onTestFinished(() => lock.release());
    const { databaseUrl } = await makeTarget("postgresql");
    await expect(moveDatabase(source, { to: databaseUrl ?? "", nowMs: startMs })).rejects.toMatchObject({
      code: "IN_USE",
    });
  });

  test("fails if the target has later migrations or other tables", async () => {
    const source = await makeDeployment("pglite");
    await fill(source);
    const { databaseUrl } = await makeTarget("postgresql");
    const target = await openPostgres({ connectionString: databaseUrl ?? "", max: 1 });
    onTestFinished(() => target.close());
    await target.script("CREATE TABLE strangers (id integer); INSERT INTO strangers VALUES (1)");
    await expect(moveDatabase(source, { to: databaseUrl ?? "", nowMs: startMs })).rejects.toThrow(/is not empty/);
    await target.script("DROP TABLE strangers");
    await target.execute("INSERT INTO schema_migrations VALUES (9000, 'later', 'x', 0, $1)", [new Date(startMs)]);
    await expect(moveDatabase(source, { to: databaseUrl ?? "", nowMs: startMs })).rejects.toThrow(/later migrations/);
  });
});

test("rejects a database directory of another PostgreSQL major version without opening it, and says what to do", async () => {
  const directory = join(await makeDirectory(), "database");
  await mkdir(directory);
  await writeFile(join(directory, "PG_VERSION"), "17\n");
  await expect(openPglite({ directory })).rejects.toThrow(
    /PostgreSQL 17, and this version of Wayfare embeds PostgreSQL 18.*wayfare restore/,
  );
  expect(await readdir(directory)).toEqual(["PG_VERSION"]);
});

test("compares directories with the major version of the embedded database", async () => {
  const directory = join(await makeDirectory(), "database");
  const first = await openPglite({ directory });
  await migrate(first, { nowMs: startMs });
  await first.close();
  const again = await openPglite({ directory });
  expect(await again.query("SELECT split_part(current_setting('server_version'), '.', 1) AS major")).toEqual([
    { major: "18" },
  ]);
  await again.close();
});
