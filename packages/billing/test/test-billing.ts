import { type AccountScope, newId } from "@wayfare/contract";
import { DatabaseError, type Queryable } from "@wayfare/database";
import { onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabaseKind } from "../../../tests/databases.ts";
import { changePlan } from "../src/commands/plan-change.ts";
import { type LockedBilling, lockBilling } from "../src/dunning/lock-billing.ts";
import { type BillingOptions, billingDefaults } from "../src/options/options.ts";
import type { BillingPorts } from "../src/options/ports.ts";

export const startMs = Date.UTC(2026, 10, 21, 7, 33);

/** Ports with plain statements, one per row; the service's own ports are tested with its routes. */
const testPorts: BillingPorts = {
  async setPlans(tx, plans) {
    for (const { accountId, plan, planVersion, period } of plans) {
      await tx.execute(
        "UPDATE accounts SET plan = $2, plan_version = $3, period_start = $4, period_end = $5 WHERE id = $1",
        [accountId, plan, planVersion, period && new Date(period.startMs), period && new Date(period.endMs)],
      );
    }
  },
  async countSearches(tx, spans) {
    const counts: number[] = [];
    for (const { accountId, startMs: fromMs, endMs } of spans) {
      const [row] = await tx.query<{ count: number }>(
        `SELECT coalesce(sum(count), 0)::bigint AS count FROM usage_hours
         WHERE account_id = $1 AND environment = 'live' AND hour >= $2 AND hour < $3`,
        [accountId, new Date(fromMs), new Date(endMs)],
      );
      counts.push(row?.count ?? 0);
    }
    return counts;
  },
  notify: async () => {},
  auditOperator: async () => {},
};

export const testBilling: BillingOptions = { ...billingDefaults, ports: testPorts };

/** Creates an account and returns its id. */
export async function createAccount(db: Queryable, name: string, currency = "USD"): Promise<string> {
  const id = newId("acct", startMs);
  const row = [id, name, new Date(startMs), currency];
  await db.execute("INSERT INTO accounts (id, name, created_at, currency) VALUES ($1, $2, $3, $4)", row);
  return id;
}

/** Opens a database with an account whose billing is locked at the start time. The database is dropped after the test. */
export async function startBilling(kind: TestDatabaseKind) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const scope: AccountScope = { accountId: await createAccount(database, "Test"), environment: "live" };
  const withBilling = <T>(work: (billing: LockedBilling) => Promise<T>, customer = scope): Promise<T> =>
    database.transaction(async (tx) => work(await lockBilling({ tx, nowMs: startMs }, customer, testBilling)));
  const subscribe = (customer = scope) =>
    withBilling((billing) => changePlan(billing, { plan: "pro", trial: false, previewed: null }), customer);
  return { database, owner: scope, withBilling, subscribe };
}

/** Returns the constraint that rejected a statement. */
export async function rejectionCode(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DatabaseError) return error.constraint;
    throw error;
  }
  throw new Error("the statement was not rejected");
}
