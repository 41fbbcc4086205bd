import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { DomainError, partitionOf } from "@wayfare/contract";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../../tests/databases.ts";
import { insertApplication } from "../../../src/applications/store.ts";
import { listAuditEvents } from "../../../src/audit/store.ts";
import { AdminSocketError, isListening, makeAdminClient } from "../../../src/operator/commands/admin-client.ts";
import { findAdminSocketPath, openAdminSocket } from "../../../src/operator/commands/admin-socket.ts";
import { listLimit, type Operator } from "../../../src/operator/commands/commands.ts";
import { type CreateKeyInput, parseCreateKeyInput, parseListKeysInput } from "../../../src/operator/commands/input.ts";
import { createAccount, findFirstAccount } from "../../../src/tenancy/account-store.ts";
import { operatorOf, startApp } from "../../access-app.ts";
import { startMs } from "../../running-app.ts";

const order: CreateKeyInput = { environment: "live", scopes: ["usage.write"], name: "ci" };

async function problemOf(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof DomainError) return error;
  throw new Error("no problem", { cause: error });
}

const faultsOf = (error: DomainError) => (error.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function open() {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    let nowMs = startMs;
    const clock = { nowMs: () => nowMs, advance: (ms: number) => void (nowMs += ms) };
    const invalidated: string[] = [];
    const invalidate = (id: string) => void invalidated.push(id);
    return {
      database,
      clock,
      forgotten: invalidated,
      operator: operatorOf(database, clock, invalidate),
    };
  }

  test.each(["test", "live", "service"] as const)(
    "creates a %s key with the first account and writes an audit event",
    async (environment) => {
      const { database, operator } = await open();
      const key = await operator.createKey({ ...order, environment });
      const prefix = environment === "service" ? "svc" : environment;
      expect(key).toMatchObject({ environment, name: "ci", scopes: ["usage.write"], status: "active" });
      expect(key.secret).toMatch(new RegExp(`^key_${prefix}_[0-9A-Za-z]{49}$`));
      const accountId = (await findFirstAccount(database)) ?? "";
      const owner = { accountId, environment: partitionOf(environment), applicationId: null };
      const events = await listAuditEvents(database, owner, { filter: {}, afterId: null, limit: 10 });
      expect(events).toMatchObject([
        { type: "key.created", actor: { type: "operator", id: null, address: null }, subject: { id: key.id } },
      ]);
      expect(JSON.stringify(events)).not.toContain(key.secret);
      await operator.createKey(order);
      expect(await database.query("SELECT id FROM accounts")).toHaveLength(1);
    },
  );

  test("two concurrent first keys share one account", async () => {
    const { database, operator } = await open();
    await Promise.all([operator.createKey(order), operator.createKey(order)]);
    expect(await database.query("SELECT id, name FROM accounts")).toMatchObject([{ name: "First account" }]);
  });

  test("lists keys of both partitions, newest first, without secrets; applies filters", async () => {
    const { clock, operator } = await open();
    expect(await operator.listKeys({})).toEqual([]);
    const made = [];
    for (const environment of ["test", "live", "service", "test"] as const) {
      made.unshift(await operator.createKey({ ...order, environment }));
      clock.advance(1);
    }
    const keys = made.map(({ secret: _secret, ...key }) => key);
    expect(await operator.listKeys({})).toEqual(keys);
    expect(await operator.listKeys({ environment: "service" })).toEqual([keys[1]]);
    expect(await operator.listKeys({ environment: "test" })).toEqual([keys[0], keys[3]]);
    expect(await operator.listKeys({ status: "revoked" })).toEqual([]);
    expect(await operator.listKeys({ idle: true })).toEqual([]);
    clock.advance(91 * 86_400_000);
    expect((await operator.listKeys({ idle: true })).map(({ id }) => id)).toEqual(keys.map(({ id }) => id));
  });

  test("a filtered list continues past other keys and ends at its limit", async () => {
    const { database, clock, operator } = await open();
    const old = await operator.createKey({ ...order, environment: "service" });
    clock.advance(1);
    const { id } = await operator.createKey(order);
    await database.execute(
      `INSERT INTO api_keys (id, account_id, environment, name, scopes, hash, secret_id, hint, created_at)
       SELECT 'ak_z' || lpad(n::text, 25, '0'), account_id, environment, name, scopes, hash || int4send(n), secret_id, hint, created_at
       FROM api_keys, generate_series(1, $2) AS n WHERE id = $1`,
      [id, listLimit],
    );
    expect(await operator.listKeys({})).toHaveLength(listLimit);
    expect(await operator.listKeys({ environment: "service" })).toMatchObject([{ id: old.id }]);
  });

  test("revokes a key of either partition once, with a grace period, and invalidates the cache", async () => {
    const { clock, forgotten: invalidated, operator } = await open();
    for (const environment of ["test", "service"] as const) {
      const { id } = await operator.createKey({ ...order, environment });
      const revocation = await operator.revokeKey(id);
      const graceEndsAt = new Date(clock.nowMs() + 60_000).toISOString();
      expect(revocation).toMatchObject({ id, status: "revoking", graceEndsAt });
      expect(invalidated).toEqual([id]);
      clock.advance(60_000);
      expect(await operator.revokeKey(id)).toEqual({ ...revocation, status: "revoked" });
      expect(invalidated.splice(0)).toEqual([id]);
    }
  });

  test("reports an unknown id, and does not repeat a secret given as an id", async () => {
    const { operator } = await open();
    const unknown = "ak_01kahz2j7p3v8c5m9n4q6r7s8t";
    expect((await problemOf(operator.revokeKey(unknown))).message).toBe(`No such key: ${unknown}.`);
    const { secret } = await operator.createKey(order);
    expect((await problemOf(operator.revokeKey(unknown))).message).toBe(`No such key: ${unknown}.`);
    const { message } = await problemOf(operator.revokeKey(secret));
    expect(message).toMatch(/^Invalid key id/);
    expect(message).not.toContain(secret);
  });

  test("uses the oldest account by default; rejects an unknown account", async () => {
    const { database, operator } = await open();
    const first = await createAccount(database, "One", startMs);
    const accountId = await createAccount(database, "Two", startMs + 1);
    const { id } = await operator.createKey({ ...order, accountId });
    expect(await operator.listKeys({})).toEqual([]);
    expect(await operator.listKeys({ accountId })).toMatchObject([{ id }]);
    expect((await problemOf(operator.revokeKey(id))).code).toBe("NOT_FOUND");
    expect(await operator.revokeKey(id, { accountId })).toMatchObject({ status: "revoking" });
    expect((await operator.createKey({ ...order, accountId: first })).id).toBe((await operator.listKeys({}))[0]?.id);
    const elsewhere = { accountId: "acct_none" };
    for (const refused of [
      () => operator.createKey({ ...order, ...elsewhere }),
      () => operator.listKeys(elsewhere),
      () => operator.revokeKey(id, elsewhere),
    ]) {
      expect((await problemOf(refused())).message).toBe('No such account: "acct_none".');
    }
  });

  test("rejects an unknown application or one of the other partition, and creates no account", async () => {
    const { database, operator } = await open();
    const none = await problemOf(operator.createKey({ ...order, applicationId: "app_01kahz2j7p3v8c5m9n4q6r7s8t" }));
    expect(faultsOf(none)).toEqual(["/applicationId UNKNOWN_APPLICATION"]);
    expect(await findFirstAccount(database)).toBeUndefined();
    const accountId = await createAccount(database, "One", startMs);
    const application = { name: "Shop", description: "", nowMs: startMs };
    const { id: applicationId } = await insertApplication(database, { accountId, environment: "test" }, application);
    const other = await problemOf(operator.createKey({ ...order, applicationId }));
    expect(faultsOf(other)).toEqual(["/applicationId UNKNOWN_APPLICATION"]);
    expect(await operator.createKey({ ...order, environment: "test", applicationId })).toMatchObject({ applicationId });
  });

  test("stores ranges in canonical form; rejects invalid ranges, ranges of a service key and a past expiry", async () => {
    const { operator } = await open();
    expect(await operator.createKey({ ...order, ipAllowlist: ["10.0.0.0/8"] })).toMatchObject({
      ipAllowlist: ["10.0.0.0/8"],
    });
    const faults = async (more: Partial<CreateKeyInput>) =>
      faultsOf(await problemOf(operator.createKey({ ...order, ...more })));
    expect(await faults({ ipAllowlist: ["10.0.0.0/8", "x"] })).toEqual(["/ipAllowlist/1 ADDRESS_RANGE"]);
    expect(await faults({ environment: "service", ipAllowlist: ["10.0.0.0/8"] })).toEqual([
      "/ipAllowlist NOT_FOR_SERVICE_KEYS",
    ]);
    expect(await faults({ expiresAt: new Date(startMs).toISOString() })).toEqual(["/expiresAt DATE_IN_PAST"]);
    expect(await operator.listKeys({})).toHaveLength(1);
  });
});

describe("input", () => {
  const refusal = (given: unknown) => {
    try {
      parseCreateKeyInput(given, startMs);
    } catch (error) {
      if (error instanceof DomainError) return faultsOf(error);
    }
    return [];
  };

  test("reports all faults of an input together", () => {
    const given = { environment: "prod", scopes: ["fly"], ipAllowlist: ["x"], expiresAt: "2020-01-01T00:00:00Z" };
    expect(refusal(given).toSorted()).toEqual([
      "/environment ENUM",
      "/expiresAt DATE_IN_PAST",
      "/ipAllowlist/0 ADDRESS_RANGE",
      "/name REQUIRED",
      "/scopes/0 ENUM",
    ]);
  });

  test.each([
    [{ ...order, expiresAt: "tomorrow" }, "/expiresAt FORMAT"],
    [{ ...order, scopes: [] }, "/scopes LENGTH"],
    [{ ...order, scopes: ["usage.read", "usage.read"] }, "/scopes DUPLICATE"],
    [{ ...order, name: "" }, "/name LENGTH"],
    [{ ...order, applicationId: "shop" }, "/applicationId PATTERN"],
    [{ ...order, ipAllowlist: [7] }, "/ipAllowlist/0 TYPE"],
    [{ ...order, ipAllowlist: "10.0.0.0/8" }, "/ipAllowlist TYPE"],
    [{ ...order, colour: "red" }, "/colour UNKNOWN_MEMBER"],
    [null, " REQUIRED"],
    ["text", " TYPE"],
  ])("rejects %j with one fault", (given, fault) => {
    expect(refusal(given)).toEqual([fault]);
  });

  test("rejects an unknown filter", () => {
    expect(() => parseListKeysInput({ environment: "prod", status: "dead" })).toThrow(
      /`environment` must be one of .*`status` must be one of /,
    );
    expect(parseListKeysInput({ environment: "test", idle: true })).toEqual({ environment: "test", idle: true });
  });
});

describe("the admin socket", () => {
  function makeDirectory(): string {
    const directory = mkdtempSync(join(tmpdir(), "wayfare-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    return directory;
  }

  async function open(more: { directory?: string; operator?: Operator } = {}) {
    const { app, database } = await startApp("pglite");
    const { clock } = app;
    const dataDirectory = more.directory ?? makeDirectory();
    const warnings: string[] = [];
    const log = pino({}, { write: (line: string) => void warnings.push(line) });
    const operator = more.operator ?? operatorOf(database, clock);
    const close = await openAdminSocket({ dataDirectory, operator, clock, log });
    onTestFinished(close);
    const path = findAdminSocketPath(dataDirectory) ?? "";
    return { app, path, close, warnings, client: makeAdminClient(path) };
  }

  async function send(socketPath: string, method: string, path: string, body?: string) {
    const sent = request({ socketPath, method, path, agent: false });
    sent.end(body);
    const [response] = await once(sent, "response");
    return { status: response.statusCode, body: JSON.parse(await text(response)) };
  }

  test("is accessible only to its owner, and removed when it is closed", async () => {
    const { path, close } = await open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await isListening(path)).toBe(true);
    await close();
    expect(existsSync(path)).toBe(false);
    expect(await isListening(path)).toBe(false);
    await close();
  });

  test("is never accessible to others, not even while it is created, whatever the umask", async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const directory = makeDirectory();
    const [stop, seen] = [new Int32Array(new SharedArrayBuffer(4)), new Int32Array(new SharedArrayBuffer(4))];
    // Checks the mode of each socket from its creation on.
    const watcher = new Worker(
      `const { workerData, parentPort } = require("node:worker_threads");
       const { statSync } = require("node:fs");
       const { path, stop, seen } = workerData;
       const modes = new Set();
       parentPort.postMessage("watching");
       while (Atomics.load(stop, 0) === 0) {
         const stats = statSync(path, { throwIfNoEntry: false });
         if (stats === undefined) continue;
         modes.add(stats.mode & 0o777);
         Atomics.add(seen, 0, 1);
       }
       parentPort.postMessage([...modes]);`,
      { eval: true, workerData: { path: join(directory, "admin.sock"), stop, seen } },
    );
    await once(watcher, "message");
    const { app, database } = await startApp("pglite");
    const operator = operatorOf(database, app.clock);
    const parts = { dataDirectory: directory, operator, clock: app.clock, log: pino({ enabled: false }) };
    for (let round = 0; round < 20; round++) {
      const before = Atomics.load(seen, 0);
      const close = await openAdminSocket(parts);
      await expect.poll(() => Atomics.load(seen, 0)).toBeGreaterThan(before);
      await close();
    }
    Atomics.store(stop, 0, 1);
    const [modes] = await once(watcher, "message");
    expect(modes).toEqual([0o600]);
  });

  test("replaces the socket of a dead process", async () => {
    const directory = makeDirectory();
    writeFileSync(join(directory, "admin.sock"), "");
    const { path, client } = await open({ directory });
    expect(await isListening(path)).toBe(true);
    expect(await client.listKeys({})).toHaveLength(1);
  });

  test("a key created over it works immediately; one revoked over it is rejected after its grace period", async () => {
    const { app, client } = await open();
    const made = await client.createKey({ ...order, environment: "service" });
    expect(await app.call("/v1/keys/self", { key: made.secret })).toMatchObject({ status: 200, body: { id: made.id } });
    expect(await client.listKeys({ environment: "service", idle: false })).toMatchObject([{ id: made.id }]);
    expect(await client.revokeKey(made.id)).toMatchObject({ id: made.id, status: "revoking" });
    app.clock.advance(59_999);
    expect(await app.call("/v1/keys/self", { key: made.secret })).toMatchObject({ status: 200 });
    app.clock.advance(1);
    expect(await app.call("/v1/keys/self", { key: made.secret })).toMatchObject({ body: { code: "AUTH_KEY_REVOKED" } });
  });

  test("reads, rotates and drops server secrets", async () => {
    const { client } = await open();
    const unused = {
      webhookSecrets: 0,
      authenticators: 0,
      supplierCredentials: 0,
      clientSecrets: 0,
      bookings: 0,
      mails: 0,
    };
    const status = { current: "t", secrets: [{ secretId: "t", configured: true, keys: 1, ...unused }], keys: [] };
    expect(await client.readSecrets()).toEqual(status);
    expect(await client.rotateSecrets()).toEqual({ ...status, resealed: unused, unreadable: unused });
    expect((await problemOf(client.dropSecret("t"))).code).toBe("STATE_INVALID");
    expect((await problemOf(client.dropSecret("a:secret/bytes"))).message).toMatch(/^No such server secret/);
  });

  test("lists all keys even if the name of one is no longer valid", async () => {
    const { app, client } = await open();
    await app.makeKey({ name: "\u001b[2J" });
    await app.makeKey({ name: "" });
    expect((await client.listKeys({})).map(({ name }) => name)).toEqual(expect.arrayContaining(["\u001b[2J", ""]));
  });

  test("returns rejections with all faults", async () => {
    const { client } = await open();
    const expired = await problemOf(client.createKey({ ...order, ipAllowlist: ["x", "y"] }));
    expect(expired.code).toBe("REQUEST_INVALID");
    expect(faultsOf(expired)).toEqual(["/ipAllowlist/0 ADDRESS_RANGE", "/ipAllowlist/1 ADDRESS_RANGE"]);
    expect((await problemOf(client.revokeKey("../x"))).message).toMatch(/^Invalid key id/);
    expect((await problemOf(client.listKeys({ accountId: "acct_&" }))).message).toBe('No such account: "acct_&".');
    const elsewhere = client.revokeKey("ak_01kahz2j7p3v8c5m9n4q6r7s8t", { accountId: "acct_none" });
    expect((await problemOf(elsewhere)).message).toBe('No such account: "acct_none".');
  });

  test("rejects oversized and invalid bodies, unknown paths and unknown filters with a message", async () => {
    const { path } = await open();
    const large = JSON.stringify({ ...order, name: "x".repeat(300 * 1024) });
    expect(await send(path, "POST", "/keys", large)).toMatchObject({
      status: 413,
      body: { error: "The request body must not be larger than 64 KiB." },
    });
    expect(await send(path, "POST", "/keys", "{")).toMatchObject({
      status: 400,
      body: { error: "The body is not valid JSON." },
    });
    expect(await send(path, "POST", "/keys", "")).toMatchObject({ status: 400 });
    expect(await send(path, "GET", "/locks")).toMatchObject({
      status: 404,
      body: { error: "Unknown route on the admin socket: GET /locks." },
    });
    expect(await send(path, "DELETE", "/keys")).toMatchObject({ status: 404 });
    expect(await send(path, "GET", "/keys?idle=perhaps")).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("true or false") },
    });
    expect(await send(path, "GET", "//")).toMatchObject({ status: 404 });
  });

  test("logs an internal error and returns a generic message", async () => {
    const broken = () => Promise.reject(new Error("hush"));
    const { client, warnings } = await open({
      operator: {
        createKey: broken,
        listKeys: broken,
        revokeKey: broken,
        createLoginLink: broken,
        readSecrets: broken,
        rotateSecrets: broken,
        dropSecret: broken,
        runBillingCommand: broken,
        runAccountCommand: broken,
        runPlanCommand: broken,
        runStatusCommand: broken,
        settleQuotas: broken,
      },
    });
    const error: unknown = await client.listKeys({}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AdminSocketError);
    expect(String(error)).not.toContain("hush");
    expect(warnings.join("")).toContain("hush");
  });

  test("reports an unexpected response of another process on the socket", async () => {
    const path = join(makeDirectory(), "admin.sock");
    const server = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}")).listen(path);
    await once(server, "listening");
    onTestFinished(() => void server.close());
    await expect(makeAdminClient(path).listKeys({})).rejects.toThrow(/has the same version/);
  });

  test("logs a warning if the socket path is too long or its directory does not exist", async () => {
    const long = join(makeDirectory(), "x".repeat(103));
    const tooLong = await open({ directory: long });
    expect(tooLong.path).toBe("");
    expect(tooLong.warnings.join("")).toContain("too long");
    await tooLong.close();
    const missing = await open({ directory: join(makeDirectory(), "missing") });
    expect(missing.warnings.join("")).toContain("admin socket failed");
  });

  test("a request with an endless body does not block shutdown", async () => {
    const { path, close, warnings } = await open();
    const headers = { "content-length": 99, expect: "100-continue" };
    const sent = request({ socketPath: path, method: "POST", path: "/keys", headers });
    sent.flushHeaders();
    await once(sent, "continue");
    sent.write("{");
    const broken = once(sent, "response");
    await Promise.all([expect(broken).rejects.toThrow("socket hang up"), close()]);
    expect(warnings).toEqual([]);
  });
});
