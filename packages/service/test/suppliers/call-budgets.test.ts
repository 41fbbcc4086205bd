import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { CallBudgets } from "../../src/suppliers/call-budgets.ts";
import { readCallsTaken } from "../../src/suppliers/calls-store.ts";
import { type CallLimits, noLimits } from "../../src/suppliers/store.ts";

const startMs = Date.UTC(2026, 10, 30, 23, 59, 0);
const signal = new AbortController().signal;
const billed = { billed: true, status: 200, tookMs: 1, rateLimit: null };

async function open(kind: (typeof testDatabaseKinds)[number]) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  let nowMs = startMs;
  const clock = { nowMs: () => nowMs };
  /** Creates the budgets of a further process. */
  const start = () => new CallBudgets(database, clock);
  return {
    database,
    start,
    advance: (ms: number) => void (nowMs += ms),
    taken: () => readCallsTaken(database, "c", nowMs),
  };
}

/** Acquires calls until the budget is used up. @returns their number */
async function useUp(budgets: CallBudgets, limits: CallLimits, callCostCents = 0.5, billing = billed): Promise<number> {
  const budget = budgets.of("c", limits, callCostCents);
  for (let calls = 0; ; calls++) {
    const permit = await budget.acquire(signal).catch(() => undefined);
    if (permit === undefined || calls > 1000) return calls;
    permit.settle(billing);
  }
}

test.each(testDatabaseKinds)(
  "several processes share a daily limit exactly, and a new day has a new one on %s",
  async (kind) => {
    const { start, advance, taken } = await open(kind);
    const processes = [start(), start(), start()];
    const limits = { ...noLimits, callsPerDay: 57 };
    const used = await Promise.all(processes.map((each) => useUp(each, limits)));
    expect(used.reduce((sum, calls) => sum + calls, 0)).toBe(57);
    expect(await taken()).toEqual({ today: 57, thisMonth: 57 });
    advance(61_000);
    expect(await useUp(start(), limits)).toBe(57);
    expect(await taken()).toEqual({ today: 57, thisMonth: 57 });
  },
);

test("a limit of the month's cost and of calls per booking ends the calls", async () => {
  const { start } = await open("pglite");
  expect(await useUp(start(), { ...noLimits, spendPerMonthCents: 20 }, 0.5)).toBe(40);
  const { start: other } = await open("pglite");
  expect(await useUp(other(), { ...noLimits, callsPerBooking: 25 })).toBe(25);
});

test("gives unused calls back when the process ends, and calls that the supplier does not count at once", async () => {
  const { start, taken } = await open("pglite");
  const first = start();
  const permit = await first.of("c", { ...noLimits, callsPerDay: 30 }, 0).acquire(signal);
  permit.settle(billed);
  permit.settle({ ...billed, billed: false });
  expect(await taken()).toEqual({ today: 10, thisMonth: 10 });
  await first.close();
  expect(await taken()).toEqual({ today: 1, thisMonth: 1 });
  const second = start();
  const uncounted = await second.of("c", { ...noLimits, callsPerDay: 2 }, 0).acquire(signal);
  uncounted.settle({ ...billed, billed: false });
  expect(await useUp(second, { ...noLimits, callsPerDay: 2 })).toBe(1);
});

test("never exceeds a limit when processes lose their blocks, and loses at most a block each", async () => {
  const { start, taken } = await open("pglite");
  const limits = { ...noLimits, callsPerDay: 100 };
  let used = 0;
  for (let killed = 0; killed < 4; killed++) {
    // Not closed, like a killed process.
    (await start().of("c", limits, 0).acquire(signal)).settle(billed);
    used++;
  }
  used += await useUp(start(), limits);
  expect(used).toBeLessThanOrEqual(100);
  expect(used).toBeGreaterThanOrEqual(100 - 4 * 10);
  expect(await taken()).toEqual({ today: 100, thisMonth: 100 });
});

test("an aborted call takes nothing", async () => {
  const { start, taken } = await open("pglite");
  const aborted = AbortSignal.abort(new Error("left"));
  await expect(start().of("c", noLimits, 0).acquire(aborted)).rejects.toThrow("left");
  expect(await taken()).toEqual({ today: 0, thisMonth: 0 });
});
