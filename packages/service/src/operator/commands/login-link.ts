import { DomainError, formatInstant } from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import { operatorActor, writeAuditEvent } from "../../audit/store.ts";
import { createSignInLink, signInUrl } from "../../identity/sign-in/links.ts";
import { findUser, findUserByEmail, listUsers, type UserRecord } from "../../identity/users/store.ts";

const lifeMs = 3_600_000;

/** A one-time sign-in link. */
export interface LoginLink {
  /** Contains the token after the `#`; returned only here. */
  url: string;
  /** Null for an owner without an email address. */
  email: string | null;
  expiresAt: string;
}

/** Creates a link for a user who has no other way to sign in: the user with an email address, or the account's first owner. */
export async function createLoginLink(
  { tx, nowMs }: UnitOfWork,
  publicUrl: string,
  { accountId, email }: { accountId: string; email?: string | undefined },
): Promise<LoginLink> {
  const user = await findLinkUser(tx, accountId, email);
  const token = await createSignInLink(tx, { accountId, userId: user?.id ?? null, lifeMs }, nowMs);
  await writeAuditEvent(tx, {
    accountId,
    environment: null,
    action: "user.link_created",
    actor: operatorActor,
    subject: user === undefined ? { kind: "account", id: accountId } : { kind: "user", id: user.id },
    nowMs,
  });
  const expiresAt = formatInstant(nowMs + lifeMs);
  return { url: signInUrl(publicUrl, token), email: user?.email ?? null, expiresAt };
}

/** Finds the user; undefined if the link will create the account's first owner. */
async function findLinkUser(
  db: Queryable,
  accountId: string,
  email: string | undefined,
): Promise<UserRecord | undefined> {
  if (email === undefined) return (await listUsers(db, accountId, "owner"))[0];
  const user = await findUserByEmail(db, email);
  const member = user && (await findUser(db, { accountId, userId: user.id }));
  if (member !== undefined) return member;
  throw new DomainError("NOT_FOUND", {
    detail: `This account has no user with the email address ${JSON.stringify(email)}.`,
  });
}
