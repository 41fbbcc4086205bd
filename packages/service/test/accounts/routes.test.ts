import { openPostgres } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { type RunningApp, runApp } from "../running-app.ts";

const [here, elsewhere] = [["127.0.0.0/8"], ["203.0.113.0/24"]];

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    return { app, database, ownPath: await pathOf(app, app.key) };
  }

  test("rejects an allowlist of the key or the account that excludes the caller, and changes nothing", async () => {
    const { app, database, ownPath } = await start();
    const readRows = () =>
      Promise.all([
        database.query("SELECT ip_allowlist, name FROM api_keys"),
        database.query("SELECT ip_allowlist FROM accounts"),
        database.query("SELECT id FROM audit_events"),
      ]);
    const before = await readRows();
    for (const [path, body] of [
      [ownPath, { ipAllowlist: elsewhere, name: "Other" }],
      [`${ownPath}?force=false`, { ipAllowlist: elsewhere }],
      ["/v1/account", { ipAllowlist: elsewhere }],
    ] as const) {
      const answer = await app.call(path, { method: "PATCH", body });
      expect(answer, path).toMatchObject({ status: 409, body: { code: "ALLOWLIST_EXCLUDES_CALLER" } });
      expect(answer.body.detail).toContain("127.0.0.1");
    }
    expect(await readRows()).toEqual(before);
    expect(await app.call("/v1/keys/self")).toMatchObject({ status: 200, body: { ipAllowlist: [] } });
  });

  test("saves an excluding allowlist with force, blocks the next call, and an empty list allows all again", async () => {
    const { app, ownPath } = await start();
    const service = await app.makeKey({ environment: "service" });
    const helper = await app.makeKey();
    for (const [path, key] of [
      [ownPath, helper],
      ["/v1/account", service],
    ] as const) {
      const saved = await app.call(`${path}?force=true`, { method: "PATCH", body: { ipAllowlist: elsewhere } });
      expect(saved, path).toMatchObject({ status: 200, body: { ipAllowlist: elsewhere } });
      const blocked = await app.call("/v1/keys/self");
      expect(blocked, path).toMatchObject({ status: 403, body: { code: "AUTH_IP_BLOCKED" } });
      expect(blocked.body.detail).toContain(path === ownPath ? "this key's" : "this account's");
      const opened = await app.call(path, { method: "PATCH", key, body: { ipAllowlist: [] } });
      expect(opened, path).toMatchObject({ status: 200, body: { ipAllowlist: [] } });
      expect(await app.call("/v1/keys/self"), path).toMatchObject({ status: 200 });
    }
  });

  test("changes the allowlist of another key without force, effective from its next request", async () => {
    const { app } = await start();
    const other = await app.makeKey();
    const path = await pathOf(app, other);
    for (const [ipAllowlist, status] of [
      [elsewhere, 403],
      [here, 200],
      [[...elsewhere, ...here], 200],
      [elsewhere, 403],
      [[], 200],
    ] as const) {
      expect(await app.call(path, { method: "PATCH", body: { ipAllowlist } })).toMatchObject({ status: 200 });
      expect((await app.call("/v1/keys/self", { key: other })).status, ipAllowlist.join()).toBe(status);
      expect(await app.call("/v1/keys/self")).toMatchObject({ status: 200 });
    }
  });

  test("applies the account's allowlist to all keys of the account from the next request on", async () => {
    const { app, database } = await start();
    const otherAccount = await runApp({ database });
    onTestFinished(() => otherAccount.close());
    const keys = [app.key, await app.makeKey({ environment: "live" }), await app.makeKey({ scopes: ["usage.read"] })];
    const service = await app.makeKey({ environment: "service" });
    const readStatuses = () => Promise.all(keys.map(async (key) => (await app.call("/v1/keys/self", { key })).status));
    expect(await readStatuses()).toEqual([200, 200, 200]);
    const change = (ipAllowlist: string[]) =>
      app.call("/v1/account", { method: "PATCH", key: service, body: { ipAllowlist } });
    // Allowlists do not apply to service keys, so they cannot exclude one.
    expect(await change(elsewhere)).toMatchObject({ status: 200 });
    expect(await readStatuses()).toEqual([403, 403, 403]);
    expect(await app.call("/v1/keys/self", { key: otherAccount.key })).toMatchObject({ status: 200 });
    expect(await change([])).toMatchObject({ status: 200 });
    expect(await readStatuses()).toEqual([200, 200, 200]);
  });

  test("stores distinct ranges in canonical form", async () => {
    const { app, database, ownPath } = await start();
    const sent = [
      "127.0.0.1",
      "127.9.9.9/8",
      "127.0.0.0/8",
      "2001:DB8:0::1/32",
      "2001:db8::/32",
      "::ffff:127.0.0.1/128",
    ];
    const kept = ["127.0.0.1/32", "127.0.0.0/8", "2001:db8::/32"];
    const made = await app.call("/v1/keys", {
      body: { name: "k", environment: "test", scopes: ["usage.read"], ipAllowlist: sent },
    });
    expect(made).toMatchObject({ status: 201, body: { ipAllowlist: kept } });
    for (const path of [ownPath, "/v1/account"]) {
      const changed = await app.call(path, { method: "PATCH", body: { ipAllowlist: sent } });
      expect(changed, path).toMatchObject({ status: 200, body: { ipAllowlist: kept } });
      expect(await app.call(path)).toMatchObject({ body: { ipAllowlist: kept } });
    }
    const rows = await database.query("SELECT ip_allowlist FROM accounts UNION ALL SELECT ip_allowlist FROM api_keys");
    expect(rows).toEqual([1, 2, 3].map(() => ({ ip_allowlist: kept })));
  });

  test("reports each invalid range with its index, and rejects more than 200 ranges", async () => {
    const { app, ownPath } = await start();
    const faulty = [
      "127.0.0.1",
      "127.0.0.1/33",
      "::1/129",
      "10.0.0",
      "example.com",
      "",
      "127.0.0.1/08",
      "fe80::1%eth0",
    ];
    const many = Array.from({ length: 201 }, (_, at) => `10.0.0.${at}`);
    const newKey = { name: "k", environment: "test", scopes: ["usage.read"] };
    for (const [method, path, rest] of [
      ["POST", "/v1/keys", newKey],
      ["PATCH", ownPath, {}],
      ["PATCH", "/v1/account", {}],
    ] as const) {
      const send = (ipAllowlist: unknown) => app.call(path, { method, body: { ...rest, ipAllowlist } });
      const answer = await send(faulty);
      expect(answer, path).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
      const pointers = answer.body.errors?.map(({ pointer }) => pointer);
      expect(pointers, path).toEqual(faulty.slice(1).map((_, at) => `/ipAllowlist/${at + 1}`));
      for (const [value, pointer] of [
        [many, "/ipAllowlist"],
        ["127.0.0.1", "/ipAllowlist"],
        [null, "/ipAllowlist"],
        [["127.0.0.1", 7], "/ipAllowlist/1"],
        [["127.0.0.1", "1".repeat(65)], "/ipAllowlist/1"],
      ] as const) {
        const refused = await send(value);
        expect(refused, path).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
      }
      const most = await send([...many.slice(2), "127.0.0.1"]);
      expect(most.status, path).toBe(method === "POST" ? 201 : 200);
    }
  });

  test("creates a key with an allowlist that excludes the creator", async () => {
    const { app } = await start();
    const body = { name: "k", environment: "test", scopes: ["usage.read"], ipAllowlist: elsewhere };
    const made = await app.call("/v1/keys", { body });
    expect(made).toMatchObject({ status: 201, body: { ipAllowlist: elsewhere } });
    const { secret }: { secret: string } = JSON.parse(made.text);
    expect(await app.call("/v1/keys/self", { key: secret })).toMatchObject({ body: { code: "AUTH_IP_BLOCKED" } });
  });
});

test("a changed allowlist invalidates the cache of another process", async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  if (connectionString === null) throw new Error("PostgreSQL has a connection string");
  const secondDatabase = await openPostgres({ connectionString, max: 3 });
  const [first, second] = [await runApp({ database }), await runApp({ database: secondDatabase })];
  onTestFinished(async () => {
    await Promise.all([first.close(), second.close()]);
    await secondDatabase.close();
    await drop();
  });
  const service = await first.makeKey({ environment: "service" });
  const [key, path] = [await first.makeKey(), await pathOf(first, first.key)];
  const other = await pathOf(first, key);
  expect(path).not.toBe(other);
  const expectStatus = (status: number) =>
    eventually(async () => expect((await second.call("/v1/keys/self", { key })).status).toBe(status));
  await expectStatus(200);
  for (const target of [other, "/v1/account"]) {
    for (const [ipAllowlist, status] of [
      [elsewhere, 403],
      [[], 200],
    ] as const) {
      const changer = target === "/v1/account" ? service : first.key;
      expect(await first.call(target, { method: "PATCH", key: changer, body: { ipAllowlist } })).toMatchObject({
        status: 200,
      });
      await expectStatus(status);
    }
  }
});

/** Path of the calling key. */
async function pathOf(app: RunningApp, key: string): Promise<string> {
  const { id }: { id: string } = JSON.parse((await app.call("/v1/keys/self", { key })).text);
  return `/v1/keys/${id}`;
}
