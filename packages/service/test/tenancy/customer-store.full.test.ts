import { describe, expect, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { type CustomerFilter, listCustomers } from "../../src/tenancy/customer-store.ts";
import { startMs } from "../running-app.ts";

const accounts = 100_000;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("pages through 100,000 accounts in order, with and without filters", async () => {
    const { database, drop } = await createTestDatabase(kind);
    await database.execute(
      `INSERT INTO accounts (id, name, created_at, plan, suspended_at, suspension_reason)
       SELECT 'acct_' || lpad(at::text, 26, '0'), 'Customer ' || at, $1::timestamptz,
         CASE WHEN at % 10 = 0 THEN 'pro' ELSE 'free' END,
         CASE WHEN at % 1000 = 0 THEN $1::timestamptz END, CASE WHEN at % 1000 = 0 THEN 'Unpaid' END
       FROM generate_series(1, $2) AS at`,
      [new Date(startMs), accounts],
    );
    const idOf = (at: number) => `acct_${String(at).padStart(26, "0")}`;
    const list = async (filter: CustomerFilter, afterId: string | null = null) => {
      const rows = await listCustomers(database, { filter, afterId, limit: 51, nowMs: startMs });
      return rows.map(({ id }) => id);
    };
    const descending = (from: number, step = 1) => Array.from({ length: 51 }, (_, row) => idOf(from - row * step));
    expect(await list({})).toEqual(descending(accounts));
    expect(await list({}, idOf(50_001))).toEqual(descending(50_000));
    expect(await list({ plan: "pro" })).toEqual(descending(accounts, 10));
    expect(await list({ status: "suspended" })).toEqual(descending(accounts, 1000));
    expect(await list({ search: "customer 4711" }, idOf(4712))).toEqual([idOf(4711)]);
    expect(await list({ search: "nothing" })).toEqual([]);
    await drop();
  });
});
