import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { purgeExpiredRows } from "../../src/app/purge.ts";
import { insertChallenge } from "../../src/identity/passkeys/challenges.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { makeClock } from "../limits/limit-nodes.ts";
import { startMs } from "../running-app.ts";

const dayMs = 86_400_000;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const logged: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => logged.push(line) });
    const clock = makeClock();
    const challenged = { purpose: "sign_in", boundTo: "nobody" } as const;
    for (let n = 0; n < 7; n++) await insertChallenge(database, `challenge ${n}`, challenged, startMs);
    const accountId = await createAccount(database, "Test", startMs);
    await database.execute(
      `INSERT INTO idempotent_requests (account_id, environment, route, idempotency_key, fingerprint, status, answer, created_at)
       SELECT $1, 'test', 'POST /v1/keys', key, '\\x00', 201, '{}', $2 FROM unnest($3::text[]) AS key`,
      [accountId, new Date(startMs), Array.from({ length: 7 }, (_, n) => `key ${n}`)],
    );
    const count = async (table: "passkey_challenges" | "idempotent_requests") => {
      const [row] = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
      return row?.count;
    };
    const clear = (signal = new AbortController().signal) => purgeExpiredRows({ database, clock, log }, signal, 3);
    return { database, clock, logged, count, clear };
  }

  test("purges all expired rows in batches and keeps the others", async () => {
    const { clock, count, clear, logged } = await start();
    await clear();
    expect([await count("passkey_challenges"), await count("idempotent_requests")]).toEqual([7, 7]);
    clock.advance(dayMs - 1);
    await clear();
    expect([await count("passkey_challenges"), await count("idempotent_requests")]).toEqual([0, 7]);
    clock.advance(2);
    await clear();
    expect(await count("idempotent_requests")).toBe(0);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { kind: "passkey challenges", rows: 7 },
      { kind: "idempotency records", rows: 7 },
    ]);
  });

  test("logs a failed purge and continues with the others", async () => {
    const { database, clock, count, clear, logged } = await start();
    await database.script("ALTER TABLE searches RENAME TO searches_away");
    onTestFinished(() => database.script("ALTER TABLE searches_away RENAME TO searches"));
    clock.advance(2 * dayMs);
    await clear();
    expect([await count("passkey_challenges"), await count("idempotent_requests")]).toEqual([0, 0]);
    expect(logged.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 50, kind: "searches" }),
    );
  });

  test("stops between two batches", async () => {
    const { clock, count, clear } = await start();
    clock.advance(2 * dayMs);
    await clear(AbortSignal.abort());
    expect(await count("passkey_challenges")).toBe(7);
  });
});
