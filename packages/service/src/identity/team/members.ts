import { DomainError, formatInstant, type Member, notFound, type Role } from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import { getAccount } from "../../tenancy/account-store.ts";
import { deleteRecoveryCodes } from "../credentials/recovery-codes.ts";
import { deletePasskeysOf } from "../passkeys/store.ts";
import { endSessionsOf, notifySessionChange } from "../sessions/store.ts";
import { withdrawInvitationsBy } from "../users/invitations.ts";
import { findUser, listUsers, type UserRecord } from "../users/store.ts";

interface MemberKey {
  accountId: string;
  userId: string;
}

/** Lists the members of an account in the order in which they joined. */
export async function listMembers(db: Queryable, accountId: string): Promise<Member[]> {
  const seen = await db.query<{ user_id: string; at: Date }>(
    "SELECT user_id, max(last_used_at) AS at FROM sessions WHERE account_id = $1 GROUP BY user_id ORDER BY user_id LIMIT 1000",
    [accountId],
  );
  const lastUses = new Map(seen.map(({ user_id: id, at }) => [id, formatInstant(at.getTime())]));
  const users = await listUsers(db, accountId);
  return users.map(({ id, name, email, role, createdAtMs }) => {
    return { id, name, email, role, joinedAt: formatInstant(createdAtMs), lastUsedAt: lastUses.get(id) ?? null };
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
  await tx.execute("UPDATE users SET role = $3 WHERE id = $1 AND account_id = $2", [user.id, user.accountId, role]);
  await notifySessionChange(tx, user.id);
  return user.role;
}

/**
 * Removes a member of a locked team. All sessions end, and the member's credentials, sign-in links and invitations become invalid.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID for the last owner.
 */
export async function removeMember({ tx, nowMs }: UnitOfWork, member: MemberKey): Promise<UserRecord> {
  const user = await lockMember(tx, member);
  if (user.role === "owner") await assertNotLastOwner(tx, user);
  const now = new Date(nowMs);
  await tx.execute(
    `UPDATE users SET removed_at = $3, operator_since = NULL, password_hash = NULL, totp_secret = NULL, totp_pending = NULL, totp_step = NULL
     WHERE id = $1 AND account_id = $2`,
    [user.id, user.accountId, now],
  );
  await deletePasskeysOf(tx, member);
  await deleteRecoveryCodes(tx, user.id);
  await tx.execute("UPDATE sign_in_links SET used_at = $3 WHERE user_id = $1 AND account_id = $2 AND used_at IS NULL", [
    user.id,
    user.accountId,
    now,
  ]);
  await withdrawInvitationsBy(tx, user.accountId, user.id, nowMs);
  await endSessionsOf(tx, member, null);
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
