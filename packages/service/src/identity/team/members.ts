import { DomainError, formatInstant, type Member, notFound, type Role } from "@wayfare/contract";
import type { Session, Unit } from "@wayfare/database";
import { getAccount } from "../../tenancy/account-store.ts";
import { deleteRecoveryCodes } from "../credentials/recovery-codes.ts";
import { deletePasskeysOf } from "../passkeys/store.ts";
import { announceSession, endSessionsOf } from "../sessions/store.ts";
import { withdrawInvitationsBy } from "../users/invitations.ts";
import { findUser, listUsers, type UserRecord } from "../users/store.ts";

interface MemberOf {
  accountId: string;
  userId: string;
}

/** The users of an account, in the order in which they joined. */
export async function listMembers(session: Session, accountId: string): Promise<Member[]> {
  const seen = await session.query<{ user_id: string; at: Date }>(
    "SELECT user_id, max(last_used_at) AS at FROM sessions WHERE account_id = $1 GROUP BY user_id ORDER BY user_id LIMIT 1000",
    [accountId],
  );
  const lastUses = new Map(seen.map(({ user_id: id, at }) => [id, formatInstant(at.getTime())]));
  const users = await listUsers(session, accountId);
  return users.map(({ id, name, email, role, createdAtMs }) => {
    return { id, name, email, role, joinedAt: formatInstant(createdAtMs), lastUsedAt: lastUses.get(id) ?? null };
  });
}

/** Gives a user of a team that is held another role. Answers the role before. @throws DomainError NOT_FOUND, and STATE_INVALID for the last owner. */
export async function changeRole({ session, nowMs }: Unit, who: MemberOf, role: Role): Promise<Role> {
  const user = await takeMember(session, who);
  if (user.role === role) return role;
  if (user.role === "owner") {
    await refuseLastOwner(session, user);
    await withdrawInvitationsBy(session, user.accountId, user.id, nowMs);
  }
  await session.execute("UPDATE users SET role = $3 WHERE id = $1 AND account_id = $2", [
    user.id,
    user.accountId,
    role,
  ]);
  await announceSession(session, user.id);
  return user.role;
}

/**
 * Removes a user of a team that is held: every session ends, and nothing that they signed in with or have handed out is good any more.
 *
 * @throws DomainError NOT_FOUND, and STATE_INVALID for the last owner.
 */
export async function removeMember({ session, nowMs }: Unit, who: MemberOf): Promise<UserRecord> {
  const user = await takeMember(session, who);
  if (user.role === "owner") await refuseLastOwner(session, user);
  const now = new Date(nowMs);
  await session.execute(
    `UPDATE users SET removed_at = $3, password_hash = NULL, totp_secret = NULL, totp_pending = NULL, totp_step = NULL
     WHERE id = $1 AND account_id = $2`,
    [user.id, user.accountId, now],
  );
  await deletePasskeysOf(session, who);
  await deleteRecoveryCodes(session, user.id);
  await session.execute(
    "UPDATE sign_in_links SET used_at = $3 WHERE user_id = $1 AND account_id = $2 AND used_at IS NULL",
    [user.id, user.accountId, now],
  );
  await withdrawInvitationsBy(session, user.accountId, user.id, nowMs);
  await endSessionsOf(session, who, null);
  return user;
}

/**
 * Holds the team for one of its owners until the transaction ends: of what two owners do at the same time, the second sees the first, and
 * whoever has just been removed or made something else changes nothing any more.
 *
 * @throws DomainError ROLE_MISSING.
 */
export async function holdTeam(session: Session, who: MemberOf): Promise<void> {
  await getAccount(session, who.accountId, { lock: true });
  const user = await findUser(session, who);
  if (user?.role !== "owner") throw new DomainError("ROLE_MISSING", { detail: "This needs the role owner." });
}

async function takeMember(session: Session, who: MemberOf): Promise<UserRecord> {
  const user = await findUser(session, who, { lock: true });
  if (user === undefined) throw notFound("user", who.userId);
  return user;
}

async function refuseLastOwner(session: Session, { accountId }: UserRecord): Promise<void> {
  if ((await listUsers(session, accountId, "owner")).length > 1) return;
  throw new DomainError("STATE_INVALID", {
    detail: "An account keeps one owner at least; make somebody else one first.",
  });
}
