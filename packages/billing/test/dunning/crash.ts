import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, openPglite } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabaseKind, testDatabaseKinds } from "../../../tests/databases.ts";
import { bringDatabase } from "../../../tests/prepared-database.ts";
import { createAccount } from "../src/accounts/store.ts";
import { defaultBilling } from "../src/billing/options.ts";
import { takeDueSteps } from "../src/billing/steps.ts";
import { changePlan, holdBilling } from "../src/billing/subscriptions/commands.ts";
import { expectBilledOnce, expectLedgerInOrder } from "./billing-invariants.ts";
import type { ClosingOrder } from "./billing-process.ts";
import { startMs } from "./running-app.ts";
import { makeDirectory } from "./usage-records.ts";

/** `npm run test:full` asks for more. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 3);
const accounts = 30;
/** A month later, and two hours: every period has ended, and its draft is due. */
const dueMs = Date.UTC(2026, 11, 21, 9, 33);

async function makeStore(kind: TestDatabaseKind) {
  if (kind === "postgresql") {
    const { database, drop, connectionString } = await createTestDatabase(kind);
    onTestFinished(drop);
    const order = { connectionString: connectionString ?? "" };
    return { order, open: async () => database, leave: async () => {} };
  }
  const dataDirectory = makeDirectory();
  await bringDatabase(dataDirectory);
  const directory = join(dataDirectory, "database");
  const open = () => openPglite({ directory });
  return { order: { directory }, open, leave: (opened: Database) => opened.close() };
}

/** Accounts on a plan since the start, which have searched beyond it. */
async function subscribeMany(database: Database): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < accounts; number++) {
    const accountId = await createAccount(database, `Account ${number}`, startMs);
    await database.transaction(async (session) => {
      const owner = { accountId, environment: "live" } as const;
      const held = await holdBilling({ session, nowMs: startMs }, owner, defaultBilling);
      await changePlan(held, { plan: "pro", trial: false, previewed: null });
    });
    await database.execute(
      `INSERT INTO usage_hours (account_id, environment, hour, operation, key_id, count) VALUES ($1, 'live', $2, 'search', 'ak_a', $3)`,
      [accountId, new Date(startMs + 86_400_000 - (startMs % 3_600_000)), 50_000 + number],
    );
    ids.push(accountId);
  }
  return ids;
}

/** Runs a closing process to its end: its exit code and signal. */
async function run(order: ClosingOrder): Promise<unknown> {
  const script = fileURLToPath(new URL("./billing-process.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(order)], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return once(child, "exit");
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test(`${rounds} processes are killed while they close periods: each is billed once`, {
    timeout: 60_000 + 20_000 * rounds,
  }, async () => {
    const store = await makeStore(kind);
    const first = await store.open();
    const ids = await subscribeMany(first);
    await store.leave(first);
    let killed = 0;
    for (let round = 0; round < rounds; round++) {
      // A batch is some thirty statements: each round dies in another place of one.
      const order = { database: store.order, wallMs: dueMs, batch: 3, diesAt: 2 + ((round * 17) % 41) };
      const [, signal] = [await run(order)].flat();
      if (signal === "SIGKILL") killed++;
    }
    expect(killed).toBeGreaterThanOrEqual(Math.min(rounds, 3));
    const database = await store.open();
    await takeDueSteps(database, { options: defaultBilling, wallMs: dueMs });
    await expectLedgerInOrder(database);
    for (const id of ids) await expectBilledOnce(database, id);
    const [sum] = await database.query<{ invoices: number; due: number }>(
      "SELECT count(*)::bigint AS invoices, sum(due_minor)::bigint AS due FROM invoices WHERE kind = 'period' AND status = 'open'",
    );
    // 49 dollars each, and 0.004 for each search beyond 50,000, rounded for each.
    const overage = Array.from({ length: accounts }, (_, number) => Math.round(number * 0.4));
    expect(sum).toEqual({
      invoices: accounts,
      due: accounts * 4900 + overage.reduce((total, each) => total + each, 0),
    });
    await store.leave(database);
  });
});
