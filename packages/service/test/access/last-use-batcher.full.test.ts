import type { Database } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { type RunningApp, runApp, startMs } from "../running-app.ts";

const dayMs = 86_400_000;
const instant = (ms: number): string => new Date(ms).toISOString();

/** Counts the statements that write last uses, and fails them on demand. */
function watchWrites(database: Database) {
  const writes = { count: 0, failing: false, meanwhile: async (): Promise<unknown> => undefined };
  const watched: Database = {
    ...database,
    async execute(sql, values, options) {
      if (!/UPDATE api_keys SET last_used_at/.test(sql)) return database.execute(sql, values, options);
      writes.count++;
      await writes.meanwhile();
      if (writes.failing) throw new Error("no connection");
      return database.execute(sql, values, options);
    },
  };
  return { writes, watched };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { database, drop } = await createTestDatabase(kind);
    const { writes, watched } = watchWrites(database);
    const app = await runApp({ database: watched, trustProxy: ["127.0.0.1"] });
    onTestFinished(async () => {
      await app.close();
      await drop();
    });
    return { app, database, writes };
  }

  async function idOf(app: RunningApp, key: string): Promise<string> {
    return String(JSON.parse((await app.call("/v1/keys/self", { key })).text).id);
  }

  const read = async (app: RunningApp, id: string) => JSON.parse((await app.call(`/v1/keys/${id}`)).text);

  const use = (app: RunningApp, key: string, address = "203.0.113.9") =>
    app.call("/v1/places?q=lon", { key, headers: { "x-forwarded-for": address } });

  const rowsOf = (database: Database, id: string) =>
    database.query("SELECT last_used_at, last_used_address FROM api_keys WHERE id = $1", [id]);

  test("returns the time and the canonical address of the last use", async () => {
    const { app } = await start();
    const key = await app.makeKey();
    const { data } = JSON.parse((await app.call("/v1/keys")).text);
    const unused = data.find((each: { lastUsedAt: string | null }) => each.lastUsedAt === null);
    expect(unused).toMatchObject({ lastUsedAddress: null });
    for (const [address, shown] of [
      ["203.0.113.9", "203.0.113.9"],
      ["::ffff:203.0.113.10", "203.0.113.10"],
      ["2001:DB8:0:0::1", "2001:db8::1"],
    ] as const) {
      app.clock.advance(1000);
      await use(app, key, address);
      const last = { lastUsedAt: instant(app.clock.nowMs()), lastUsedAddress: shown };
      expect(await read(app, unused.id)).toMatchObject(last);
    }
  });

  test("does not count rejected requests as use", async () => {
    const { app, database } = await start();
    const key = await app.makeKey({ scopes: ["billing.read"], expiresAtMs: startMs + 1000 });
    expect(await use(app, key)).toMatchObject({ status: 403 });
    app.clock.advance(1000);
    expect(await use(app, key)).toMatchObject({ status: 401 });
    await app.call("/v1/keys");
    const rows = await database.query("SELECT id FROM api_keys WHERE last_used_at IS NULL");
    expect(rows).toHaveLength(1);
  });

  test("writes a hundred requests with ten keys in one statement", async () => {
    const { app, writes } = await start();
    const keys = await Promise.all(Array.from({ length: 10 }, () => app.makeKey()));
    for (let round = 0; round < 10; round++) await Promise.all(keys.map((key) => use(app, key)));
    expect(writes.count).toBe(0);
    const { data } = JSON.parse((await app.call("/v1/keys")).text);
    expect(writes.count).toBe(1);
    expect(data).toHaveLength(11);
    expect(data.every((each: { lastUsedAt: string }) => each.lastUsedAt === instant(startMs))).toBe(true);
  });

  test("does not overwrite a later use with an earlier one of another process", async () => {
    const { app, database } = await start();
    const behind = await runApp({ database, trustProxy: ["127.0.0.1"] });
    onTestFinished(() => behind.close());
    const key = await app.makeKey();
    const id = await idOf(app, key);
    app.clock.advance(60_000);
    await use(app, key, "203.0.113.1");
    const later = { lastUsedAt: instant(startMs + 60_000), lastUsedAddress: "203.0.113.1" };
    expect(await read(app, id)).toMatchObject(later);
    await use(behind, key, "203.0.113.2");
    await behind.call("/v1/keys");
    expect(await read(app, id)).toMatchObject(later);
    behind.clock.advance(60_001);
    await use(behind, key, "203.0.113.2");
    await behind.call("/v1/keys");
    expect(await read(app, id)).toMatchObject({ lastUsedAddress: "203.0.113.2" });
  });

  test("retries a failed write without losing old or new uses", async () => {
    const { app, writes } = await start();
    const keys = [await app.makeKey(), await app.makeKey(), await app.makeKey()] as const;
    const ids = [await idOf(app, keys[0]), await idOf(app, keys[1]), await idOf(app, keys[2])] as const;
    app.clock.advance(60_000);
    await use(app, keys[0], "203.0.113.1");
    await use(app, keys[1], "203.0.113.1");
    writes.failing = true;
    // Used during the write that fails.
    writes.meanwhile = () => {
      app.clock.advance(60_000);
      return use(app, keys[1], "203.0.113.2");
    };
    expect(await app.call("/v1/keys")).toMatchObject({ status: 500 });
    writes.meanwhile = async () => undefined;
    await use(app, keys[2], "203.0.113.2");
    expect(await app.call("/v1/keys")).toMatchObject({ status: 500 });
    writes.failing = false;
    const [first, second] = [instant(startMs + 60_000), instant(startMs + 120_000)];
    expect(await read(app, ids[0])).toMatchObject({ lastUsedAt: first, lastUsedAddress: "203.0.113.1" });
    expect(await read(app, ids[1])).toMatchObject({ lastUsedAt: second, lastUsedAddress: "203.0.113.2" });
    expect(await read(app, ids[2])).toMatchObject({ lastUsedAt: second, lastUsedAddress: "203.0.113.2" });
    expect(writes.count).toBeGreaterThanOrEqual(3);
  });

  test("close flushes pending uses", async () => {
    const { app, database, writes } = await start();
    const id = await idOf(app, app.key);
    await app.call("/v1/keys");
    app.clock.advance(1000);
    await use(app, app.key);
    const written = writes.count;
    await app.close();
    expect(writes.count).toBe(written + 1);
    const last = { last_used_at: new Date(startMs + 1000), last_used_address: "203.0.113.9" };
    expect(await rowsOf(database, id)).toEqual([last]);
  });

  test("a key is idle after 90 days without use unless it is revoked", async () => {
    const { app, database } = await start();
    const made = [await app.makeKey(), await app.makeKey(), await app.makeKey(), await app.makeKey()] as const;
    const [, , used] = made;
    const ids = await Promise.all(made.map((key) => idOf(app, key)));
    await app.call("/v1/keys");
    // The first key was never used; the second one was used only at the start.
    await database.execute("UPDATE api_keys SET last_used_at = NULL WHERE id = $1", [ids[0] ?? ""]);
    const listIdle = async (idle: boolean): Promise<string[]> => {
      const { data } = JSON.parse((await app.call(`/v1/keys?idle=${idle}`)).text);
      expect(data.every((each: { idle: boolean }) => each.idle === idle)).toBe(true);
      return data.map((each: { id: string }) => each.id).filter((id: string) => ids.includes(id));
    };
    app.clock.advance(89 * dayMs);
    await use(app, used);
    const revocation = await app.call(`/v1/keys/${ids[3]}/revoke`, { method: "POST" });
    expect(revocation).toMatchObject({ status: 200 });
    expect(await listIdle(true)).toEqual([]);
    app.clock.advance(dayMs + 1);
    expect((await listIdle(true)).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect((await listIdle(false)).toSorted()).toEqual(ids.slice(2).toSorted());
    expect(await read(app, ids[0] ?? "")).toMatchObject({ idle: true, lastUsedAt: null, status: "active" });
    expect(await read(app, ids[2] ?? "")).toMatchObject({ idle: false, status: "active" });
    expect(await read(app, ids[3] ?? "")).toMatchObject({ idle: false, status: "revoked" });
  });
});
