import type { Session } from "@wayfare/database";

export async function hasAccount(session: Session, id: string): Promise<boolean> {
  const rows = await session.query<{ id: string }>("SELECT id FROM accounts WHERE id = $1", [id]);
  return rows.length > 0;
}
