import type { Role } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { listUsers } from "../identity/users/store.ts";

/** Most people of an account who get the same notice. */
const maxRecipients = 50;

/** Lists the addresses of an account's people with one of some roles. */
export async function listRecipients(db: Queryable, accountId: string, roles: readonly Role[]): Promise<string[]> {
  const users = await listUsers(db, accountId);
  const addresses = users.flatMap(({ role, email }) => (roles.includes(role) && email !== null ? [email] : []));
  return addresses.slice(0, maxRecipients);
}
