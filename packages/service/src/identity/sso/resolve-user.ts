import type { Role, SsoResult } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { getAccount } from "../../tenancy/account-store.ts";
import type { SsoConnection } from "../connections/connection-store.ts";
import { domainOf, isVerifiedDomain } from "../connections/domain-store.ts";
import { findIdentity, hasIdentity, saveIdentity } from "../connections/identity-store.ts";
import { changeRole } from "../team/members.ts";
import { updateProfile } from "../users/credentials.ts";
import { acceptInvitationTo } from "../users/invitations.ts";
import { insertMembership, listMemberships, maxMemberships } from "../users/memberships.ts";
import { findUser, findUserByEmail, insertUser, listUsers, lockUser, type UserRecord } from "../users/store.ts";
import { type Claims, displayNameOf, findVerifiedEmail } from "./claims.ts";
import { roleOf } from "./roles.ts";

/** Reason why a user of the provider gets no session. */
export type SsoRefusal = Extract<
  SsoResult,
  "no_group" | "email_unverified" | "domain_foreign" | "not_a_member" | "other_subject" | "other_user"
>;

/** A member of the account of the connection, with the changes of the sign-in. */
export interface ResolvedUser {
  user: UserRecord;
  joined: boolean;
  /** Role before the sign-in; null if it did not change. */
  roleBefore: Role | null;
}

/**
 * Returns the member of the connection's account for a user of the provider: the one of an earlier sign-in by issuer and subject, or else by
 * a verified address in a verified domain of the connection. Locks the account, so that concurrent first sign-ins create one user.
 */
export async function resolveUser(
  unit: UnitOfWork,
  connection: SsoConnection,
  claims: Claims,
): Promise<ResolvedUser | { refusal: SsoRefusal }> {
  const { tx } = unit;
  const { accountId } = connection;
  const role = roleOf(connection, claims);
  if (role === null) return { refusal: "no_group" };
  await getAccount(tx, accountId, { lock: true });
  const identity = { accountId, issuer: claims.iss, subject: claims.sub };
  const knownId = await findIdentity(tx, identity);
  const known = knownId === undefined ? undefined : await findUser(tx, { accountId, userId: knownId }, { lock: true });
  const found =
    known === undefined ? await findByAddress(unit, connection, claims, role) : { user: known, joined: false };
  if ("refusal" in found) return found;
  await saveIdentity(tx, { ...identity, userId: found.user.id }, unit.wallMs);
  return applyRole(unit, found, role);
}

type Found = Pick<ResolvedUser, "user" | "joined"> | { refusal: SsoRefusal };

async function findByAddress(
  unit: UnitOfWork,
  connection: SsoConnection,
  claims: Claims,
  role: Role | undefined,
): Promise<Found> {
  const { tx } = unit;
  const { accountId } = connection;
  const email = findVerifiedEmail(claims);
  if (email === undefined) return { refusal: "email_unverified" };
  if (!(await isVerifiedDomain(tx, { accountId, domain: domainOf(email) }))) return { refusal: "domain_foreign" };
  const person = await findUserByEmail(tx, email);
  const member = person && (await findUser(tx, { accountId, userId: person.id }, { lock: true }));
  if (member === undefined) return join(unit, connection, claims, { email, role, person });
  // The address may have been given to another person: the provider knows them as another subject.
  const isOther = await hasIdentity(tx, { accountId, userId: member.id }, claims.iss);
  return isOther ? { refusal: "other_subject" } : { user: member, joined: false };
}

/** Adds a user of the provider to the account, if users join by themselves or an invitation to the address is open. */
async function join(
  { tx, wallMs }: UnitOfWork,
  { accountId, createsUsers, defaultRole }: SsoConnection,
  claims: Claims,
  { email, role, person }: { email: string; role: Role | undefined; person: UserRecord | undefined },
): Promise<Found> {
  const invited = await acceptInvitationTo(tx, { accountId, email }, wallMs);
  const newRole = role ?? invited?.role ?? defaultRole;
  if ((!createsUsers && invited === undefined) || newRole === null) return { refusal: "not_a_member" };
  if (person === undefined) {
    const user = await insertUser(tx, { accountId, role: newRole, email }, wallMs);
    const name = displayNameOf(claims, email);
    await updateProfile(tx, user, { name, email });
    return { user: { ...user, name }, joined: true };
  }
  if ((await lockUser(tx, person.id)) === undefined) return { refusal: "not_a_member" };
  if ((await listMemberships(tx, person.id)).length >= maxMemberships) return { refusal: "not_a_member" };
  await insertMembership(tx, { accountId, userId: person.id }, newRole, wallMs);
  const user = await findUser(tx, { accountId, userId: person.id }, { lock: true });
  if (user === undefined) throw new Error("missing membership after INSERT");
  return { user, joined: true };
}

/** Gives a member the role of the groups, except that the last owner stays an owner. */
async function applyRole(
  unit: UnitOfWork,
  { user, joined }: Pick<ResolvedUser, "user" | "joined">,
  role: Role | undefined,
): Promise<ResolvedUser> {
  const unchanged = { user, joined, roleBefore: null };
  if (joined || role === undefined || role === user.role) return unchanged;
  const { accountId } = user;
  if (user.role === "owner" && (await listUsers(unit.tx, accountId, "owner")).length === 1) return unchanged;
  const roleBefore = await changeRole(unit, { accountId, userId: user.id }, role);
  return { user: { ...user, role }, joined, roleBefore };
}
