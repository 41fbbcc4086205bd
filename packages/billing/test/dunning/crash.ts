import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, openPglite } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabaseKind, testDatabaseKinds } from "../../../../tests/databases.ts";
import { copyPreparedDatabase } from "../../../../tests/prepared-database.ts";
import { changePlan } from "../../src/commands/plan-change.ts";
import { runDueSteps } from "../../src/dunning/due-steps.ts";
import { lockBilling } from "../../src/dunning/lock-billing.ts";
import { expectBilledOnce, expectConsistentLedger } from "../billing-invariants.ts";
import { createAccount, startMs, testBilling } from "../test-billing.ts";
import type { DueStepsJob } from "./due-steps-process.ts";

/** One month and two hours later: every period has ended, and its draft is due. */
const dueMs = Date.UTC(2026, 11, 21, 9, 33);

async function makeStore(kind: TestDatabaseKind) {
  if (kind === "postgresql") {
    const { database, drop, connectionString } = await createTestDatabase(kind);
    onTestFinished(drop);
    const order = { connectionString: connectionString ?? "" };
    return { order, open: async () => database, leave: async () => {} };
  }
  const dataDirectory = mkdtempSync(join(tmpdir(), "wayfare-billing-"));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }));
  await copyPreparedDatabase(dataDirectory);
  const directory = join(dataDirectory, "database");
  const open = () => openPglite({ directory });
  return { order: { directory }, open, leave: (opened: Database) => opened.close() };
}

/** Creates accounts with a plan since the start and overage. */
async function subscribeMany(database: Database, accounts: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < accounts; number++) {
    const accountId = await createAccount(database, `Account ${number}`);
    await database.transaction(async (tx) => {
      const owner = { accountId, environment: "live" } as const;
      const billing = await lockBilling({ tx, nowMs: startMs }, owner, testBilling);
      await changePlan(billing, { plan: "pro", trial: false, previewed: null });
    });
    await database.execute(
      `INSERT INTO usage_hours (account_id, environment, hour, operation, key_id, count) VALUES ($1, 'live', $2, 'search', 'ak_a', $3)`,
      [accountId, new Date(startMs + 86_400_000 - (startMs % 3_600_000)), 50_000 + number],
    );
    ids.push(accountId);
  }
  return ids;
}

/** Runs a child process to its end and returns its exit code and signal. */
async function run(order: DueStepsJob): Promise<unknown> {
  const script = fileURLToPath(new URL("./due-steps-process.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(order)], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return once(child, "exit");
}

/** Tests that killed processes bill each period once. Each is killed at another statement of a batch, on both databases. */
export function testCrashes({ rounds, accounts }: { rounds: number; accounts: number }): void {
  describe.each(testDatabaseKinds)("on %s", (kind) => {
    test(`bills each period once when ${rounds} processes are killed while they close periods`, {
      timeout: 300_000 + 20_000 * rounds,
    }, async () => {
      const store = await makeStore(kind);
      const first = await store.open();
      const ids = await subscribeMany(first, accounts);
      await store.leave(first);
      let killed = 0;
      for (let round = 0; round < rounds; round++) {
        // A batch has about thirty statements; each round is killed at another one.
        const order = { database: store.order, wallMs: dueMs, batch: 3, crashesAt: 2 + ((round * 17) % 41) };
        const [, signal] = [await run(order)].flat();
        if (signal === "SIGKILL") killed++;
      }
      expect(killed).toBeGreaterThanOrEqual(Math.min(rounds, 3));
      const database = await store.open();
      await runDueSteps(database, { options: testBilling, wallMs: dueMs });
      await expectConsistentLedger(database);
      for (const id of ids) await expectBilledOnce(database, id);
      const [sum] = await database.query<{ invoices: number; due: number }>(
        "SELECT count(*)::bigint AS invoices, sum(due_minor)::bigint AS due FROM invoices WHERE kind = 'period' AND status = 'open'",
      );
      // 49 dollars per account, and 0.004 per search beyond 50,000, rounded per account.
      const overage = Array.from({ length: accounts }, (_, number) => Math.round(number * 0.4));
      expect(sum).toEqual({
        invoices: accounts,
        due: accounts * 4900 + overage.reduce((total, each) => total + each, 0),
      });
      await store.leave(database);
    });
  });
}
