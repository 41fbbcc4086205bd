import type { Database } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../tests/databases.ts";
import { createAccount } from "../src/accounts/store.ts";
import { deleteOldLeases, loseExpiredLeases, proveLostUnits } from "../src/limits/lost-leases.ts";
import { leaseGraceMs, leaseMs } from "../src/limits/quota-rules.ts";
import { makeUnitExchange, type QuotaAsked } from "../src/limits/quota-store.ts";
import { startMs } from "./running-app.ts";

const periodStartMs = Date.UTC(2026, 10, 1);
const expiredMs = startMs + leaseMs + leaseGraceMs + 1;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  /** An account, and two processes that lease units of its quota. */
  async function start() {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const accountId = await createAccount(database, "Test", startMs);
    const report = {
      accountId,
      periodStartMs,
      periodEndMs: periodStartMs + 30 * 86_400_000,
      used: 0,
      kept: 0,
      needed: 0,
      ahead: false,
    };
    const holder = (name: string) => {
      const exchange = makeUnitExchange(database, name);
      return async (changes: Partial<QuotaAsked>, nowMs = startMs) => {
        const [answer] = await exchange([{ ...report, ...changes }], nowMs);
        return answer?.granted;
      };
    };
    return { database, accountId, dying: holder("dying"), living: holder("living") };
  }

  async function readRow(database: Database) {
    const [row] = await database.query("SELECT used, held, lost FROM account_quotas ORDER BY account_id LIMIT 1");
    return row;
  }

  test("a process that dies loses its block and nothing else, and nobody is said to have used it", async () => {
    const { database, dying, living } = await start();
    expect(await dying({ needed: 50 })).toBe(50);
    await dying({ used: 20, kept: 30 });
    expect(await loseExpiredLeases(database, startMs + leaseMs)).toBe(0);
    expect(await loseExpiredLeases(database, expiredMs)).toBe(1);
    expect(await loseExpiredLeases(database, expiredMs)).toBe(0);
    expect(await readRow(database)).toEqual({ used: 20, held: 0, lost: 30 });
    expect(await living({ needed: 2000 }, expiredMs)).toBe(950);
  });

  test("what was metered proves how many of them were used; the others come back", async () => {
    const { database, accountId, dying, living } = await start();
    await dying({ needed: 50 });
    await dying({ used: 20, kept: 30 });
    await loseExpiredLeases(database, expiredMs);
    const asked: unknown[] = [];
    const countMetered = async (...question: [string, number]) => {
      asked.push(question);
      return 27;
    };
    expect(await proveLostUnits(database, countMetered)).toBe(1);
    expect(asked).toEqual([[accountId, periodStartMs]]);
    expect(await readRow(database)).toEqual({ used: 27, held: 0, lost: 0 });
    expect(await living({ needed: 2000 }, expiredMs)).toBe(973);
  });

  test("nothing is proven while another process holds units, or where searches were reported meanwhile", async () => {
    const { database, dying, living } = await start();
    await dying({ needed: 50 });
    await loseExpiredLeases(database, expiredMs);
    await living({ needed: 10 }, expiredMs);
    expect(await proveLostUnits(database, async () => 0)).toBe(0);
    await living({ used: 5 }, expiredMs);
    const meanwhile = async () => {
      await living({ used: 6 }, expiredMs);
      return 5;
    };
    expect(await proveLostUnits(database, meanwhile)).toBe(0);
    expect(await readRow(database)).toEqual({ used: 6, held: 0, lost: 50 });
    expect(await proveLostUnits(database, async () => 6)).toBe(1);
    expect(await readRow(database)).toEqual({ used: 6, held: 0, lost: 0 });
  });

  test("a process that was thought dead reports what it used, and what it did not use is there again", async () => {
    const { database, dying } = await start();
    await dying({ needed: 50 });
    await loseExpiredLeases(database, expiredMs);
    await dying({ used: 12, kept: 1 }, expiredMs);
    expect(await readRow(database)).toEqual({ used: 12, held: 1, lost: 0 });
  });

  test("what was settled by the meter is not counted again when its process comes back", async () => {
    const { database, dying } = await start();
    await dying({ needed: 50 });
    await loseExpiredLeases(database, expiredMs);
    await proveLostUnits(database, async () => 12);
    await dying({ used: 12 }, expiredMs);
    expect(await readRow(database)).toEqual({ used: 12, held: 0, lost: 0 });
    await dying({ used: 13 }, expiredMs);
    expect(await readRow(database)).toEqual({ used: 13, held: 0, lost: 0 });
  });

  test("a report that is sent twice counts once", async () => {
    const { database, dying } = await start();
    await dying({ needed: 50 });
    for (let sent = 0; sent < 2; sent++) await dying({ used: 20, kept: 30 });
    expect(await readRow(database)).toEqual({ used: 20, held: 30, lost: 0 });
  });

  test("leases are deleted forty days after their end, and not while units are out on them", async () => {
    const { database, dying, living } = await start();
    await dying({ needed: 50 });
    await living({ used: 0 });
    const later = startMs + 41 * 86_400_000;
    expect(await deleteOldLeases(database, startMs + 1000)).toBe(0);
    expect(await deleteOldLeases(database, later)).toBe(1);
    await loseExpiredLeases(database, later);
    expect(await deleteOldLeases(database, later)).toBe(1);
  });
});
