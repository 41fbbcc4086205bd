import { newId } from "@wayfare/contract";
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
