import { type Scope, scopes } from "@wayfare/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { insertKey } from "../../src/keys/store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { type AccessProcess, startAccessProcess } from "../access-processes.ts";
import { goodSearch, startMs, testSecrets } from "../running-app.ts";

const dayMs = 86_400_000;

let store: TestDatabase;
let accountId: string;
let managing: string;
let nowMs = startMs;
/** Three processes: one changes keys, one gets notifications, and one ignores them. */
let origin: AccessProcess;
let hearing: AccessProcess;
let disconnected: AccessProcess;

beforeAll(async () => {
  store = await createTestDatabase("postgresql");
  const url = store.connectionString ?? "";
  accountId = await createAccount(store.database, "Test", nowMs);
  managing = (await makeKey()).key;
  [origin, hearing, disconnected] = await Promise.all([
    startAccessProcess(url, "hearing"),
    startAccessProcess(url, "hearing"),
    startAccessProcess(url, "deaf"),
  ]);
});

afterAll(async () => {
  await Promise.all([origin, hearing, disconnected].map((each) => each.stop()));
  await store.drop();
});

async function makeKey(options: { scopes?: readonly Scope[]; applicationId?: string } = {}) {
  const row = { accountId, environment: "test", name: "Test key", scopes, ...options, nowMs } as const;
  const { record, rawKey } = await insertKey(store.database, testSecrets, row);
  return { id: record.id, key: rawKey };
}

async function setClock(ms: number): Promise<void> {
  nowMs = ms;
  await Promise.all([origin, hearing, disconnected].map((each) => each.setClock(ms)));
}

async function revoke(id: string): Promise<void> {
  const revocation = await origin.request(managing, `/v1/keys/${id}/revoke`, { method: "POST" });
  expect(revocation).toMatchObject({ status: 200, body: { status: "revoking" } });
}

const seconds = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const duringGrace = (second: number) => (second < 60 ? 200 : "AUTH_KEY_REVOKED");

/** Checks that every process rejects the keys at several times after the grace period. */
async function expectRevoked(keys: readonly string[], revokedAtMs: number): Promise<void> {
  for (const later of [62_000, 90_000, 3_600_000, dayMs, 400 * dayMs]) {
    await setClock(revokedAtMs + later);
    for (const each of [origin, hearing, disconnected]) {
      for (const key of keys) expect(await each.ask(key)).toBe("AUTH_KEY_REVOKED");
    }
  }
}

test("a key that every process has cached works until its grace period ends and not after", async () => {
  const { id, key } = await makeKey();
  const revokedAtMs = nowMs;
  for (const each of [origin, hearing, disconnected]) expect(await each.ask(key)).toBe(200);
  await revoke(id);
  for (const second of seconds(0, 61)) {
    await setClock(revokedAtMs + second * 1000);
    for (const each of [origin, hearing, disconnected])
      expect(await each.ask(key), `${second} s`).toBe(duringGrace(second));
  }
  await expectRevoked([key], revokedAtMs);
});

test("the grace period ends on the millisecond, with and without notifications", async () => {
  const { id, key } = await makeKey();
  const revokedAtMs = nowMs;
  await revoke(id);
  for (const [afterMs, expected] of [
    [59_999, 200],
    [60_000, "AUTH_KEY_REVOKED"],
  ] as const) {
    await setClock(revokedAtMs + afterMs);
    for (const each of [origin, hearing, disconnected]) expect(await each.ask(key)).toBe(expected);
  }
});

test("a process without notifications rejects the key after the grace period, whenever it cached the key", async () => {
  const revokedAtMs = nowMs + 30_000;
  const fillSeconds = seconds(-29, 59);
  const lives = await Promise.all(fillSeconds.map(async (fill) => ({ fill, ...(await makeKey()) })));
  for (const second of seconds(-29, 61)) {
    await setClock(revokedAtMs + second * 1000);
    for (const { fill, key } of lives) {
      // Every third key is used in each second after its first use; the others once, and at the end.
      const used = fill === second || second >= 59 || (fill < second && fill % 3 === 0);
      if (used)
        expect(await disconnected.ask(key), `cached at ${fill} s, used at ${second} s`).toBe(duringGrace(second));
    }
    if (second === 0) for (const { id } of lives) await revoke(id);
  }
  await expectRevoked(
    lives.filter(({ fill }) => fill % 10 === 0).map(({ key }) => key),
    revokedAtMs,
  );
});

test("a request accepted before the end of the grace period finishes after it", async () => {
  const { id, key } = await makeKey();
  const revokedAtMs = nowMs;
  expect(await disconnected.ask(key)).toBe(200);
  await revoke(id);
  await setClock(revokedAtMs + 59_999);
  const searching = disconnected.nextSearch();
  const departureDate = new Date(nowMs + 60 * dayMs).toISOString().slice(0, 10);
  const answer = disconnected.request(key, "/v1/search", { body: { ...goodSearch, departureDate } });
  await searching;
  await setClock(revokedAtMs + 120_000);
  expect(await disconnected.ask(key)).toBe("AUTH_KEY_REVOKED");
  disconnected.release();
  expect((await answer).status).toBe(200);
});

test("a removed scope is rejected at once with notifications and within 30 s without", async () => {
  const { id, key } = await makeKey({ scopes: ["usage.write"] });
  const path = "/v1/audit-events?limit=1";
  const filledAtMs = nowMs;
  for (const each of [origin, hearing, disconnected]) expect(await each.ask(key, path)).toBe(200);
  await setClock(filledAtMs + 5000);
  const body = { scopes: ["usage.read"] };
  expect(await origin.request(managing, `/v1/keys/${id}`, { method: "PATCH", body })).toMatchObject({ status: 200 });
  expect(await origin.ask(key, path)).toBe("AUTH_SCOPE_MISSING");
  await eventually(async () => expect(await hearing.ask(key, path)).toBe("AUTH_SCOPE_MISSING"));
  expect(await disconnected.ask(key, path)).toBe(200);
  await setClock(filledAtMs + 30_000);
  expect(await disconnected.ask(key, path)).toBe("AUTH_SCOPE_MISSING");
});

test("deleting an application revokes its keys in every process", async () => {
  const application = await origin.request(managing, "/v1/applications", { body: { name: "Shop" } });
  const applicationId = String(Reflect.get(application.body, "id"));
  const keys = [await makeKey({ applicationId }), await makeKey({ applicationId })];
  for (const { key } of keys) expect(await disconnected.ask(key)).toBe(200);
  const deletedAtMs = nowMs;
  const deleted = await origin.request(managing, `/v1/applications/${applicationId}`, { method: "DELETE" });
  expect(deleted).toMatchObject({ status: 200, body: { revokedKeys: keys.map(({ id }) => id).toSorted() } });
  for (const second of [0, 30, 59, 60, 61]) {
    await setClock(deletedAtMs + second * 1000);
    for (const each of [origin, hearing, disconnected]) {
      for (const { key } of keys) expect(await each.ask(key), `${second} s`).toBe(duringGrace(second));
    }
  }
});

test("a leaked key is rejected at once in the process of the report, and within 30 s without notifications", async () => {
  const { key } = await makeKey();
  const filledAtMs = nowMs;
  for (const each of [origin, hearing, disconnected]) expect(await each.ask(key)).toBe(200);
  const report = await origin.request(null, "/v1/keys/revoke-leaked", { body: { key } });
  expect(report).toMatchObject({ status: 200, body: { status: "revoked" } });
  expect(await origin.ask(key)).toBe("AUTH_KEY_REVOKED");
  await eventually(async () => expect(await hearing.ask(key)).toBe("AUTH_KEY_REVOKED"));
  expect(await disconnected.ask(key)).toBe(200);
  await setClock(filledAtMs + 30_000);
  expect(await disconnected.ask(key)).toBe("AUTH_KEY_REVOKED");
});
