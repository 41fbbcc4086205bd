import { DomainError, formatInstant } from "@wayfare/contract";
import type { Session, Unit } from "@wayfare/database";
import { operator, writeAuditEvent } from "../../audit/store.ts";
import { createSignInLink, signInUrl } from "../../identity/sign-in/links.ts";
import { findUserByEmail, listUsers, type UserRecord } from "../../identity/users/store.ts";

const lifeMs = 3_600_000;

/** A one-time link that signs somebody in. */
export interface LoginLink {
  /** Holds the token behind its #; shown here and nowhere again. */
  url: string;
  /** Null for an owner who has not said yet. */
  email: string | null;
  expiresAt: string;
}

/** Makes a link for whoever has lost everything else: the user with an address, or the account's first owner. */
export async function createLoginLink(
  { session, nowMs }: Unit,
  publicUrl: string,
  { accountId, email }: { accountId: string; email?: string | undefined },
): Promise<LoginLink> {
  const user = await findWho(session, accountId, email);
  const token = await createSignInLink(session, { accountId, userId: user?.id ?? null, lifeMs }, nowMs);
  await writeAuditEvent(session, {
    accountId,
    environment: null,
    action: "user.link_created",
    actor: operator,
    subject: user === undefined ? { kind: "account", id: accountId } : { kind: "user", id: user.id },
    nowMs,
  });
  const expiresAt = formatInstant(nowMs + lifeMs);
  return { url: signInUrl(publicUrl, token), email: user?.email ?? null, expiresAt };
}

/** Undefined where the link itself makes the account's first owner. */
async function findWho(
  session: Session,
  accountId: string,
  email: string | undefined,
): Promise<UserRecord | undefined> {
  if (email === undefined) return (await listUsers(session, accountId, "owner"))[0];
  const user = await findUserByEmail(session, email);
  if (user?.accountId === accountId) return user;
  throw new DomainError("NOT_FOUND", { detail: `Nobody in this account signs in with ${JSON.stringify(email)}.` });
}
