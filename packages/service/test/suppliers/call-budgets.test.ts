import type { CallOutcome } from "@wayfare/suppliers";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { CallBudgets } from "../../src/suppliers/call-budgets.ts";
import { periodsAt, readCallsMade } from "../../src/suppliers/calls-store.ts";
import { type CallLimits, noLimits } from "../../src/suppliers/store.ts";

const startMs = Date.UTC(2026, 10, 30, 23, 59, 0);
const signal = new AbortController().signal;
const billed: CallOutcome = {
  billed: true,
  status: 200,
  tookMs: 1,
  rateLimit: null,
  health: "answered",
  retryAtMs: null,
};
const termsOf = (limits: CallLimits, callCostCents = 0) => ({
  credentialId: "c",
  budgetId: "c",
  limits,
  callCostCents,
});

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
    made: () => readCallsMade(database, "c", nowMs),
    taken: async () => {
      const { day, month } = periodsAt(nowMs);
      const rows = await database.query<{ period: string; calls: number }>(
        "SELECT period, calls FROM supplier_calls WHERE credential_id = $1 ORDER BY period LIMIT 100",
        ["c"],
      );
      const callsOf = (period: string) => rows.find((row) => row.period === period)?.calls ?? 0;
      return { today: callsOf(day), thisMonth: callsOf(month) };
    },
  };
}

/** Acquires calls until the budget is used up. @returns their number */
async function useUp(budgets: CallBudgets, limits: CallLimits, callCostCents = 0.5, billing = billed): Promise<number> {
  const budget = budgets.of(termsOf(limits, callCostCents));
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
  const permit = await first.of(termsOf({ ...noLimits, callsPerDay: 30 })).acquire(signal);
  permit.settle(billed);
  permit.settle({ ...billed, billed: false });
  expect(await taken()).toEqual({ today: 10, thisMonth: 10 });
  await first.close();
  expect(await taken()).toEqual({ today: 1, thisMonth: 1 });
  const second = start();
  const uncounted = await second.of(termsOf({ ...noLimits, callsPerDay: 2 })).acquire(signal);
  uncounted.settle({ ...billed, billed: false });
  expect(await useUp(second, { ...noLimits, callsPerDay: 2 })).toBe(1);
});

test("never exceeds a limit when processes lose their blocks, and loses at most a block each", async () => {
  const { start, taken } = await open("pglite");
  const limits = { ...noLimits, callsPerDay: 100 };
  let used = 0;
  for (let killed = 0; killed < 4; killed++) {
    // Not closed, like a killed process.
    (await start().of(termsOf(limits)).acquire(signal)).settle(billed);
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
  await expect(start().of(termsOf(noLimits)).acquire(aborted)).rejects.toThrow("left");
  expect(await taken()).toEqual({ today: 0, thisMonth: 0 });
});

test.each(testDatabaseKinds)("shows the calls that were made instead of those that were taken on %s", async (kind) => {
  const { start, made, taken } = await open(kind);
  const processes = [start(), start()];
  for (const budgets of processes) {
    const budget = budgets.of(termsOf(noLimits));
    for (let calls = 0; calls < 3; calls++) {
      const permit = await budget.acquire(signal);
      permit.settle({ ...billed, billed: calls > 0 });
      // A page of the result is not another call.
      (await budget.acquire(signal, { isFollowUp: true })).settle(billed);
    }
    await budgets.flush();
  }
  expect(await made()).toEqual({ today: 4, thisMonth: 4 });
  expect(await taken()).toEqual({ today: 20, thisMonth: 20 });
  await Promise.all(processes.map((budgets) => budgets.close()));
  expect(await taken()).toEqual({ today: 4, thisMonth: 4 });
});
