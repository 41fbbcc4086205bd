import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@wayfare/contract";
import type { Settings } from "@wayfare/settings";
import { makeWebhookSecret } from "@wayfare/webhooks";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { openAdminSocket } from "../../../src/operator/commands/admin-socket.ts";
import { makeDeployment as makeDeploymentCommands } from "../../../src/operator/commands/deployment.ts";
import { runDoctor } from "../../../src/operator/commands/run-doctor.ts";
import type { Check } from "../../../src/operator/doctor/check.ts";
import { checkDatabase } from "../../../src/operator/doctor/database-checks.ts";
import { checkHost } from "../../../src/operator/doctor/host-checks.ts";
import { makeSecretBox } from "../../../src/secrets/secret-box.ts";
import { parseServerSecrets } from "../../../src/secrets/server-secret.ts";
import { openStorage } from "../../../src/storage/open-storage.ts";
import { insertPause } from "../../../src/storage/pause-store.ts";
import { operatorOf, startApp } from "../../access-app.ts";
import { startMs } from "../../running-app.ts";
import { makeDeployment, makeDirectory, secretText } from "../backup/backup-files.ts";

const statusOf = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ check, status }) => [check, status]));
const find = (checks: readonly Check[], name: string) => checks.find(({ check }) => check === name);

function sourcesOf({ dataDir, databaseUrl, serverSecret }: Settings, changes: Record<string, string> = {}) {
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "", SERVER_SECRET: serverSecret ?? "" };
  return { environment: { ...environment, ...changes } };
}

async function open(settings: Settings) {
  const storage = await openStorage(settings, startMs);
  onTestFinished(() => storage.close());
  return storage;
}

describe.each(testDatabaseKinds)("a deployment on %s", (kind) => {
  test("passes all checks while it is stopped", async () => {
    const settings = await makeDeployment(kind);
    await (await openStorage(settings, startMs)).close();
    const checks = await runDoctor(sourcesOf(settings));
    expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
    expect(statusOf(checks)).toMatchObject({ database: "ok", "database writable": "ok", schema: "ok", clock: "ok" });
    expect(statusOf(checks)).toMatchObject({ "server secret": "ok", "sealed rows": "ok", outbound: "ok" });
  });

  test("reports a wrong server secret, a pause, an old schema and clock skew", async () => {
    const settings = await makeDeployment(kind);
    const { database } = await open(settings);
    const good = settings.serverSecret ?? "";
    const runChecks = async (text: string, clock = systemClock) =>
      checkDatabase({
        database,
        clock,
        async readSecrets() {
          if (text !== good) throw new Error("not that of this database");
          return parseServerSecrets(text === "" ? secretText : text);
        },
      });
    expect(statusOf(await runChecks(`a:${"x".repeat(44)}`))).toMatchObject({
      "server secret": "fail",
      "sealed rows": "warn",
    });
    await insertPause(database, { reason: "restored", nowMs: startMs });
    expect(find(await runChecks(good), "outbound")).toMatchObject({
      status: "warn",
      fix: expect.stringContaining("wayfare resume"),
    });
    const later = { nowMs: () => systemClock.nowMs() + 60_000 };
    expect(find(await runChecks(good, later), "clock")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("behind"),
    });
    const bit = { nowMs: () => systemClock.nowMs() - 2000 };
    expect(find(await runChecks(good, bit), "clock")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("ahead"),
    });
    const [newest] = await database.query<{ id: number }>("SELECT max(id) AS id FROM schema_migrations");
    const put = (column: string, value: number) =>
      database.execute(
        `UPDATE schema_migrations SET ${column} = $1 WHERE id = (SELECT max(id) FROM schema_migrations)`,
        [value],
      );
    await put("id", 9000);
    await put("breaking_version", 9000);
    expect(find(await runChecks(good), "schema")).toMatchObject({ status: "fail" });
    await put("breaking_version", 0);
    await put("id", newest?.id ?? 0);
  });

  test("reports missing server secrets and values that cannot be decrypted", async () => {
    const { app, database } = await startApp(kind);
    const sealedBy = (text: string) => makeSecretBox(parseServerSecrets(text)).seal(makeWebhookSecret());
    const keys = {
      first: `t:${Buffer.alloc(32, 7).toString("base64")}`,
      second: `u:${Buffer.alloc(32, 8).toString("base64")}`,
    };
    const insert = (id: string, secret: Buffer) =>
      database.execute(
        `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
         VALUES ($1, $2, 'test', 'https://receiver.example/', '', '{*}', 'active', $3, $4)`,
        [id, app.accountId, secret, new Date(startMs)],
      );
    const runChecks = async (text: string) =>
      find(
        await checkDatabase({ database, clock: systemClock, readSecrets: async () => parseServerSecrets(text) }),
        "sealed rows",
      );
    await insert("whk_1", Buffer.from(sealedBy(keys.first)));
    expect(await runChecks(keys.first)).toMatchObject({ status: "ok" });
    await insert("whk_2", Buffer.from(sealedBy(keys.second)));
    expect(await runChecks(keys.first)).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("secrets: u"),
    });
    expect(await runChecks(`${keys.first},${keys.second}`)).toMatchObject({ status: "ok" });
    const other = `u:${Buffer.alloc(32, 9).toString("base64")}`;
    expect(await runChecks(`${keys.first},${other}`)).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("cannot be decrypted"),
    });
  });
});

test("checks a running service with the embedded database over its admin socket", async () => {
  const settings = await makeDeployment("pglite");
  const { database, dataDirectory } = await open(settings);
  const deployment = makeDeploymentCommands({ settings, database, dataDirectory, clock: systemClock });
  const operator = operatorOf(database, { nowMs: () => startMs, advance: () => {} });
  const log = pino({ enabled: false });
  onTestFinished(await openAdminSocket({ dataDirectory, operator, deployment, clock: systemClock, log }));
  const checks = await runDoctor(sourcesOf(settings));
  expect(statusOf(checks)).toMatchObject({ service: "ok", database: "ok", schema: "ok", "server secret": "ok" });
});

test("reports invalid settings and an unreachable database as failed checks", async () => {
  expect(await runDoctor({ environment: { PORT: "x" } })).toMatchObject([{ check: "settings", status: "fail" }]);
  const environment = {
    DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
    SERVER_SECRET: secretText,
    DATA_DIR: await makeDirectory(),
  };
  expect(find(await runDoctor({ environment }), "database")).toMatchObject({ status: "fail" });
});

test("a deployment that was never started has no failed check", async () => {
  const checks = await runDoctor({ environment: { DATA_DIR: join(await makeDirectory(), "data") } });
  expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
  expect(statusOf(checks)).toMatchObject({ "data directory": "warn", database: "warn" });
});

describe("host checks", () => {
  async function runChecks(changes: Partial<Settings>, environment: Record<string, string> = {}) {
    const settings = await makeDeployment("pglite");
    return checkHost({ ...settings, ...changes }, environment);
  }

  test("the time zone data are described, and those of TZ_DATA must be complete", async () => {
    expect(find(await runChecks({}), "time zone data")).toMatchObject({
      status: "ok",
      detail: expect.stringMatching(/^release 20\d\d[a-z] of this version of Wayfare$/),
    });
    expect(find(await runChecks({ tzData: "/nowhere" }), "time zone data")).toMatchObject({
      status: "fail",
      detail: expect.stringMatching(/^cannot use TZ_DATA \/nowhere: ENOENT/),
      fix: expect.stringContaining("TZ_DATA"),
    });
  });

  test.each([
    [{}, "ok"],
    [{ host: "0.0.0.0" }, "warn"],
    [{ publicUrl: "http://flights.example.com" }, "fail"],
    [{ publicUrl: "https://flights.example.com" }, "warn"],
    [{ publicUrl: "https://flights.example.com", trustProxy: ["10.0.0.1"] }, "ok"],
    [{ publicUrl: "https://192.0.2.1", trustProxy: ["10.0.0.1"] }, "warn"],
  ])("with %j the public URL is %s", async (changes, status) => {
    expect(statusOf(await runChecks(changes))).toMatchObject({ "public URL": status });
  });

  test("reports secrets and directories that other users can read", async () => {
    const dataDir = await makeDirectory();
    await writeFile(join(dataDir, "server-secret"), secretText, { mode: 0o600 });
    expect(find(await runChecks({ dataDir }), "file modes")).toMatchObject({ status: "ok" });
    await chmod(dataDir, 0o755);
    expect(find(await runChecks({ dataDir }), "file modes")).toMatchObject({
      status: "warn",
      fix: `Run: chmod 700 ${dataDir}`,
    });
    await chmod(join(dataDir, "server-secret"), 0o644);
    expect(find(await runChecks({ dataDir }), "file modes")).toMatchObject({
      status: "fail",
      fix: expect.stringContaining("chmod go="),
    });
  });

  test("warns about an unused proxy, and about webhooks to loopback in a public deployment", async () => {
    expect(find(await runChecks({}), "egress")).toMatchObject({ status: "ok" });
    expect(find(await runChecks({}, { HTTPS_PROXY: "http://proxy:3128" }), "egress")).toMatchObject({ status: "warn" });
    const changes = { publicUrl: "https://flights.example.com", webhooksAllowLoopback: true };
    expect(find(await runChecks(changes), "egress")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("services on this machine"),
    });
  });

  test("reports a DATA_DIR that is a file", async () => {
    const path = join(await makeDirectory(), "file");
    await writeFile(path, "");
    await mkdir(join(path, "..", "other"));
    expect(find(await runChecks({ dataDir: path }), "data directory")).toMatchObject({ status: "fail" });
  });
});
