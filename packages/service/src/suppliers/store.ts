import type { AccountScope } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";

/** Limits of the calls with a credential; null for no limit. */
export interface CallLimits {
  callsPerDay: number | null;
  spendPerMonthCents: number | null;
  /** Calls per booking in a month. */
  callsPerBooking: number | null;
}

export const noLimits: CallLimits = { callsPerDay: null, spendPerMonthCents: null, callsPerBooking: null };

/** An account's use of a supplier in one environment. */
export interface SupplierAccount extends CallLimits {
  supplier: string;
  enabled: boolean;
  /** The account's credential, sealed; null if it has none. */
  sealedSecret: Uint8Array | null;
  hint: string | null;
  /** Secret that signs the supplier's events, sealed; null without one. */
  sealedWebhookSecret: Uint8Array | null;
  checkedAtMs: number | null;
}

interface Row {
  supplier: string;
  enabled: boolean;
  sealed_secret: Uint8Array | null;
  hint: string | null;
  calls_per_day: number | null;
  spend_per_month_cents: number | null;
  calls_per_booking: number | null;
  checked_at: Date | null;
  sealed_webhook_secret: Uint8Array | null;
}

const columns =
  "supplier, enabled, sealed_secret, hint, calls_per_day, spend_per_month_cents, calls_per_booking, checked_at, sealed_webhook_secret";

/** Lists what an account has set for suppliers in one environment. There is one row for each supplier. */
export async function listSupplierAccounts(db: Queryable, scope: AccountScope): Promise<SupplierAccount[]> {
  const rows = await db.query<Row>(
    `SELECT ${columns} FROM supplier_accounts WHERE account_id = $1 AND environment = $2 ORDER BY supplier LIMIT 64`,
    [scope.accountId, scope.environment],
  );
  return rows.map(toSupplierAccount);
}

/** Finds a row and locks it until the transaction ends. */
export async function lockSupplierAccount(
  db: Queryable,
  scope: AccountScope,
  supplier: string,
): Promise<SupplierAccount | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${columns} FROM supplier_accounts WHERE account_id = $1 AND environment = $2 AND supplier = $3
     ORDER BY supplier LIMIT 1 FOR UPDATE`,
    [scope.accountId, scope.environment, supplier],
  );
  return row && toSupplierAccount(row);
}

/** Finds the sealed secret that signs a supplier's events for an account; null without one. */
export async function findWebhookSecret(
  db: Queryable,
  { accountId, environment }: AccountScope,
  supplier: string,
): Promise<Uint8Array | null> {
  const [row] = await db.query<Pick<Row, "sealed_webhook_secret">>(
    `SELECT sealed_webhook_secret FROM supplier_accounts WHERE account_id = $1 AND environment = $2 AND supplier = $3
     ORDER BY supplier LIMIT 1`,
    [accountId, environment, supplier],
  );
  return row?.sealed_webhook_secret ?? null;
}

export async function saveSupplierAccount(
  db: Queryable,
  scope: AccountScope,
  account: SupplierAccount,
  nowMs: number,
): Promise<void> {
  await db.execute(
    `INSERT INTO supplier_accounts (account_id, environment, ${columns}, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
     ON CONFLICT (account_id, environment, supplier) DO UPDATE
     SET enabled = excluded.enabled, sealed_secret = excluded.sealed_secret, hint = excluded.hint,
         calls_per_day = excluded.calls_per_day, spend_per_month_cents = excluded.spend_per_month_cents,
         calls_per_booking = excluded.calls_per_booking, checked_at = excluded.checked_at,
         sealed_webhook_secret = excluded.sealed_webhook_secret, updated_at = excluded.updated_at`,
    [
      scope.accountId,
      scope.environment,
      account.supplier,
      account.enabled,
      account.sealedSecret,
      account.hint,
      account.callsPerDay,
      account.spendPerMonthCents,
      account.callsPerBooking,
      account.checkedAtMs === null ? null : new Date(account.checkedAtMs),
      account.sealedWebhookSecret,
      new Date(nowMs),
    ],
  );
}

export async function deleteSupplierAccount(db: Queryable, scope: AccountScope, supplier: string): Promise<void> {
  await db.execute("DELETE FROM supplier_accounts WHERE account_id = $1 AND environment = $2 AND supplier = $3", [
    scope.accountId,
    scope.environment,
    supplier,
  ]);
}

function toSupplierAccount(row: Row): SupplierAccount {
  return {
    supplier: row.supplier,
    enabled: row.enabled,
    sealedSecret: row.sealed_secret,
    hint: row.hint,
    sealedWebhookSecret: row.sealed_webhook_secret,
    callsPerDay: row.calls_per_day,
    spendPerMonthCents: row.spend_per_month_cents,
    callsPerBooking: row.calls_per_booking,
    checkedAtMs: row.checked_at === null ? null : row.checked_at.getTime(),
  };
}

/** Counts the accounts with a separate, enabled credential by environment and supplier. */
export async function countOwnCredentials(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.query<{ environment: string; supplier: string; accounts: number }>(
    `SELECT environment, supplier, count(*)::int AS accounts FROM supplier_accounts
     WHERE enabled AND sealed_secret IS NOT NULL GROUP BY environment, supplier ORDER BY environment, supplier LIMIT 1000`,
  );
  return new Map(rows.map(({ environment, supplier, accounts }) => [`${environment} ${supplier}`, accounts]));
}
