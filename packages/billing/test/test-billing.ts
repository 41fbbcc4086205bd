import { newId, type Owner } from "@wayfare/contract";
import { DatabaseError, type Session } from "@wayfare/database";
import { onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabaseKind } from "../../../tests/databases.ts";
import { changePlan } from "../src/commands/plan-change.ts";
import { type HeldBilling, holdBilling } from "../src/dunning/hold.ts";
import { type BillingOptions, billingDefaults } from "../src/options/options.ts";
import type { BillingPorts } from "../src/options/ports.ts";

export const startMs = Date.UTC(2026, 10, 21, 7, 33);

/** Plain statements, one for each row; the service's own ports are tested with its routes. */
const testPorts: BillingPorts = {
  async setPlans(session, plans) {
    for (const { accountId, plan, period } of plans) {
      await session.execute("UPDATE accounts SET plan = $2, period_start = $3, period_end = $4 WHERE id = $1", [
        accountId,
        plan,
        period && new Date(period.startMs),
        period && new Date(period.endMs),
      ]);
    }
  },
  async countSearches(session, spans) {
    const counts: number[] = [];
    for (const { accountId, startMs: fromMs, endMs } of spans) {
      const [row] = await session.query<{ count: number }>(
        `SELECT coalesce(sum(count), 0)::bigint AS count FROM usage_hours
         WHERE account_id = $1 AND environment = 'live' AND hour >= $2 AND hour < $3`,
        [accountId, new Date(fromMs), new Date(endMs)],
      );
      counts.push(row?.count ?? 0);
    }
    return counts;
  },
  auditOperator: async () => {},
};

export const testBilling: BillingOptions = { ...billingDefaults, ports: testPorts };

/** Makes an account and answers its id. */
export async function createAccount(session: Session, name: string): Promise<string> {
  const id = newId("acct", startMs);
  await session.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, $2, $3)", [
    id,
    name,
    new Date(startMs),
  ]);
  return id;
}

/** A database with an account, whose billing is held at the start; the database is gone when the test is. */
export async function startBilling(kind: TestDatabaseKind) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const owner: Owner = { accountId: await createAccount(database, "Test"), environment: "live" };
  const hold = <T>(work: (held: HeldBilling) => Promise<T>, who = owner): Promise<T> =>
    database.transaction(async (session) => work(await holdBilling({ session, nowMs: startMs }, who, testBilling)));
  const subscribe = (who = owner) =>
    hold((held) => changePlan(held, { plan: "pro", trial: false, previewed: null }), who);
  return { database, owner, hold, subscribe };
}

/** The constraint that refused a statement. */
export async function refusedBy(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DatabaseError) return error.constraint;
    throw error;
  }
  throw new Error("nothing was refused");
}
