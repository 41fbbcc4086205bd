import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { leaseMs } from "../../src/limits/quota-rules.ts";
import { makeUnitExchange } from "../../src/limits/quota-store.ts";
import { Quotas } from "../../src/limits/quotas.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startMs } from "../running-app.ts";
import { makeClock, openVirtualLimits } from "./limit-nodes.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { database, drop } = await createTestDatabase(kind);
    const clock = makeClock();
    const limits = await openVirtualLimits(database, clock);
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

  /** True if a search got a unit, which it then consumed. */
  async function search(quotas: Quotas, accountId: string): Promise<boolean> {
    const ticket = await quotas.acquire(accountId);
    if ("plan" in ticket) return false;
    ticket.consume();
    return true;
  }

  test("grants no unit to an account with an unknown plan, keeps its report and serves other accounts", async () => {
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

  test("reports uses of the last second of a month to that month", async () => {
    const { database, clock, limits, makeAccount } = await start();
    const accountId = await makeAccount();
    clock.advance(Date.UTC(2026, 11, 1) - 1 - clock.nowMs());
    expect(await search(limits.quotas, accountId)).toBe(true);
    const under = await limits.quotas.acquire(accountId);
    clock.advance(1);
    for (let n = 0; n < 3; n++) expect(await search(limits.quotas, accountId)).toBe(true);
    if (!("plan" in under)) under.consume();
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

  test("fails a search after 5 seconds if the database hangs; a late response serves the next search", async () => {
    const { database, clock, makeAccount } = await start();
    const accountId = await makeAccount();
    const { promise: hanging, resolve: answer } = Promise.withResolvers<void>();
    const working = makeUnitExchange(database, "slow", clock);
    let calls = 0;
    const exchange: typeof working = async (...args) => {
      calls++;
      await hanging;
      return working(...args);
    };
    const quotas = new Quotas({ database, exchange, clock, monotonic: clock, log: pino({ enabled: false }) });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const given = expect(search(quotas, accountId)).rejects.toMatchObject({
      name: "DatabaseError",
      message: expect.stringContaining("within 5000 ms"),
    });
    await vi.advanceTimersByTimeAsync(5001);
    await given;
    vi.useRealTimers();
    answer();
    expect(await search(quotas, accountId)).toBe(true);
    expect(calls).toBeLessThanOrEqual(2);
  });

  test("leases again if the lease has ended when its answer arrives", async () => {
    const { database, clock, makeAccount } = await start();
    const accountId = await makeAccount();
    const working = makeUnitExchange(database, "suspended", clock);
    let calls = 0;
    const exchange: typeof working = async (...args) => {
      const answers = await working(...args);
      if (++calls === 1) clock.advance(leaseMs);
      return answers;
    };
    const quotas = new Quotas({ database, exchange, clock, monotonic: clock, log: pino({ enabled: false }) });
    expect(await search(quotas, accountId)).toBe(true);
    expect(await search(quotas, accountId)).toBe(true);
  });

  test("checks an exhausted account again within a second", async () => {
    const { database, clock, limits, makeAccount, setPlan } = await start();
    const accountId = await makeAccount();
    await database.execute(
      "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', 1000)",
      [accountId],
    );
    expect(await search(limits.quotas, accountId)).toBe(false);
    await setPlan(accountId, "pro");
    expect(await search(limits.quotas, accountId)).toBe(false);
    clock.advance(1000);
    expect(await search(limits.quotas, accountId)).toBe(true);
  });
});

test("recalls idle units from another process, but not units in use", async () => {
  const { database, drop } = await createTestDatabase("postgresql");
  const accountId = await createAccount(database, "Test", startMs);
  await database.execute(
    "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', 950)",
    [accountId],
  );
  const open = () => openVirtualLimits(database);
  const [idle, busy] = [await open(), await open()];
  onTestFinished(async () => {
    await busy.close();
    await drop();
  });
  const underWay = await idle.quotas.acquire(accountId);
  const read = async () => {
    const [row] = await database.query("SELECT used, held FROM account_quotas WHERE account_id = $1", [accountId]);
    return row;
  };
  // One unit for the pending search, and a sixteenth of the others in advance.
  expect(await read()).toEqual({ used: 950, held: 4 });
  let answered = 0;
  for (let ticket = await busy.quotas.acquire(accountId); !("plan" in ticket); answered++) {
    ticket.consume();
    ticket = await busy.quotas.acquire(accountId);
  }
  expect(answered).toBe(49);
  if (!("plan" in underWay)) underWay.consume();
  await idle.close();
  await busy.tick();
  expect(await read()).toEqual({ used: 1000, held: 0 });
});
