/**
 * Child process of crash.full.test.ts: makes calls within the budget of argv[3] a day on the PostgreSQL database of argv[2], and appends a
 * byte to the file of argv[4] for each. Exits when no call is left. If argv[5] is a number, it kills itself after as many calls.
 */
import { appendFileSync } from "node:fs";
import { openPostgres } from "@wayfare/database";
import { SupplierSkipped } from "@wayfare/suppliers";
import { CallBudgets } from "../../src/suppliers/call-budgets.ts";
import { noLimits } from "../../src/suppliers/store.ts";

const [, , connectionString = "", perDay, file = "", diesAfter] = process.argv;
const database = await openPostgres({ connectionString, max: 2 });
const clock = { nowMs: () => Date.UTC(2026, 10, 21, 12) };
const budgets = new CallBudgets(database, clock);
const limits = { ...noLimits, callsPerDay: Number(perDay) };
const budget = budgets.of({ credentialId: "duffel:1", budgetId: "duffel:1", limits, callCostCents: 0 });
const { signal } = new AbortController();
try {
  for (let calls = 1; ; calls++) {
    await budget.acquire(signal);
    appendFileSync(file, ".");
    if (calls === Number(diesAfter)) process.kill(process.pid, "SIGKILL");
  }
} catch (error) {
  if (!(error instanceof SupplierSkipped)) throw error;
}
await budgets.close();
await database.close();
