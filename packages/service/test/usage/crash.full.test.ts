import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, openPglite } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabaseKind, testDatabaseKinds } from "../../../../tests/databases.ts";
import { copyPreparedDatabase } from "../../../../tests/prepared-database.ts";
import { scaled } from "../../../../tests/scale.ts";
import { insertKey } from "../../src/keys/store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { goodSearch, startMs, testSecrets } from "../running-app.ts";
import { makeDirectory } from "../usage-records.ts";
import type { CrashPoint, ProcessOrder } from "./usage-process.ts";

const rounds = scaled(2);
const callers = 6;
const places: readonly CrashPoint[] = ["before the batch", "while the batch is written", "after the batch"];

/** A database with a key, which several processes open one after the other. */
async function makeStore(kind: TestDatabaseKind) {
  if (kind === "postgresql") {
    const { database, connectionString, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const key = await makeKey(database);
    return {
      key,
      order: { connectionString: connectionString ?? "" },
      open: async () => database,
      leave: async () => {},
    };
  }
  const dataDirectory = makeDirectory();
  await copyPreparedDatabase(dataDirectory);
  const directory = join(dataDirectory, "database");
  const open = () => openPglite({ directory });
  const leave = (database: Database) => database.close();
  const database = await open();
  const key = await makeKey(database);
  await leave(database);
  return { key, order: { directory }, open, leave };
}

async function makeKey(database: Database): Promise<string> {
  const accountId = await createAccount(database, "Test", startMs);
  await database.execute("UPDATE accounts SET plan = 'scale' WHERE id = $1", [accountId]);
  const key = { accountId, environment: "live", name: "Test", scopes: ["usage.read"], nowMs: startMs } as const;
  return (await insertKey(database, testSecrets, key)).rawKey;
}

async function start(order: ProcessOrder): Promise<{ child: ChildProcess; url: string; exited: Promise<unknown> }> {
  const script = fileURLToPath(new URL("./usage-process.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(order)], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const [message] = await Promise.race([once(child, "message"), exited.then(() => [{ url: "" }])]);
  return { child, url: message.url, exited };
}

/** Sends requests until the process is dead; records the id and operation of each complete response. */
async function requestUntilExit(
  url: string,
  key: string,
  answered: Map<string, "search" | "nothing">,
): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const search = { method: "POST", headers, body: JSON.stringify(goodSearch) };
  for (let asked = 0; ; asked++) {
    const searches = asked % 3 !== 2;
    try {
      // Reading usage flushes the pending records.
      const path = asked % 9 === 8 ? "/v1/usage" : "/v1/places?q=lon";
      const answer = await (searches ? fetch(`${url}/v1/search`, search) : fetch(url + path, { headers }));
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      answered.set(answer.headers.get("request-id") ?? "none", searches ? "search" : "nothing");
    } catch (error) {
      if (error instanceof TypeError) return asked;
      throw error;
    }
  }
}

async function readLog(database: Database) {
  const rows = await database.query<{ id: string; operation: string | null }>(
    "SELECT id, operation FROM requests ORDER BY id LIMIT 1000000",
  );
  const [sum] = await database.query<{ count: number }>("SELECT sum(count)::bigint AS count FROM usage_hours");
  return { log: new Map(rows.map(({ id, operation }) => [id, operation ?? "nothing"])), counted: sum?.count };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test(`counts each response once when ${rounds} processes are killed while they write`, {
    timeout: 300_000 * (rounds + 1),
  }, async () => {
    const store = await makeStore(kind);
    const order = { database: store.order, usageDirectory: join(makeDirectory(), "usage") };
    const answered = new Map<string, "search" | "nothing">();
    for (let round = 0; round < rounds; round++) {
      const dies = { place: places[round % places.length] ?? "before the batch", batch: 2 + (round % 4) };
      const { url, exited } = await start({ ...order, dies });
      // A process can die while recovering a journal, before it listens.
      if (url !== "")
        await Promise.all(Array.from({ length: callers }, () => requestUntilExit(url, store.key, answered)));
      expect(await exited).toEqual([null, "SIGKILL"]);
    }
    const last = await start({ ...order, dies: null });
    last.child.disconnect();
    expect(await last.exited).toEqual([0, null]);
    const database = await store.open();
    const { log, counted } = await readLog(database);
    await store.leave(database);
    expect([...answered.values()]).toContain("search");
    for (const [id, operation] of answered) expect(log.get(id), id).toBe(operation);
    expect([...log.values()].filter((operation) => operation === "search")).toHaveLength(counted ?? -1);
    // Journaled requests whose response was cut off: no more than were pending.
    expect(log.size - answered.size).toBeLessThanOrEqual(rounds * callers);
  });
});
