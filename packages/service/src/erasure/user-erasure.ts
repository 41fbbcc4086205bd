import { type Erasure, notFound } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { removeMember } from "../identity/team/members.ts";
import { findUser, hasUser } from "../identity/users/store.ts";
import { requestErasure } from "./store.ts";

/**
 * Removes a user of a locked team, unless that has been done, and requests the erasure of the user's personal data.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID for the last owner.
 */
export async function eraseUser(
  unit: UnitOfWork,
  { accountId, userId }: { accountId: string; userId: string },
  actor: Actor,
): Promise<Erasure> {
  const member = { accountId, userId };
  if (!(await hasUser(unit.tx, member))) throw notFound("user", userId);
  if ((await findUser(unit.tx, member)) !== undefined) await removeMember(unit, member);
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
