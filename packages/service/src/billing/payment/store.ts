import { newId } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import type { Owner } from "../../access/caller.ts";
import { readCurrency } from "../../currency.ts";
import type { InvoiceRecord } from "../records.ts";
import { dateOf } from "../rows.ts";
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

interface OrderRow {
  id: string;
  account_id: string;
  invoice_id: string;
  number: string;
  due_minor: number;
  currency: string;
  provider_customer: string;
  provider_method: string;
}

/** Orders that have not been sent, or whose answer nobody has written down, oldest first. */
export async function findOrders(
  session: Session,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<PaymentOrder[]> {
  const rows = await session.query<OrderRow>(
    `SELECT attempt.id, attempt.account_id, attempt.invoice_id, invoice.number, invoice.due_minor, invoice.currency,
            billing.provider_customer, billing.provider_method
     FROM payment_attempts attempt
     JOIN invoices invoice ON invoice.id = attempt.invoice_id
     JOIN billing_accounts billing ON billing.account_id = attempt.account_id AND billing.environment = attempt.environment
     WHERE attempt.status = 'pending' AND attempt.reference IS NULL AND attempt.created_at > $1 AND invoice.status = 'open'
       AND billing.provider_method IS NOT NULL
     ORDER BY attempt.created_at, attempt.id LIMIT $2`,
    [new Date(sinceMs), limit],
  );
  return rows.map(toOrder);
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

/** Writes down what a provider has answered. */
export async function settleAttempt(
  session: Session,
  { accountId, attemptId }: Pick<PaymentOrder, "accountId" | "attemptId">,
  outcome: PaymentOutcome,
  nowMs: number,
): Promise<void> {
  const failure = outcome.status === "failed" ? outcome.failure : null;
  const settledAt = dateOf(outcome.status === "pending" ? null : nowMs);
  await session.execute(
    `UPDATE payment_attempts SET status = $3, reference = $4, failure = $5, settled_at = $6
     WHERE id = $1 AND account_id = $2 AND environment = 'live' AND status = 'pending'`,
    [attemptId, accountId, outcome.status, outcome.reference, failure, settledAt],
  );
}

/** The same, told later under the provider's own reference. */
export async function settleReference(
  session: Session,
  { accountId, environment }: Owner,
  { reference, failure = null }: { reference: string; failure?: string | null },
  nowMs: number,
): Promise<void> {
  await session.execute(
    `UPDATE payment_attempts SET status = $4, failure = $5, settled_at = $6
     WHERE account_id = $1 AND environment = $2 AND reference = $3 AND status = 'pending'`,
    [accountId, environment, reference, failure === null ? "succeeded" : "failed", failure, new Date(nowMs)],
  );
}

/** What an account has left with the provider, to be charged from the next invoice on. */
export async function saveMethod(
  session: Session,
  { accountId, environment }: Owner,
  { customer, method }: { customer: string; method: string },
): Promise<void> {
  await session.execute(
    `UPDATE billing_accounts SET provider_customer = $3, provider_method = $4 WHERE account_id = $1 AND environment = $2`,
    [accountId, environment, customer, method],
  );
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
