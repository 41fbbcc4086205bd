import { DomainError, formatInstant, type Member, notFound, type Role } from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import { accountStatusOf } from "../../tenancy/account-state.ts";
import { getAccount, getAccountState } from "../../tenancy/account-store.ts";
import { deleteIdentitiesOf } from "../connections/identity-store.ts";
import { deleteRecoveryCodes } from "../credentials/recovery-codes.ts";
import { deletePasskeysOf, movePasskeys } from "../passkeys/store.ts";
import { endSessionsOfMember, notifySessionChange } from "../sessions/store.ts";
import { invalidateLinksOf } from "../sign-in/links.ts";
import { withdrawInvitationsBy } from "../users/invitations.ts";
import { endMembership, removeUser, updateRole } from "../users/memberships.ts";
import { findUser, listUsers, type MemberKey, type UserRecord } from "../users/store.ts";

/** Lists the members of an account in the order in which they joined. */
export async function listMembers(db: Queryable, accountId: string): Promise<Member[]> {
  const seen = await db.query<{ user_id: string; at: Date }>(
    "SELECT user_id, max(last_used_at) AS at FROM sessions WHERE account_id = $1 GROUP BY user_id ORDER BY user_id LIMIT 1000",
    [accountId],
  );
  const lastUses = new Map(seen.map(({ user_id: id, at }) => [id, formatInstant(at.getTime())]));
  const users = await listUsers(db, accountId);
  return users.map(({ id, name, email, role, joinedAtMs }) => {
    return { id, name, email, role, joinedAt: formatInstant(joinedAtMs), lastUsedAt: lastUses.get(id) ?? null };
  });
}

/**
 * Changes the role of a member of a locked team.
 *
 * @returns the previous role.
 * @throws DomainError NOT_FOUND, or STATE_INVALID for the last owner.
 */
export async function changeRole({ tx, nowMs }: UnitOfWork, member: MemberKey, role: Role): Promise<Role> {
  const user = await lockMember(tx, member);
  if (user.role === role) return role;
  if (user.role === "owner") {
    await assertNotLastOwner(tx, user);
    await withdrawInvitationsBy(tx, user.accountId, user.id, nowMs);
  }
  await updateRole(tx, member, role);
  await notifySessionChange(tx, user.id);
  return user.role;
}

/**
 * Removes a member of a locked team. The member's sessions in the account end, and sign-in links and invitations of the account become
 * invalid. A user who is not a member of another account is removed with all credentials.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID for the last owner of an account that is not closed.
 */
export async function removeMember({ tx, nowMs, wallMs }: UnitOfWork, member: MemberKey): Promise<UserRecord> {
  const user = await lockMember(tx, member);
  const isClosed = accountStatusOf(await getAccountState(tx, member.accountId), wallMs) === "closed";
  if (user.role === "owner" && !isClosed) await assertNotLastOwner(tx, user);
  await invalidateLinksOf(tx, member, nowMs);
  await withdrawInvitationsBy(tx, user.accountId, user.id, nowMs);
  await endSessionsOfMember(tx, member);
  await deleteIdentitiesOf(tx, member);
  const first = await endMembership(tx, member);
  if (first !== undefined) {
    await movePasskeys(tx, user.id, first);
    return user;
  }
  await removeUser(tx, member, nowMs);
  await deletePasskeysOf(tx, user.id);
  await deleteRecoveryCodes(tx, user.id);
  return user;
}

/**
 * Locks the team for one of its owners until the transaction ends. Concurrent changes by owners are serialized, and a caller who has just
 * lost the owner role is rejected.
 *
 * @throws DomainError ROLE_MISSING.
 */
export async function lockTeam(db: Queryable, member: MemberKey): Promise<void> {
  await getAccount(db, member.accountId, { lock: true });
  const user = await findUser(db, member);
  if (user?.role !== "owner")
    throw new DomainError("ROLE_MISSING", { detail: "This operation requires the owner role." });
}

async function lockMember(db: Queryable, member: MemberKey): Promise<UserRecord> {
  const user = await findUser(db, member, { lock: true });
  if (user === undefined) throw notFound("user", member.userId);
  return user;
}

async function assertNotLastOwner(db: Queryable, { accountId }: UserRecord): Promise<void> {
  if ((await listUsers(db, accountId, "owner")).length > 1) return;
  throw new DomainError("STATE_INVALID", {
    detail: "An account must have at least one owner. Make another user an owner first.",
  });
}
