import { DomainError, type PortalSession } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";
import { writeAuditEvent } from "../../audit/store.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { getAccount } from "../../tenancy/account-store.ts";
import { consumeInvitation, findInvitation, type InvitationRecord } from "../users/invitations.ts";
import { insertMembership, listMemberships, maxMemberships } from "../users/memberships.ts";
import { findUserByEmail, insertUser, lockUser, type UserRecord } from "../users/store.ts";
import type { BrowserExchange } from "./create-session.ts";
import { SignInFailure } from "./failure.ts";
import { moveSession } from "./move-session.ts";

/** Returns the failure of a token that is neither a sign-in link nor an invitation. */
function unknownLink(): SignInFailure {
  return new SignInFailure("unknown_link", {
    detail: "This sign-in link is unknown, expired, already used or replaced by a newer link.",
  });
}

/**
 * Accepts an invitation to an address without a user, and creates the user. The invitation stays open if the address has a user, who must
 * sign in to accept it: the link alone does not sign in an existing user.
 *
 * @throws DomainError NOT_FOUND, INVITATION_SIGN_IN_REQUIRED
 */
export async function acceptAsNewUser(unit: UnitOfWork, request: FastifyRequest, token: string): Promise<UserRecord> {
  const invitation = await consumeInvitation(unit.tx, token, unit.nowMs);
  if (invitation === undefined) throw unknownLink();
  const { accountId, role, email } = invitation;
  if ((await findUserByEmail(unit.tx, email)) !== undefined) throw new DomainError("INVITATION_SIGN_IN_REQUIRED");
  const user = await insertUser(unit.tx, { accountId, role, email }, unit.nowMs);
  await auditJoining(unit, request, user.id, invitation);
  return user;
}

/** Returns the account and the role of an invitation to the calling user. @throws DomainError NOT_FOUND, STATE_INVALID */
export async function describeInvitation(
  { tx, nowMs }: Pick<UnitOfWork, "tx" | "nowMs">,
  user: UserRecord,
  token: string,
): Promise<{ account: { name: string }; role: InvitationRecord["role"] }> {
  const invitation = await findInvitation(tx, token, nowMs);
  if (invitation === undefined) throw unknownLink();
  assertInvited(invitation, user);
  const { name } = await getAccount(tx, invitation.accountId);
  return { account: { name }, role: invitation.role };
}

/**
 * Accepts an invitation as a signed-in user: adds the membership and moves the session to the account.
 *
 * @throws DomainError NOT_FOUND, STATE_INVALID for an invitation to another address and beyond the limit of memberships, CONFLICT for a member
 */
export async function acceptAsMember(
  unit: UnitOfWork,
  browser: BrowserExchange,
  token: string,
): Promise<PortalSession> {
  const { id: userId } = getSessionCaller(browser.request);
  const user = await lockUser(unit.tx, userId);
  if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  const invitation = await consumeInvitation(unit.tx, token, unit.nowMs);
  if (invitation === undefined) throw unknownLink();
  assertInvited(invitation, user);
  const { accountId, role } = invitation;
  await assertCanJoin(unit, userId, accountId);
  await insertMembership(unit.tx, { accountId, userId }, role, unit.nowMs);
  await auditJoining(unit, browser.request, userId, invitation);
  return moveSession(unit, browser, { accountId, method: "invitation" });
}

function assertInvited(invitation: InvitationRecord, user: UserRecord): void {
  if (invitation.email === user.email) return;
  throw new DomainError("STATE_INVALID", {
    detail: "This invitation is for another email address. Sign out and sign in with that address.",
  });
}

async function assertCanJoin({ tx }: UnitOfWork, userId: string, accountId: string): Promise<void> {
  const memberships = await listMemberships(tx, userId);
  if (memberships.some((each) => each.accountId === accountId)) {
    throw new DomainError("CONFLICT", { detail: "You are already a member of this account." });
  }
  if (memberships.length < maxMemberships) return;
  throw new DomainError("STATE_INVALID", {
    detail: `A user can be a member of ${maxMemberships} accounts. Leave one of them first.`,
  });
}

function auditJoining(
  { tx, nowMs }: UnitOfWork,
  request: FastifyRequest,
  userId: string,
  { accountId, email, role }: InvitationRecord,
): Promise<void> {
  return writeAuditEvent(tx, {
    accountId,
    environment: null,
    action: "user.joined",
    actor: { kind: "user", id: userId, address: getClientAddress(request), requestId: request.id },
    subject: { kind: "user", id: userId },
    details: { email, role },
    nowMs,
  });
}
