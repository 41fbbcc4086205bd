import { type AccountScope, newId, readCurrency } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { InvoiceRecord } from "../records/records.ts";
import { dateOf } from "../records/rows.ts";
import type { PaymentEvent, PaymentOrder, PaymentOutcome, PaymentProvider } from "./port.ts";

/** Inserts payment attempts for open live invoices of accounts with a saved payment method; a job sends them. */
export async function insertAttempts(
  db: Queryable,
  invoices: readonly InvoiceRecord[],
  provider: PaymentProvider,
): Promise<void> {
  const open = invoices.filter(({ status, environment }) => status === "open" && environment === "live");
  if (provider.charge === null || open.length === 0) return;
  await db.execute(
    `INSERT INTO payment_attempts (id, account_id, environment, invoice_id, provider, status, created_at)
     SELECT given.id, given.account_id, 'live', given.invoice_id, $4, 'pending', given.at
     FROM unnest($1::text[], $2::text[], $3::text[], $5::timestamptz[]) AS given (id, account_id, invoice_id, at)
     JOIN billing_accounts billing ON billing.account_id = given.account_id AND billing.environment = 'live'
     WHERE billing.provider_method IS NOT NULL`,
    [
      open.map(({ finalizedAtMs }) => newId("pay", finalizedAtMs ?? 0)),
      open.map(({ accountId }) => accountId),
      open.map(({ id }) => id),
      provider.name,
      open.map(({ finalizedAtMs }) => new Date(finalizedAtMs ?? 0)),
    ],
  );
}

/** An order claimed by this process: no other process sends it until the lease ends. */
export interface ClaimedOrder extends PaymentOrder {
  createdAtMs: number;
  /** Number of claims, including this one. */
  tries: number;
}

interface OrderRow {
  id: string;
  created_at: Date;
  tries: number;
  account_id: string;
  invoice_id: string;
  number: string;
  due_minor: number;
  currency: string;
  provider_customer: string;
  provider_method: string;
}

/** Claims the order that has been due longest, skipping orders locked by other processes. */
export async function claimOrder(
  db: Queryable,
  { nowMs, leaseEndsAtMs }: { nowMs: number; leaseEndsAtMs: number },
): Promise<ClaimedOrder | undefined> {
  const [row] = await db.query<OrderRow>(
    `WITH due AS (
       SELECT attempt.id, attempt.account_id, attempt.environment, invoice.number, invoice.due_minor, invoice.currency,
              billing.provider_customer, billing.provider_method
       FROM payment_attempts attempt
       JOIN invoices invoice ON invoice.id = attempt.invoice_id
         AND invoice.account_id = attempt.account_id AND invoice.environment = attempt.environment
       JOIN billing_accounts billing ON billing.account_id = attempt.account_id AND billing.environment = attempt.environment
       WHERE attempt.status = 'pending' AND attempt.reference IS NULL AND coalesce(attempt.next_attempt_at, attempt.created_at) <= $1
         AND invoice.status = 'open' AND billing.provider_method IS NOT NULL
       ORDER BY coalesce(attempt.next_attempt_at, attempt.created_at), attempt.id
       LIMIT 1 FOR UPDATE OF attempt SKIP LOCKED
     )
     UPDATE payment_attempts claimed SET next_attempt_at = $2, tries = claimed.tries + 1
     FROM due WHERE claimed.id = due.id AND claimed.account_id = due.account_id AND claimed.environment = due.environment
     RETURNING claimed.id, claimed.account_id, claimed.invoice_id, claimed.created_at, claimed.tries, due.number, due.due_minor, due.currency,
               due.provider_customer, due.provider_method`,
    [new Date(nowMs), new Date(leaseEndsAtMs)],
  );
  return row && { ...toOrder(row), createdAtMs: row.created_at.getTime(), tries: row.tries };
}

/** Postpones the next attempt of a claimed order. */
export async function postponeOrder(
  db: Queryable,
  { accountId, attemptId }: Pick<PaymentOrder, "accountId" | "attemptId">,
  untilMs: number,
): Promise<void> {
  await db.execute(
    `UPDATE payment_attempts SET next_attempt_at = $3
     WHERE id = $1 AND account_id = $2 AND environment = 'live' AND status = 'pending'`,
    [attemptId, accountId, new Date(untilMs)],
  );
}

function toOrder(row: OrderRow): PaymentOrder {
  return {
    attemptId: row.id,
    invoiceId: row.invoice_id,
    invoiceNumber: row.number,
    accountId: row.account_id,
    amountMinor: row.due_minor,
    currency: readCurrency(row.currency),
    customer: row.provider_customer,
    method: row.provider_method,
  };
}

/** Saves the outcome of a pending order. Returns false if it was already settled. */
export async function settleAttempt(
  db: Queryable,
  { accountId, attemptId }: Pick<PaymentOrder, "accountId" | "attemptId">,
  outcome: PaymentOutcome,
  nowMs: number,
): Promise<boolean> {
  const failure = outcome.status === "failed" ? outcome.failure : null;
  const settledAt = dateOf(outcome.status === "pending" ? null : nowMs);
  const settled = await db.execute(
    `UPDATE payment_attempts SET status = $3, reference = $4, failure = $5, settled_at = $6
     WHERE id = $1 AND account_id = $2 AND environment = 'live' AND status = 'pending'`,
    [attemptId, accountId, outcome.status, outcome.reference, failure, settledAt],
  );
  return settled > 0;
}

/** Saves an outcome that the provider reports later, by the provider's reference. Returns false if already settled. */
export async function settleReference(
  db: Queryable,
  { accountId, environment }: AccountScope,
  { reference, failure = null }: { reference: string; failure?: string | null },
  nowMs: number,
): Promise<boolean> {
  const settled = await db.execute(
    `UPDATE payment_attempts SET status = $4, failure = $5, settled_at = $6
     WHERE account_id = $1 AND environment = $2 AND reference = $3 AND status = 'pending'`,
    [accountId, environment, reference, failure === null ? "succeeded" : "failed", failure, new Date(nowMs)],
  );
  return settled > 0;
}

/** Records an event. Returns false for a duplicate. */
export async function insertPaymentEvent(
  db: Queryable,
  {
    provider,
    event,
    invoiceId,
    nowMs,
  }: { provider: string; event: PaymentEvent; invoiceId: string | null; nowMs: number },
): Promise<boolean> {
  const noted = await db.execute(
    `INSERT INTO payment_events (provider, event_id, type, invoice_id, received_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [provider, event.id, event.type, invoiceId, new Date(nowMs)],
  );
  return noted > 0;
}

/** Charges that are not sent yet, or that could not be sent. */
export interface PaymentQueue {
  due: number;
  later: number;
  /** Charges that were tried before. */
  retrying: number;
  isMinimum: boolean;
  oldestDueMs: number | null;
}

/** Counts the pending charges of all accounts, up to a limit. A charge that is being sent is later. */
export async function readPaymentQueue(
  db: Queryable,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<PaymentQueue> {
  const [row] = await db.query<{ counted: number; due: number; retrying: number; oldest: Date | null }>(
    `SELECT count(*)::int AS counted, (count(*) FILTER (WHERE due_at <= $1))::int AS due,
            (count(*) FILTER (WHERE tries > 0))::int AS retrying, min(due_at) FILTER (WHERE due_at <= $1) AS oldest
     FROM (
       SELECT coalesce(next_attempt_at, created_at) AS due_at, tries FROM payment_attempts
       WHERE status = 'pending' AND reference IS NULL ORDER BY coalesce(next_attempt_at, created_at), id LIMIT $2
     ) waiting`,
    [new Date(nowMs), limit + 1],
  );
  const { counted = 0, due = 0, retrying = 0, oldest = null } = row ?? {};
  return { due, later: counted - due, retrying, isMinimum: counted > limit, oldestDueMs: oldest?.getTime() ?? null };
}
