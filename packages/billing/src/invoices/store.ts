import {
  type AccountScope,
  type InvoiceLineType,
  type InvoiceStatus,
  type Partition,
  readCurrency,
} from "@wayfare/contract";
import { json, type Queryable } from "@wayfare/database";
import type { InvoiceRecord, Line, Parties } from "../records/records.ts";
import { dateOf, msOf, writeRows } from "../records/rows.ts";
import { ownedSql, ownedValues, scopesSql, scopeValues } from "../records/scope-values.ts";

interface InvoiceRow {
  id: string;
  account_id: string;
  environment: Partition;
  subscription_id: string | null;
  kind: InvoiceRecord["kind"];
  status: InvoiceStatus;
  number: string | null;
  currency: string;
  period_start: Date | null;
  period_end: Date | null;
  finalize_at: Date;
  created_at: Date;
  finalized_at: Date | null;
  due_at: Date | null;
  paid_at: Date | null;
  voided_at: Date | null;
  subtotal_minor: number;
  discount_minor: number;
  tax_minor: number;
  total_minor: number;
  credit_minor: number;
  due_minor: number;
  parties: Parties | null;
  paid_with: string | null;
}

const columns = (
  "id, account_id, environment, subscription_id, kind, status, number, currency, period_start, period_end, " +
  "finalize_at, created_at, finalized_at, due_at, paid_at, voided_at, subtotal_minor, discount_minor, " +
  "tax_minor, total_minor, credit_minor, due_minor, parties, paid_with"
).split(", ");

/** Inserts drafts. */
export async function insertInvoices(db: Queryable, invoices: readonly InvoiceRecord[]): Promise<void> {
  await writeRows(db, { table: "invoices", columns }, invoices.map(rowOf));
}

const finalColumns = (
  "status, number, finalized_at, due_at, paid_at, subtotal_minor, discount_minor, tax_minor, total_minor, " +
  "credit_minor, due_minor, parties, paid_with"
).split(", ");

/** Finalizes drafts whose lines are all written. */
export async function writeFinalInvoices(db: Queryable, invoices: readonly InvoiceRecord[]): Promise<void> {
  if (invoices.length === 0) return;
  const assignments = finalColumns.map((column) => `${column} = final.${column}`).join(", ");
  await db.execute(
    `UPDATE invoices invoice SET ${assignments} FROM jsonb_populate_recordset(NULL::invoices, $1) AS final
     WHERE invoice.id = final.id AND invoice.account_id = final.account_id AND invoice.environment = final.environment`,
    [json(invoices.map(rowOf))],
  );
}

/** Deletes drafts without lines. */
export async function deleteDrafts(db: Queryable, drafts: readonly InvoiceRecord[]): Promise<void> {
  if (drafts.length === 0) return;
  await db.execute(
    `DELETE FROM invoices draft USING ${ownedSql}
     WHERE draft.id = owned.id AND draft.account_id = owned.account_id AND draft.environment = owned.environment AND draft.status = 'draft'`,
    ownedValues(drafts),
  );
}

export interface InvoiceLines {
  invoice: Pick<InvoiceRecord, "id" | "accountId" | "environment">;
  lines: readonly Line[];
  /** Position of the first line. */
  position: number;
}

/** Inserts lines into drafts. */
export async function insertLines(db: Queryable, given: readonly InvoiceLines[]): Promise<void> {
  const rows = given.flatMap(({ invoice, lines, position }) =>
    lines.map((line, at) => ({
      invoice_id: invoice.id,
      position: position + at,
      account_id: invoice.accountId,
      environment: invoice.environment,
      kind: line.kind,
      description: line.description,
      quantity: line.quantity,
      unit_price: line.unitPrice,
      amount_minor: line.amountMinor,
      period_start: dateOf(line.startMs),
      period_end: dateOf(line.endMs),
      coupon_code: line.couponCode,
    })),
  );
  await writeRows(db, { table: "invoice_lines", columns: lineColumns }, rows);
}

const lineColumns = (
  "invoice_id, position, account_id, environment, kind, description, quantity, unit_price, amount_minor, " +
  "period_start, period_end, coupon_code"
).split(", ");

interface LineRow {
  invoice_id: string;
  kind: InvoiceLineType;
  description: string;
  quantity: number | null;
  unit_price: string | null;
  amount_minor: number;
  period_start: Date | null;
  period_end: Date | null;
  coupon_code: string | null;
}

/** Returns the lines of invoices in order, by invoice. */
export async function findLines(
  db: Queryable,
  invoices: readonly InvoiceLines["invoice"][],
): Promise<Map<string, Line[]>> {
  const rows = await db.query<LineRow>(
    `SELECT ${lineColumns.map((column) => `line.${column}`).join(", ")} FROM ${ownedSql} JOIN invoice_lines line
       ON line.invoice_id = owned.id AND line.account_id = owned.account_id AND line.environment = owned.environment
     ORDER BY line.invoice_id, line.position LIMIT 100000`,
    ownedValues(invoices),
  );
  const byInvoice = Map.groupBy(rows, (row) => row.invoice_id);
  return new Map([...byInvoice].map(([id, lines]) => [id, lines.map(toLine)]));
}

/** Returns each account's draft that is finalized next. */
export async function findFirstDrafts(db: Queryable, scopes: readonly AccountScope[]): Promise<InvoiceRecord[]> {
  const rows = await db.query<InvoiceRow>(
    `SELECT ${columns.map((column) => `draft.${column}`).join(", ")} FROM ${scopesSql} CROSS JOIN LATERAL (
       SELECT ${columns.join(", ")} FROM invoices
       WHERE account_id = scope.account_id AND environment = scope.environment AND status = 'draft'
       ORDER BY finalize_at, id LIMIT 1) AS draft
     ORDER BY draft.id LIMIT $3`,
    [...scopeValues(scopes), scopes.length],
  );
  return rows.map(toInvoice);
}

/** Returns the earliest due time of each account's open invoices, if any. */
export async function findFirstDue(
  db: Queryable,
  scopes: readonly AccountScope[],
): Promise<(AccountScope & { dueAtMs: number })[]> {
  const rows = await db.query<{ account_id: string; environment: Partition; due_at: Date }>(
    `SELECT invoice.account_id, invoice.environment, min(invoice.due_at) AS due_at FROM ${scopesSql}
     JOIN invoices invoice ON invoice.account_id = scope.account_id AND invoice.environment = scope.environment
     WHERE invoice.status = 'open' GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $3`,
    [...scopeValues(scopes), scopes.length],
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    environment: row.environment,
    dueAtMs: row.due_at.getTime(),
  }));
}

/** Returns an account's invoice. */
export async function findInvoice(
  db: Queryable,
  { accountId, environment }: AccountScope,
  id: string,
): Promise<InvoiceRecord | undefined> {
  const [row] = await db.query<InvoiceRow>(
    `SELECT ${columns.join(", ")} FROM invoices WHERE id = $1 AND account_id = $2 AND environment = $3`,
    [id, accountId, environment],
  );
  return row && toInvoice(row);
}

/** Returns the account of an invoice, for the operator, and the offset of its test clock. */
export async function findInvoiceScope(
  db: Queryable,
  id: string,
): Promise<(AccountScope & { clockOffsetMs: number }) | undefined> {
  const [row] = await db.query<{ account_id: string; environment: Partition; offset_ms: number }>(
    `SELECT invoice.account_id, invoice.environment,
            CASE invoice.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END AS offset_ms
     FROM invoices invoice JOIN accounts account ON account.id = invoice.account_id WHERE invoice.id = $1`,
    [id],
  );
  return row && { accountId: row.account_id, environment: row.environment, clockOffsetMs: row.offset_ms };
}

/** Lists an account's invoices, newest first, starting after an id. */
export async function listInvoices(
  db: Queryable,
  { accountId, environment }: AccountScope,
  page: { status?: InvoiceStatus | undefined; firstId?: string | undefined; afterId: string | null; limit: number },
): Promise<InvoiceRecord[]> {
  const rows = await db.query<InvoiceRow>(
    `SELECT ${columns.join(", ")} FROM invoices
     WHERE account_id = $1 AND environment = $2 AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR status = $4)
       AND ($6::text IS NULL OR id >= $6)
     ORDER BY id DESC LIMIT $5`,
    [accountId, environment, page.afterId, page.status ?? null, page.limit, page.firstId ?? null],
  );
  return rows.map(toInvoice);
}

/** Marks an open invoice as paid or void. */
export async function closeInvoice(db: Queryable, invoice: InvoiceRecord): Promise<void> {
  await db.execute(
    `UPDATE invoices SET status = $4, paid_at = $5, voided_at = $6, paid_with = $7
     WHERE id = $1 AND account_id = $2 AND environment = $3`,
    [
      invoice.id,
      invoice.accountId,
      invoice.environment,
      invoice.status,
      dateOf(invoice.paidAtMs),
      dateOf(invoice.voidedAtMs),
      invoice.paidWith,
    ],
  );
}

function rowOf(invoice: InvoiceRecord) {
  return {
    id: invoice.id,
    account_id: invoice.accountId,
    environment: invoice.environment,
    subscription_id: invoice.subscriptionId,
    kind: invoice.kind,
    status: invoice.status,
    number: invoice.number,
    currency: invoice.currency,
    period_start: dateOf(invoice.startMs),
    period_end: dateOf(invoice.endMs),
    finalize_at: dateOf(invoice.finalizeAtMs),
    created_at: dateOf(invoice.createdAtMs),
    finalized_at: dateOf(invoice.finalizedAtMs),
    due_at: dateOf(invoice.dueAtMs),
    paid_at: dateOf(invoice.paidAtMs),
    voided_at: dateOf(invoice.voidedAtMs),
    subtotal_minor: invoice.subtotalMinor,
    discount_minor: invoice.discountMinor,
    tax_minor: invoice.taxMinor,
    total_minor: invoice.totalMinor,
    credit_minor: invoice.creditMinor,
    due_minor: invoice.dueMinor,
    parties: invoice.parties,
    paid_with: invoice.paidWith,
  };
}

function toInvoice(row: InvoiceRow): InvoiceRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    subscriptionId: row.subscription_id,
    kind: row.kind,
    status: row.status,
    number: row.number,
    currency: readCurrency(row.currency),
    startMs: msOf(row.period_start),
    endMs: msOf(row.period_end),
    finalizeAtMs: row.finalize_at.getTime(),
    createdAtMs: row.created_at.getTime(),
    finalizedAtMs: msOf(row.finalized_at),
    dueAtMs: msOf(row.due_at),
    paidAtMs: msOf(row.paid_at),
    voidedAtMs: msOf(row.voided_at),
    subtotalMinor: row.subtotal_minor,
    discountMinor: row.discount_minor,
    taxMinor: row.tax_minor,
    totalMinor: row.total_minor,
    creditMinor: row.credit_minor,
    dueMinor: row.due_minor,
    parties: row.parties,
    paidWith: row.paid_with,
  };
}

function toLine(row: LineRow): Line {
  return {
    kind: row.kind,
    description: row.description,
    quantity: row.quantity,
    unitPrice: row.unit_price,
    amountMinor: row.amount_minor,
    startMs: msOf(row.period_start),
    endMs: msOf(row.period_end),
    couponCode: row.coupon_code,
  };
}
