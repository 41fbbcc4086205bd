import { newId } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import type { InvoiceRecord } from "../records.ts";
import type { PaymentProvider } from "./port.ts";

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
