/**
 * Measures the time to close a billing period for 10,000 accounts on a plan, each with searches beyond its included quota, with one and two
 * workers, on PostgreSQL, and then the time of lists. `npm run bench:billing [accounts]`; needs only npm. The invoice totals are verified
 * before figures are printed.
 */
import { listInvoices, runDueSteps } from "@wayfare/billing";
import { type Database, migrate, openPostgres } from "@wayfare/database";
import { defaultBilling, listCustomers } from "@wayfare/service";
import { samplePlans } from "../packages/billing/test/sample-plans.ts";
import { startPostgresServer } from "../tests/postgres-server.ts";
import { describeMachine } from "./machine.ts";

const accounts = Number(process.argv[2] ?? 10_000);
const startMs = Date.UTC(2026, 9, 21, 7, 33);
const endMs = Date.UTC(2026, 10, 21, 7, 33);
/** Draft invoices become final one hour after the last hour of the period. */
const finalMs = Date.UTC(2026, 10, 21, 9);
const searches = 51_290;
const dueMinor = samplePlans.pro.priceMinor + 516;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Accounts per script of `fill`, so that each statement stays far below the statement timeout. */
const fillChunk = 10_000;

/** Accounts whose period has just ended, with searches in one hour of each day. */
async function fill(database: Database): Promise<void> {
  await database.script("TRUNCATE usage_hours");
  for (let first = 1; first <= accounts; first += fillChunk) {
    await fillAccounts(database, first, Math.min(first + fillChunk - 1, accounts));
  }
  await database.script("ANALYZE");
}

async function fillAccounts(database: Database, first: number, last: number): Promise<void> {
  const id = (prefix: string) => `'${prefix}_' || lpad(number::text, 26, '0')`;
  const from = `FROM generate_series(${first}, ${last}) AS number`;
  const [start, end] = [startMs, endMs].map((ms) => `'${new Date(ms).toISOString()}'::timestamptz`);
  await database.script(`
    INSERT INTO accounts (id, name, created_at, plan, period_start, period_end)
      SELECT ${id("acct")}, 'Account', ${start}, 'pro', ${start}, ${end} ${from};
    INSERT INTO billing_accounts (account_id, environment, created_at, due_at) SELECT ${id("acct")}, 'live', ${start}, ${end} ${from};
    INSERT INTO subscriptions (id, account_id, environment, status, plan, plan_version, currency, price_minor, searches_included,
        overage_per_search, anchor_at, period_start, period_end, revision, created_at)
      SELECT ${id("sub")}, ${id("acct")}, 'live', 'active', 'pro', 1, 'USD', ${samplePlans.pro.priceMinor}, 50000, '0.004', ${start}, ${start}, ${end}, 1, ${start} ${from};
    INSERT INTO subscription_segments (subscription_id, account_id, environment, started_at, period_start, period_end, plan, searches_included,
        overage_per_search, charged_minor)
      SELECT ${id("sub")}, ${id("acct")}, 'live', ${start}, ${start}, ${end}, 'pro', 50000, '0.004', ${samplePlans.pro.priceMinor} ${from};
    INSERT INTO usage_hours (account_id, environment, hour, operation, key_id, count)
      SELECT ${id("acct")}, 'live', date_trunc('hour', ${start}, 'UTC') + day * interval '1 day', 'search', 'ak_a',
             CASE day WHEN 1 THEN ${searches} - 29 * 1000 ELSE 1000 END
      ${from} CROSS JOIN generate_series(1, 30) AS day`);
}

async function verify(database: Database): Promise<void> {
  const [row] = await database.query<{ invoices: number; due: number; unbalanced: number; events: number }>(
    `SELECT count(*)::bigint AS invoices, sum(due_minor)::bigint AS due,
       (SELECT count(*) FROM (SELECT FROM ledger_entries GROUP BY transaction_id HAVING sum(amount_minor) <> 0) AS wrong)::bigint AS unbalanced,
       (SELECT count(*) FROM events WHERE type = 'invoice.finalized')::bigint AS events
     FROM invoices WHERE status = 'open'`,
  );
  const isRight =
    row?.invoices === accounts && row.due === accounts * dueMinor && row.unbalanced === 0 && row.events === accounts;
  if (!isRight) throw new Error(`${accounts} accounts have unexpected totals: ${JSON.stringify(row)}`);
}

const accountId = (number: number) => `acct_${String(number).padStart(26, "0")}`;

/** Lists over all accounts, and the invoices of one account. */
const lists: Readonly<Record<string, (database: Database) => Promise<readonly unknown[]>>> = {
  "accounts, first page": (database) => listAccounts(database, {}),
  "accounts, page from the middle": (database) => listAccounts(database, {}, accountId(Math.ceil(accounts / 2))),
  "accounts, search without a match": (database) => listAccounts(database, { search: "no such account" }),
  "invoices of an account": (database) =>
    listInvoices(database, { accountId: accountId(1), environment: "live" }, { afterId: null, limit: 20 }),
};

function listAccounts(database: Database, filter: { search?: string }, afterId: string | null = null) {
  return listCustomers(database, { filter, afterId, limit: 20, nowMs: finalMs });
}

async function measureLists(database: Database): Promise<void> {
  print("\n| list | rows | median ms | max ms |");
  print("| --- | --- | --- | --- |");
  for (const [name, list] of Object.entries(lists)) {
    const { length } = await list(database);
    const times: number[] = [];
    for (let run = 0; run < 21; run++) {
      const startedMs = performance.now();
      await list(database);
      times.push(performance.now() - startedMs);
    }
    const sorted = times.toSorted((a, b) => a - b);
    print(`| ${name} | ${length} | ${(sorted[10] ?? 0).toFixed(1)} | ${(sorted[20] ?? 0).toFixed(1)} |`);
  }
}

async function measure(connectionString: string, name: string, workers: number): Promise<void> {
  const server = await openPostgres({ connectionString, max: 1 });
  await server.script(`CREATE DATABASE ${name}`);
  await server.close();
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  const database = await openPostgres({ connectionString: url.href, max: 4 });
  await migrate(database, { nowMs: startMs });
  await fill(database);
  const seconds: number[] = [];
  for (const wallMs of [endMs, finalMs]) {
    const startedMs = performance.now();
    await Promise.all(
      Array.from({ length: workers }, () => runDueSteps(database, { options: defaultBilling, wallMs })),
    );
    seconds.push((performance.now() - startedMs) / 1000);
  }
  await verify(database);
  const [turned = 0, finalized = 0] = seconds;
  print(`| ${workers} | ${turned.toFixed(1)} | ${finalized.toFixed(1)} | ${(turned + finalized).toFixed(1)} |`);
  if (workers === 2) await measureLists(database);
  await database.close();
}

print(`${describeMachine()}; ${accounts} accounts, PostgreSQL\n`);
print("| workers | periods closed, s | invoices finalized, s | total, s |");
print("| --- | --- | --- | --- |");
const postgres = await startPostgresServer();
try {
  await measure(postgres.connectionString, "one_worker", 1);
  await measure(postgres.connectionString, "two_workers", 2);
} finally {
  await postgres.stop();
}
