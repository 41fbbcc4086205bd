import { type Account, billingCurrency, type Currency, formatInstant, newId } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { type AccountState, readAccountState } from "./account-state.ts";

/**
 * Creates an account and returns its id.
 *
 * @param options.isOperator true for the operators' account, of which there is one.
 * @param options.currency currency of its plans, invoices and credit.
 */
export async function createAccount(
  db: Queryable,
  name: string,
  nowMs: number,
  { isOperator = false, currency = billingCurrency }: { isOperator?: boolean; currency?: Currency } = {},
): Promise<string> {
  const id = newId("acct", nowMs);
  await db.execute("INSERT INTO accounts (id, name, created_at, is_operator, currency) VALUES ($1, $2, $3, $4, $5)", [
    id,
    name,
    new Date(nowMs),
    isOperator,
    currency,
  ]);
  return id;
}

/** Returns the state of an account, which decides whether its keys and sessions are accepted. */
export async function getAccountState(db: Queryable, id: string): Promise<AccountState> {
  const [row] = await db.query<{ suspended_at: Date | null; closes_at: Date | null }>(
    "SELECT suspended_at, closes_at FROM accounts WHERE id = $1",
    [id],
  );
  if (!row) throw new Error(`missing account ${id}`);
  return readAccountState(row);
}

/** Returns the id of the oldest account, if any. */
export async function findFirstAccount(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>("SELECT id FROM accounts ORDER BY id LIMIT 1");
  return row?.id;
}

interface AccountRow {
  id: string;
  name: string;
  ip_allowlist: string[];
  created_at: Date;
}

/** Returns an account; `lock` locks its row until the transaction ends. */
export async function getAccount(db: Queryable, id: string, { lock = false } = {}): Promise<Account> {
  const [row] = await db.query<AccountRow>(
    `SELECT id, name, ip_allowlist, created_at FROM accounts WHERE id = $1${lock ? " FOR NO KEY UPDATE" : ""}`,
    [id],
  );
  if (!row) throw new Error(`missing account ${id}`);
  const { name, ip_allowlist: ipAllowlist } = row;
  return { id, name, ipAllowlist, createdAt: formatInstant(row.created_at.getTime()) };
}

export async function updateAllowlist(db: Queryable, id: string, ipAllowlist: readonly string[]): Promise<void> {
  await db.execute("UPDATE accounts SET ip_allowlist = $2 WHERE id = $1", [id, [...ipAllowlist]]);
}

/** Returns how far an account's test clock is ahead, in milliseconds. `lock` locks the account's row until the transaction ends. */
export async function getTestClockOffset(db: Queryable, accountId: string, { lock = false } = {}): Promise<number> {
  const [row] = await db.query<{ test_clock_offset_ms: number }>(
    `SELECT test_clock_offset_ms FROM accounts WHERE id = $1${lock ? " FOR NO KEY UPDATE" : ""}`,
    [accountId],
  );
  if (row === undefined) throw new Error(`missing account ${accountId}`);
  return row.test_clock_offset_ms;
}

export async function updateTestClockOffset(db: Queryable, accountId: string, offsetMs: number): Promise<void> {
  await db.execute("UPDATE accounts SET test_clock_offset_ms = $2 WHERE id = $1", [accountId, offsetMs]);
}

export async function hasAccount(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query<{ id: string }>("SELECT id FROM accounts WHERE id = $1", [id]);
  return rows.length > 0;
}
