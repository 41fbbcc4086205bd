import { newId, type Owner, readCurrency } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import type { InvoiceRecord } from "../records/records.ts";
import { dateOf } from "../records/rows.ts";
import type { PaymentEvent, PaymentOrder, PaymentOutcome, PaymentProvider } from "./port.ts";

/** Asks for the payment of open live invoices whose account has left something to charge; the job sends it. */
export async function insertAttempts(
  session: Session,
  invoices: readonly InvoiceRecord[],
  provider: PaymentProvider,
): Promise<void> {
  const open = invoices.filter(({ status, environment }) => status === "open" && environment === "live");
  if (provider.charge === null || open.length === 0) return;
  await session.execute(
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

/** An order that this process has claimed: until its lease ends, no other process sends it. */
export interface ClaimedOrder extends PaymentOrder {
  createdAtMs: number;
  /** Times that it was claimed, this one included. */
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

/** Claims the order that has been due longest, passing over orders that another process is claiming. */
export async function claimOrder(
  session: Session,
  { nowMs, leaseEndsAtMs }: { nowMs: number; leaseEndsAtMs: number },
): Promise<ClaimedOrder | undefined> {
  const [row] = await session.query<OrderRow>(
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

/** Lets a claimed order wait before it is sent again. */
export async function postponeOrder(
  session: Session,
  { accountId, attemptId }: Pick<PaymentOrder, "accountId" | "attemptId">,
  untilMs: number,
): Promise<void> {
  await session.execute(
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

/** Writes the outcome of a pending order; false when it was settled before. */
export async function settleAttempt(
  session: Session,
  { accountId, attemptId }: Pick<PaymentOrder, "accountId" | "attemptId">,
  outcome: PaymentOutcome,
  nowMs: number,
): Promise<boolean> {
  const failure = outcome.status === "failed" ? outcome.failure : null;
  const settledAt = dateOf(outcome.status === "pending" ? null : nowMs);
  const settled = await session.execute(
    `UPDATE payment_attempts SET status = $3, reference = $4, failure = $5, settled_at = $6
     WHERE id = $1 AND account_id = $2 AND environment = 'live' AND status = 'pending'`,
    [attemptId, accountId, outcome.status, outcome.reference, failure, settledAt],
  );
  return settled > 0;
}

/** The same for an outcome that the provider reports later, under its own reference. */
export async function settleReference(
  session: Session,
  { accountId, environment }: Owner,
  { reference, failure = null }: { reference: string; failure?: string | null },
  nowMs: number,
): Promise<boolean> {
  const settled = await session.execute(
    `UPDATE payment_attempts SET status = $4, failure = $5, settled_at = $6
     WHERE account_id = $1 AND environment = $2 AND reference = $3 AND status = 'pending'`,
    [accountId, environment, reference, failure === null ? "succeeded" : "failed", failure, new Date(nowMs)],
  );
  return settled > 0;
}

/** Notes an event; false where it has been noted before. */
export async function insertPaymentEvent(
  session: Session,
  {
    provider,
    event,
    invoiceId,
    nowMs,
  }: { provider: string; event: PaymentEvent; invoiceId: string | null; nowMs: number },
): Promise<boolean> {
  const noted = await session.execute(
    `INSERT INTO payment_events (provider, event_id, type, invoice_id, received_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [provider, event.id, event.type, invoiceId, new Date(nowMs)],
  );
  return noted > 0;
}
