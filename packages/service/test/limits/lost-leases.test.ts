import { type Database, openPostgres } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { deleteOldLeases, loseExpiredLeases } from "../../src/limits/lost-leases.ts";
import { leaseGraceMs, leaseMs } from "../../src/limits/quota-rules.ts";
import { makeUnitExchange, type QuotaLeaseReport } from "../../src/limits/quota-store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startMs } from "../running-app.ts";

const periodStartMs = Date.UTC(2026, 10, 1);
const expiredMs = startMs + leaseMs + leaseGraceMs + 1;

/** A report of a process that has no units and wants none, with changes. */
function reportOf(accountId: string, changes: Partial<QuotaLeaseReport> = {}): QuotaLeaseReport {
  return {
    accountId,
    periodStartMs,
    periodEndMs: periodStartMs + 30 * 86_400_000,
    used: 0,
    kept: 0,
    needed: 0,
    ahead: false,
    ...changes,
  };
}

const timeAt = (nowMs: number) => ({ clock: { nowMs: () => nowMs }, database: { nowMs: () => nowMs } });

describe.each(testDatabaseKinds)("on %s", (kind) => {
  /** An account, and two processes that lease units of its quota. */
  async function start() {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const accountId = await createAccount(database, "Test", startMs);
    const holder = (name: string) => {
      return async (changes: Partial<QuotaLeaseReport>, nowMs = startMs) => {
        const exchange = makeUnitExchange(database, name, { nowMs: () => nowMs });
        const [answer] = await exchange([reportOf(accountId, changes)], nowMs);
        return answer?.granted;
      };
    };
    return { database, accountId, dying: holder("dying"), living: holder("living") };
  }

  async function readRow(database: Database) {
    const [row] = await database.query("SELECT used, held, lost FROM account_quotas ORDER BY account_id LIMIT 1");
    return row;
  }

  test("withholds the block of a dead process without counting it as used", async () => {
    const { database, dying, living } = await start();
    expect(await dying({ needed: 50 })).toBe(50);
    await dying({ used: 20, kept: 30 });
    expect(await loseExpiredLeases(database, timeAt(startMs + leaseMs))).toBe(0);
    expect(await loseExpiredLeases(database, timeAt(expiredMs))).toBe(1);
    expect(await loseExpiredLeases(database, timeAt(expiredMs))).toBe(0);
    expect(await readRow(database)).toEqual({ used: 20, held: 0, lost: 30 });
    expect(await living({ needed: 2000 }, expiredMs)).toBe(950);
  });

  test("does not report a process without leased units as dead", async () => {
    const { database, living } = await start();
    await living({ needed: 10 });
    await living({ used: 10 });
    expect(await loseExpiredLeases(database, timeAt(expiredMs))).toBe(0);
    expect(await living({ used: 10, needed: 1 }, expiredMs)).toBe(1);
    expect(await readRow(database)).toEqual({ used: 10, held: 1, lost: 0 });
  });

  test("counts the uses of a process that returns after its lease was lost, and releases its unused units", async () => {
    const { database, dying } = await start();
    await dying({ needed: 50 });
    await loseExpiredLeases(database, timeAt(expiredMs));
    await dying({ used: 12, kept: 1 }, expiredMs);
    expect(await readRow(database)).toEqual({ used: 12, held: 1, lost: 0 });
  });

  test("counts a repeated report once", async () => {
    const { database, dying } = await start();
    await dying({ needed: 50 });
    for (let sent = 0; sent < 2; sent++) await dying({ used: 20, kept: 30 });
    expect(await readRow(database)).toEqual({ used: 20, held: 30, lost: 0 });
  });

  test("deletes leases 40 days after their expiry, but not while units are leased", async () => {
    const { database, dying, living } = await start();
    await dying({ needed: 50 });
    await living({ used: 0 });
    const later = startMs + 41 * 86_400_000;
    expect(await deleteOldLeases(database, startMs + 1000, 100)).toBe(0);
    expect(await deleteOldLeases(database, later, 100)).toBe(1);
    await loseExpiredLeases(database, timeAt(later));
    expect(await deleteOldLeases(database, later, 100)).toBe(1);
  });
});

test("keeps a lease that is renewed while it is being marked as lost", async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  const other = await openPostgres({ connectionString: connectionString ?? "", max: 1 });
  onTestFinished(async () => {
    await other.close();
    await drop();
  });
  const accountId = await createAccount(database, "Test", startMs);
  const lease = (changes: Partial<QuotaLeaseReport>, nowMs: number) =>
    makeUnitExchange(other, "slow", { nowMs: () => nowMs })([reportOf(accountId, changes)], nowMs);
  await lease({ needed: 50 }, startMs);
  const interrupted: Database = {
    ...database,
    transaction: (work, ...rest) =>
      database.transaction(
        async (tx) => {
          const renewing: typeof tx = {
            ...tx,
            async query<Row extends object>(...args: Parameters<typeof tx.query>): Promise<Row[]> {
              const rows = await tx.query<Row>(...args);
              if (args[0].includes("LIMIT $3")) await lease({ kept: 50 }, expiredMs);
              return rows;
            },
          };
          return work(renewing);
        },
        ...rest,
      ),
  };
  expect(await loseExpiredLeases(interrupted, timeAt(expiredMs))).toBe(0);
  expect(await database.query("SELECT used, held, lost FROM account_quotas")).toEqual([{ used: 0, held: 50, lost: 0 }]);
});
