import type { Queryable } from "@wayfare/database";
import { hasAccountWithoutSso } from "../connections/connection-store.ts";
import { domainOf, findVerifiedDomain } from "../connections/domain-store.ts";
import type { UserRecord } from "../users/store.ts";

/** Returns true if every account of a user requires single sign-on, so that a password of the user opens none of them. */
export async function isSsoRequiredEverywhere(
  db: Queryable,
  { id, email }: Pick<UserRecord, "id" | "email">,
): Promise<boolean> {
  return !(await hasAccountWithoutSso(db, { userId: id, email }));
}

/** Returns true if an account forces single sign-on for the domain of an address. */
export async function isForcedDomain(db: Queryable, email: string): Promise<boolean> {
  return (await findVerifiedDomain(db, domainOf(email)))?.isForced === true;
}

/**
 * Returns true if the user of an address, or a new user, must sign in with single sign-on. Runs the same statements with and without a
 * user, so that the time does not reveal which addresses have one.
 */
export async function mustUseSso(
  db: Queryable,
  { user, email }: { user: Pick<UserRecord, "id"> | undefined; email: string },
): Promise<boolean> {
  const isForced = await isForcedDomain(db, email);
  const isRequired = await isSsoRequiredEverywhere(db, { id: user?.id ?? "", email });
  return user === undefined ? isForced : isRequired;
}
