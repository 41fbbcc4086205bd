import type { Queryable } from "@wayfare/database";
import { isSsoRequired } from "../connections/connection-store.ts";
import { domainOf, findVerifiedDomain } from "../connections/domain-store.ts";
import { listMemberships } from "../users/memberships.ts";
import type { UserRecord } from "../users/store.ts";

/** Returns true if every account of a user requires single sign-on, so that a password of the user opens none of them. */
export async function isSsoRequiredEverywhere(
  db: Queryable,
  { id, email }: Pick<UserRecord, "id" | "email">,
): Promise<boolean> {
  const memberships = await listMemberships(db, id);
  for (const { accountId } of memberships) {
    if (!(await isSsoRequired(db, { accountId, email }))) return false;
  }
  return memberships.length > 0;
}

/** Returns true if an account forces single sign-on for the domain of an address. */
export async function isForcedDomain(db: Queryable, email: string): Promise<boolean> {
  return (await findVerifiedDomain(db, domainOf(email)))?.isForced === true;
}
