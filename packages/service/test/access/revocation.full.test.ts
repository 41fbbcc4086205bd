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
/** Where keys are changed; one that hears of it, and one to which nothing is announced. */
let origin: AccessProcess;
let hearing: AccessProcess;
let deaf: AccessProcess;

beforeAll(async () => {
  store = await createTestDatabase("postgresql");
  const url = store.connectionString ?? "";
  accountId = await createAccount(store.database, "Test", nowMs);
  managing = (await makeKey()).key;
  [origin, hearing, deaf] = await Promise.all([
    startAccessProcess(url, "hearing"),
    startAccessProcess(url, "hearing"),
    startAccessProcess(url, "deaf"),
  ]);
});

afterAll(async () => {
  await Promise.all([origin, hearing, deaf].map((each) => each.stop()));
  await store.drop();
});

async function makeKey(options: { scopes?: readonly Scope[]; applicationId?: string } = {}) {
  const row = { accountId, environment: "test", name: "Test key", scopes, ...options, nowMs } as const;
  const { record, rawKey } = await insertKey(store.database, testSecrets, row);
  return { id: record.id, key: rawKey };
}

async function setClock(ms: number): Promise<void> {
  nowMs = ms;
  await Promise.all([origin, hearing, deaf].map((each) => each.setClock(ms)));
}

async function revoke(id: string): Promise<void> {
  const revocation = await origin.request(managing, `/v1/keys/${id}/revoke`, { method: "POST" });
  expect(revocation).toMatchObject({ status: 200, body: { status: "revoking" } });
}

const seconds = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const duringGrace = (second: number) => (second < 60 ? 200 : "AUTH_KEY_REVOKED");

/** Whenever a key that was revoked in second 0 is asked for later, it is revoked. */
async function expectDeadForEver(keys: readonly string[], revokedAtMs: number): Promise<void> {
  for (const later of [62_000, 90_000, 3_600_000, dayMs, 400 * dayMs]) {
    await setClock(revokedAtMs + later);
    for (const each of [origin, hearing, deaf]) {
      for (const key of keys) expect(await each.ask(key)).toBe("AUTH_KEY_REVOKED");
    }
  }
}

test("a key that is warm everywhere answers until its grace ends and never again, in every second", async () => {
  const { id, key } = await makeKey();
  const revokedAtMs = nowMs;
  for (const each of [origin, hearing, deaf]) expect(await each.ask(key)).toBe(200);
  await revoke(id);
  for (const second of seconds(0, 61)) {
    await setClock(revokedAtMs + second * 1000);
    for (const each of [origin, hearing, deaf]) expect(await each.ask(key), `${second} s`).toBe(duringGrace(second));
  }
  await expectDeadForEver([key], revokedAtMs);
});

test("the grace ends on its millisecond, whatever was heard", async () => {
  const { id, key } = await makeKey();
  const revokedAtMs = nowMs;
  await revoke(id);
  for (const [afterMs, expected] of [
    [59_999, 200],
    [60_000, "AUTH_KEY_REVOKED"],
  ] as const) {
    await setClock(revokedAtMs + afterMs);
    for (const each of [origin, hearing, deaf]) expect(await each.ask(key)).toBe(expected);
  }
});

test("whenever a deaf process filled its cache, it refuses the key from the end of the grace on", async () => {
  const revokedAtMs = nowMs + 30_000;
  const fillSeconds = seconds(-29, 59);
  const lives = await Promise.all(fillSeconds.map(async (fill) => ({ fill, ...(await makeKey()) })));
  for (const second of seconds(-29, 61)) {
    await setClock(revokedAtMs + second * 1000);
    for (const { fill, key } of lives) {
      // Every third key is used in each second from its first use on; the others once, and at the end.
      const used = fill === second || second >= 59 || (fill < second && fill % 3 === 0);
      if (used) expect(await deaf.ask(key), `filled at ${fill} s, asked at ${second} s`).toBe(duringGrace(second));
    }
    if (second === 0) for (const { id } of lives) await revoke(id);
  }
  await expectDeadForEver(
    lives.filter(({ fill }) => fill % 10 === 0).map(({ key }) => key),
    revokedAtMs,
  );
});

test("a request that was let in before the end of the grace finishes after it", async () => {
  const { id, key } = await makeKey();
  const revokedAtMs = nowMs;
  expect(await deaf.ask(key)).toBe(200);
  await revoke(id);
  await setClock(revokedAtMs + 59_999);
  const searching = deaf.nextSearch();
  const departureDate = new Date(nowMs + 60 * dayMs).toISOString().slice(0, 10);
  const answer = deaf.request(key, "/v1/search", { body: { ...goodSearch, departureDate } });
  await searching;
  await setClock(revokedAtMs + 120_000);
  expect(await deaf.ask(key)).toBe("AUTH_KEY_REVOKED");
  deaf.release();
  expect((await answer).status).toBe(200);
});

test("a scope that was taken away is refused at once where it is heard of, and within 30 seconds where not", async () => {
  const { id, key } = await makeKey({ scopes: ["usage.write"] });
  const path = "/v1/audit-events?limit=1";
  const filledAtMs = nowMs;
  for (const each of [origin, hearing, deaf]) expect(await each.ask(key, path)).toBe(200);
  await setClock(filledAtMs + 5000);
  const body = { scopes: ["usage.read"] };
  expect(await origin.request(managing, `/v1/keys/${id}`, { method: "PATCH", body })).toMatchObject({ status: 200 });
  expect(await origin.ask(key, path)).toBe("AUTH_SCOPE_MISSING");
  await eventually(async () => expect(await hearing.ask(key, path)).toBe("AUTH_SCOPE_MISSING"));
  expect(await deaf.ask(key, path)).toBe(200);
  await setClock(filledAtMs + 30_000);
  expect(await deaf.ask(key, path)).toBe("AUTH_SCOPE_MISSING");
});

test("deleting an application revokes its keys everywhere", async () => {
  const application = await origin.request(managing, "/v1/applications", { body: { name: "Shop" } });
  const applicationId = String(Reflect.get(application.body, "id"));
  const keys = [await makeKey({ applicationId }), await makeKey({ applicationId })];
  for (const { key } of keys) expect(await deaf.ask(key)).toBe(200);
  const deletedAtMs = nowMs;
  const deleted = await origin.request(managing, `/v1/applications/${applicationId}`, { method: "DELETE" });
  expect(deleted).toMatchObject({ status: 200, body: { revokedKeys: keys.map(({ id }) => id).toSorted() } });
  for (const second of [0, 30, 59, 60, 61]) {
    await setClock(deletedAtMs + second * 1000);
    for (const each of [origin, hearing, deaf]) {
      for (const { key } of keys) expect(await each.ask(key), `${second} s`).toBe(duringGrace(second));
    }
  }
});

test("a leaked key is dead at once where it was reported, and within 30 seconds where that was not heard", async () => {
  const { key } = await makeKey();
  const filledAtMs = nowMs;
  for (const each of [origin, hearing, deaf]) expect(await each.ask(key)).toBe(200);
  const report = await origin.request(null, "/v1/keys/revoke-leaked", { body: { key } });
  expect(report).toMatchObject({ status: 200, body: { status: "revoked" } });
  expect(await origin.ask(key)).toBe("AUTH_KEY_REVOKED");
  await eventually(async () => expect(await hearing.ask(key)).toBe("AUTH_KEY_REVOKED"));
  expect(await deaf.ask(key)).toBe(200);
  await setClock(filledAtMs + 30_000);
  expect(await deaf.ask(key)).toBe("AUTH_KEY_REVOKED");
});
