import type { Plan } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { expect } from "vitest";
import { renderInvoicePdf } from "../src/invoices/pdf.ts";
import { findInvoice, findLines } from "../src/invoices/store.ts";

/**
 * Checks that every transaction sums to zero, that balances, receivables and payments match the invoices, and that number series have no
 * gaps.
 */
export async function expectConsistentLedger(database: Database): Promise<void> {
  const unbalanced = await database.query(
    "SELECT transaction_id FROM ledger_entries GROUP BY transaction_id, currency HAVING sum(amount_minor) <> 0 ORDER BY 1 LIMIT 10",
  );
  expect(unbalanced).toEqual([]);
  const wrong = await database.query(
    `SELECT account_id, environment, currency FROM (
       SELECT account_id, environment, currency, balance_minor AS amount FROM credit_balances
       UNION ALL SELECT account_id, environment, currency, amount_minor FROM ledger_entries WHERE ledger_account = 'credit') AS parts
     GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 ORDER BY 1 LIMIT 10`,
  );
  expect(wrong).toEqual([]);
  const sums = (account: string) =>
    `(SELECT coalesce(sum(amount_minor), 0)::bigint FROM ledger_entries WHERE ledger_account = '${account}')`;
  const [row] = await database.query<Record<string, number>>(
    `SELECT ${sums("receivable")} AS owed, ${sums("revenue")} AS revenue, ${sums("tax")} AS tax,
       coalesce(sum(due_minor) FILTER (WHERE status = 'open'), 0)::bigint AS open,
       coalesce(sum(subtotal_minor + discount_minor) FILTER (WHERE status IN ('open', 'paid')), 0)::bigint AS earned,
       coalesce(sum(tax_minor) FILTER (WHERE status IN ('open', 'paid')), 0)::bigint AS taxed
     FROM invoices`,
  );
  expect(row?.owed).toBe(row?.open);
  const [given] = await database.query<{ net: number; tax: number }>(
    "SELECT coalesce(sum(amount_minor - tax_minor), 0)::bigint AS net, coalesce(sum(tax_minor), 0)::bigint AS tax FROM credit_notes",
  );
  expect(0 - (row?.revenue ?? 0)).toBe((row?.earned ?? 0) - (given?.net ?? 0));
  expect(0 - (row?.tax ?? 0)).toBe((row?.taxed ?? 0) - (given?.tax ?? 0));
  await expectNoNumberGaps(database);
}

/** Checks that the numbers of each series run from one to the last without gaps. */
export async function expectNoNumberGaps(database: Database): Promise<void> {
  const rows = await database.query<{ environment: string; count: number; most: number; last: number }>(
    `SELECT invoice.environment, count(*)::bigint AS count, max(substring(number FROM '[0-9]+$')::bigint) AS most,
            (SELECT last FROM billing_series series WHERE series.environment = invoice.environment AND kind = 'invoice') AS last
     FROM invoices invoice WHERE number IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  for (const { count, most, last } of rows) expect([count, count]).toEqual([most, last]);
}

interface PeriodRow {
  subscription_id: string;
  period_start: Date;
  used: number;
  billed: number;
  included: number;
  finals: number;
}

/**
 * Checks that each period has at most one invoice, that billed searches equal those beyond the included ones, recounted by hour in SQL, and
 * that a final invoice renders to the same PDF again.
 */
export async function expectBilledOnce(database: Database, accountId: string): Promise<void> {
  const periods = await database.query<PeriodRow>(
    `WITH segment AS (
       SELECT *, coalesce(ended_at, period_end) AS until FROM subscription_segments WHERE account_id = $1
     )
     SELECT subscription_id, period_start,
       (SELECT coalesce(sum(count), 0)::bigint FROM usage_hours hours JOIN segment inside
          ON hours.hour >= inside.started_at AND hours.hour < inside.until
          AND inside.subscription_id = segment.subscription_id AND inside.period_start = segment.period_start
        WHERE hours.account_id = $1 AND hours.environment = 'live') AS used,
       ceil(sum(searches_included * extract(epoch FROM until - started_at) / extract(epoch FROM period_end - period_start)))::bigint AS included,
       (SELECT coalesce(sum(quantity), 0)::bigint FROM invoice_lines line JOIN invoices invoice ON invoice.id = line.invoice_id
        WHERE invoice.subscription_id = segment.subscription_id AND invoice.period_start = segment.period_start AND line.kind = 'overage') AS billed,
       (SELECT count(*)::bigint FROM invoices invoice WHERE invoice.subscription_id = segment.subscription_id
          AND invoice.period_start = segment.period_start AND invoice.status <> 'draft') AS finals
     FROM segment GROUP BY subscription_id, period_start ORDER BY period_start`,
    [accountId],
  );
  for (const period of periods) {
    expect(period.finals).toBeLessThanOrEqual(1);
    if (period.finals === 1)
      expect(period.billed, JSON.stringify(period)).toBe(Math.max(0, period.used - period.included));
    else expect(period.billed).toBe(0);
  }
  const overlaps = await database.query(
    `SELECT a.started_at FROM subscription_segments a JOIN subscription_segments b
       ON a.account_id = b.account_id AND (a.subscription_id, a.started_at) <> (b.subscription_id, b.started_at)
       AND a.started_at < coalesce(b.ended_at, 'infinity') AND b.started_at < coalesce(a.ended_at, 'infinity')
     WHERE a.account_id = $1 AND a.started_at < coalesce(a.ended_at, 'infinity') AND b.started_at < coalesce(b.ended_at, 'infinity')`,
    [accountId],
  );
  expect(overlaps).toEqual([]);
  await expectSamePdf(database, accountId);
}

async function expectSamePdf(database: Database, accountId: string): Promise<void> {
  const owner = { accountId, environment: "live" } as const;
  const [last] = await database.query<{ id: string }>(
    "SELECT id FROM invoices WHERE account_id = $1 AND number IS NOT NULL ORDER BY id DESC LIMIT 1",
    [accountId],
  );
  if (last === undefined) return;
  const render = async () => {
    const invoice = await findInvoice(database, owner, last.id);
    if (invoice === undefined) throw new Error("an invoice that was found is gone");
    return renderInvoicePdf(invoice, (await findLines(database, [invoice])).get(last.id) ?? []);
  };
  expect((await render()).equals(await render())).toBe(true);
}

interface SegmentRow {
  plan: string;
  charged_minor: number;
  trial: boolean;
  seconds: number;
  left: number;
  period: number;
}

/**
 * Checks that lines charge for time the phases' charges less credits; and without coupons the exact price of each plan for its seconds, to
 * a cent per line.
 *
 * @param plans null if coupons applied.
 */
export async function expectAllTimePaid(
  database: Database,
  accountId: string,
  plans: Readonly<Record<string, Plan>> | null,
): Promise<void> {
  const [sum] = await database.query<{ minor: number; lines: number }>(
    `SELECT coalesce(sum(amount_minor), 0)::bigint AS minor, count(*)::bigint AS lines FROM invoice_lines
     WHERE account_id = $1 AND kind IN ('subscription', 'proration', 'coupon')`,
    [accountId],
  );
  const segments = await database.query<SegmentRow>(
    `SELECT plan, charged_minor, period_end - period_start < interval '20 days' AS trial,
       extract(epoch FROM coalesce(ended_at, period_end) - started_at)::float8 AS seconds,
       extract(epoch FROM period_end - started_at)::float8 AS left,
       extract(epoch FROM period_end - period_start)::float8 AS period
     FROM subscription_segments WHERE account_id = $1 ORDER BY started_at`,
    [accountId],
  );
  const [minor, lines] = [sum?.minor ?? 0, sum?.lines ?? 0];
  // A subscription that ended unpaid has no credit for unused time.
  const [lapsed] = await database.query<{ lapsed: boolean }>(
    "SELECT EXISTS (SELECT FROM subscriptions WHERE account_id = $1 AND ended_at < period_end) AS lapsed",
    [accountId],
  );
  if (lapsed?.lapsed === true) return;
  const charged = segments.reduce(
    (total, segment) => total + (segment.charged_minor * segment.seconds) / segment.left,
    0,
  );
  expect(Math.abs(minor - charged)).toBeLessThanOrEqual(lines + 1e-3);
  if (plans === null) return;
  const exact = segments.reduce(
    (total, { plan, trial, seconds, period }) =>
      total + (trial ? 0 : ((plans[plan]?.priceMinor ?? Number.NaN) * seconds) / period),
    0,
  );
  expect(Math.abs(minor - exact)).toBeLessThanOrEqual(lines + 1e-3);
}

/** Returns the received cash in minor units. */
export async function sumCash(database: Database): Promise<number | undefined> {
  const [row] = await database.query<{ cash: number }>(
    "SELECT coalesce(sum(amount_minor), 0)::bigint AS cash FROM ledger_entries WHERE ledger_account = 'cash'",
  );
  return row?.cash;
}
