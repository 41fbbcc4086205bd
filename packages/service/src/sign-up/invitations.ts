import {
  type AuditEventType,
  DomainError,
  formatInstant,
  type NewSignUpInvitation,
  notFound,
  type SignUpInvitation,
  type SignUpMode,
} from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { normalizeEmail } from "../identity/users/store.ts";
import type { Mailer } from "../mail/mailer.ts";
import { findOperatorAccount } from "../tenancy/customer-store.ts";
import { signUpUrl } from "./request.ts";
import {
  deleteInvitationsTo,
  deleteSignUpInvitation,
  type InvitationRecord,
  insertSignUp,
  listSignUpInvitations,
} from "./store.ts";

/** Invitations with which customers create their accounts themselves, by operators. */

const invitationMs = 7 * 86_400_000;

export interface InvitationDeps {
  mailer: Mailer;
  /** Public URL of the service, without a trailing slash. */
  publicUrl: string;
  /** Ways to create an account. */
  signUp: SignUpMode;
}

/**
 * Invites a customer to create an account, and withdraws older invitations of the address.
 *
 * @returns the invitation, and separately the link, which is returned only once.
 * @throws DomainError STATE_INVALID while sign-up is closed.
 */
export async function inviteToSignUp(
  unit: UnitOfWork,
  { mailer, publicUrl, signUp }: InvitationDeps,
  { email: given, actor }: { email: string; actor: Actor },
): Promise<{ invitation: NewSignUpInvitation; secrets: { url: string } }> {
  if (signUp === "closed") {
    const detail = "Sign-up is closed. Set SIGN_UP=invite to invite customers, or create the account yourself.";
    throw new DomainError("STATE_INVALID", { detail });
  }
  const { tx, wallMs } = unit;
  const email = normalizeEmail(given);
  const expiresAtMs = wallMs + invitationMs;
  await deleteInvitationsTo(tx, email);
  const { id, token } = await insertSignUp(tx, { email, values: null, expiresAtMs }, wallMs);
  const url = signUpUrl(publicUrl, token);
  const content = { kind: "sign_up_invitation", url, expiresAtMs } as const;
  const mailed = await mailer.enqueue(unit, { to: email, accountId: null, content });
  await auditInvitation(unit, actor, { action: "account.invited", id });
  return { invitation: { ...toInvitation({ id, email, createdAtMs: wallMs, expiresAtMs }), mailed }, secrets: { url } };
}

/** Withdraws an open invitation. @throws DomainError NOT_FOUND */
export async function withdrawSignUpInvitation(
  unit: UnitOfWork,
  { id, actor }: { id: string; actor: Actor },
): Promise<{ id: string; deletedAt: string }> {
  if (!(await deleteSignUpInvitation(unit.tx, id, unit.wallMs))) throw notFound("invitation", id);
  await auditInvitation(unit, actor, { action: "account.invitation_withdrawn", id });
  return { id, deletedAt: formatInstant(unit.wallMs) };
}

/** Lists open invitations, newest first, after an id. */
export async function readSignUpInvitations(
  db: Queryable,
  range: { afterId: string | null; limit: number; nowMs: number },
): Promise<SignUpInvitation[]> {
  return (await listSignUpInvitations(db, range)).map(toInvitation);
}

function toInvitation({ id, email, createdAtMs, expiresAtMs }: InvitationRecord): SignUpInvitation {
  return { id, email, createdAt: formatInstant(createdAtMs), expiresAt: formatInstant(expiresAtMs) };
}

/** Writes an audit event of the operators. It has no address, which no erasure would find there. */
async function auditInvitation(
  { tx, wallMs }: UnitOfWork,
  actor: Actor,
  { action, id }: { action: AuditEventType; id: string },
): Promise<void> {
  const accountId = await findOperatorAccount(tx);
  if (accountId === undefined) return;
  const subject = { kind: "invitation", id } as const;
  await writeAuditEvent(tx, { accountId, environment: null, action, actor, subject, nowMs: wallMs });
}
