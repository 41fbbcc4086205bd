import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../tests/databases.ts";
import { createAccount } from "../src/accounts/store.ts";
import { openLimits } from "../src/limits/limits.ts";
import type { Quotas } from "../src/limits/quotas.ts";
import { makeClock } from "./limit-nodes.ts";
import { startMs } from "./running-app.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { database, drop } = await createTestDatabase(kind);
    const clock = makeClock();
    const limits = await openLimits({ database, clock, log: pino({ enabled: false }), factor: 1 });
    onTestFinished(async () => {
      await limits.close();
      await drop();
    });
    const makeAccount = () => createAccount(database, "Test", startMs);
    const setPlan = (accountId: string, plan: string) =>
      database.execute("UPDATE accounts SET plan = $2 WHERE id = $1", [accountId, plan]);
    const usedBy = async (accountId: string) => {
      const [row] = await database.query<{ used: number }>(
        "SELECT used FROM account_quotas WHERE account_id = $1 ORDER BY period_start LIMIT 1",
        [accountId],
      );
      return row?.used;
    };
    return { database, clock, limits, makeAccount, setPlan, usedBy };
  }

  /** Whether a search found a unit, which it then used. */
  async function search(quotas: Quotas, accountId: string): Promise<boolean> {
    const taken = await quotas.take(accountId);
    if ("plan" in taken) return false;
    taken.finish(true);
    return true;
  }

  test("an account whose plan nobody knows gets no unit, and neither stops other accounts nor loses what it used", async () => {
    const { limits, makeAccount, setPlan, usedBy } = await start();
    const [odd, other] = [await makeAccount(), await makeAccount()];
    expect(await search(limits.quotas, odd)).toBe(true);
    await setPlan(odd, "Scale");
    const never = await makeAccount();
    await setPlan(never, "gold");
    await expect(search(limits.quotas, never)).rejects.toThrow("plan");
    expect(await search(limits.quotas, other)).toBe(true);
    await limits.quotas.tick();
    expect(await usedBy(other)).toBe(1);
    expect(await usedBy(odd)).toBe(0);
    await setPlan(odd, "scale");
    await limits.quotas.tick();
    expect(await usedBy(odd)).toBe(1);
  });

  test("what was used in the last second of a month is reported in the next one, to its own month", async () => {
    const { database, clock, limits, makeAccount } = await start();
    const accountId = await makeAccount();
    clock.advance(Date.UTC(2026, 11, 1) - 1 - clock.nowMs());
    expect(await search(limits.quotas, accountId)).toBe(true);
    const under = await limits.quotas.take(accountId);
    clock.advance(1);
    for (let n = 0; n < 3; n++) expect(await search(limits.quotas, accountId)).toBe(true);
    if (!("plan" in under)) under.finish(true);
    await limits.quotas.tick();
    const months = await database.query(
      "SELECT period_start, used FROM account_quotas WHERE account_id = $1 ORDER BY period_start",
      [accountId],
    );
    expect(months).toEqual([
      { period_start: new Date(Date.UTC(2026, 10, 1)), used: 2 },
      { period_start: new Date(Date.UTC(2026, 11, 1)), used: 3 },
    ]);
  });

  test("an account without units is looked at again within a second, also where the clock was set back", async () => {
    const { database, clock, limits, makeAccount, setPlan } = await start();
    const accountId = await makeAccount();
    await database.execute(
      "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', 1000)",
      [accountId],
    );
    expect(await search(limits.quotas, accountId)).toBe(false);
    await setPlan(accountId, "pro");
    expect(await search(limits.quotas, accountId)).toBe(false);
    clock.advance(-3_600_000);
    expect(await search(limits.quotas, accountId)).toBe(true);
  });
});
