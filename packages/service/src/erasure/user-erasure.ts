import { DomainError, type Erasure, notFound } from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { removeMember } from "../identity/team/members.ts";
import { listMemberships } from "../identity/users/memberships.ts";
import { findUser, hasUser } from "../identity/users/store.ts";
import { requestErasure } from "./store.ts";

/**
 * Removes a user of a locked team, unless that has been done, and requests the erasure of the user's personal data.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID for the last owner and for a member of several accounts.
 */
export async function eraseUser(
  unit: UnitOfWork,
  { accountId, userId }: { accountId: string; userId: string },
  actor: Actor,
): Promise<Erasure> {
  const member = { accountId, userId };
  if ((await findUser(unit.tx, member)) !== undefined) {
    await assertNoOtherAccount(unit.tx, userId);
    await removeMember(unit, member);
  } else if (!(await hasUser(unit.tx, member))) {
    throw notFound("user", userId);
  }
  await writeAuditEvent(unit.tx, {
    accountId,
    environment: null,
    action: "user.erasure_requested",
    actor,
    subject: { kind: "user", id: userId },
    nowMs: unit.wallMs,
  });
  return requestErasure(unit.tx, { type: "user", id: userId, accountId }, unit.wallMs);
}

async function assertNoOtherAccount(db: Queryable, userId: string): Promise<void> {
  if ((await listMemberships(db, userId)).length < 2) return;
  const detail =
    "The user is a member of other accounts, which have the same name and email address. Remove the user from the team instead.";
  throw new DomainError("STATE_INVALID", { detail });
}
