import { type Account, formatInstant, newId } from "@wayfare/contract";
import type { Session } from "@wayfare/database";

/** Makes an account and answers its id. */
export async function createAccount(session: Session, name: string, nowMs: number): Promise<string> {
  const id = newId("acct", nowMs);
  await session.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, $2, $3)", [id, name, new Date(nowMs)]);
  return id;
}

/** The oldest account, if there is any. */
export async function findFirstAccount(session: Session): Promise<string | undefined> {
  const [row] = await session.query<{ id: string }>("SELECT id FROM accounts ORDER BY id LIMIT 1");
  return row?.id;
}

interface AccountRow {
  id: string;
  name: string;
  ip_allowlist: string[];
  created_at: Date;
}

/** An account; with `lock`, nobody else changes it before the transaction ends. */
export async function getAccount(session: Session, id: string, { lock = false } = {}): Promise<Account> {
  const [row] = await session.query<AccountRow>(
    `SELECT id, name, ip_allowlist, created_at FROM accounts WHERE id = $1${lock ? " FOR NO KEY UPDATE" : ""}`,
    [id],
  );
  if (!row) throw new Error(`the account ${id} of a key is not there`);
  const { name, ip_allowlist: ipAllowlist } = row;
  return { id, name, ipAllowlist, createdAt: formatInstant(row.created_at.getTime()) };
}

export async function updateAllowlist(session: Session, id: string, ipAllowlist: readonly string[]): Promise<void> {
  await session.execute("UPDATE accounts SET ip_allowlist = $2 WHERE id = $1", [id, [...ipAllowlist]]);
}

/** How far the clock of an account's test data is ahead, in milliseconds; with `lock`, nobody else moves it meanwhile. */
export async function getTestClockOffset(session: Session, accountId: string, { lock = false } = {}): Promise<number> {
  const [row] = await session.query<{ test_clock_offset_ms: number }>(
    `SELECT test_clock_offset_ms FROM accounts WHERE id = $1${lock ? " FOR NO KEY UPDATE" : ""}`,
    [accountId],
  );
  if (row === undefined) throw new Error(`the account ${accountId} of a key is not there`);
  return row.test_clock_offset_ms;
}

export async function updateTestClockOffset(session: Session, accountId: string, offsetMs: number): Promise<void> {
  await session.execute("UPDATE accounts SET test_clock_offset_ms = $2 WHERE id = $1", [accountId, offsetMs]);
}

export async function hasAccount(session: Session, id: string): Promise<boolean> {
  const rows = await session.query<{ id: string }>("SELECT id FROM accounts WHERE id = $1", [id]);
  return rows.length > 0;
}
