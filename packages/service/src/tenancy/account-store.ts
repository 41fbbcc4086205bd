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
