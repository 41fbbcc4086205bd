import { DomainError, type PortalSession } from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import type { FastifyReply, FastifyRequest } from "fastify";
import { writeAuditEvent } from "../../audit/store.ts";
import { assertAccountOpen, isAccountOpen } from "../../tenancy/account-state.ts";
import { getAccountState } from "../../tenancy/account-store.ts";
import { isSsoRequired } from "../connections/connection-store.ts";
import { endActingSessionOfToken } from "../sessions/acting-store.ts";
import type { HostCookie } from "../sessions/cookie.ts";
import { maxLifetimeOf, steppedUpUntilMs } from "../sessions/lifetime.ts";
import { describeSession } from "../sessions/session-view.ts";
import { endSessionOfToken, insertSession, type SessionTimes } from "../sessions/store.ts";
import { listMemberships, updateLastAccount } from "../users/memberships.ts";
import { findUser, type MemberKey, type UserRecord } from "../users/store.ts";
import { SignInFailure } from "./failure.ts";

const maxDeviceCharacters = 400;

/** Request and response of a browser, and the session cookie. */
export interface BrowserExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  cookie: HostCookie;
}

interface SignedInUser {
  userId: string;
  /** Account of the session; by default, that of the last session, or the first that is open. */
  accountId?: string;
  /** Sign-in method. */
  method: "link" | "password" | "passkey" | "sso" | "sign_up";
}

/**
 * Creates a session after a successful sign-in, and sets its cookie after the commit. The token is always new, and the previous session of
 * the browser ends, which prevents session fixation.
 *
 * @throws DomainError ACCOUNT_SUSPENDED, SSO_REQUIRED
 */
export async function createSession(
  unit: UnitOfWork,
  browser: BrowserExchange,
  { userId, accountId, method }: SignedInUser,
): Promise<PortalSession> {
  const oldToken = browser.cookie.read(browser.request);
  if (oldToken !== undefined) {
    await endSessionOfToken(unit.tx, oldToken);
    await endActingSessionOfToken(unit.tx, oldToken);
  }
  const chosen = accountId ?? (await chooseAccount(unit, userId));
  return enterAccount(unit, browser, { member: { accountId: chosen, userId }, method });
}

/**
 * Returns the account that a sign-in opens. An account that is suspended or requires single sign-on is chosen only if no other one can be
 * opened, to be refused with its state.
 */
async function chooseAccount({ tx, wallMs }: UnitOfWork, userId: string): Promise<string> {
  const memberships = await listMemberships(tx, userId);
  const open = memberships.filter(({ account }) => isAccountOpen(account, wallMs));
  for (const { accountId } of open) {
    const user = await findUser(tx, { accountId, userId });
    if (user !== undefined && !(await isSsoRequired(tx, user))) return accountId;
  }
  const [refused] = [...open, ...memberships];
  if (refused === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  return refused.accountId;
}

interface Entry {
  member: MemberKey;
  /** Sign-in method or other way into the account, for the audit log. */
  method: SignedInUser["method"] | "invitation" | "switch";
  /** Times of the session that the new one replaces; absent after a sign-in. */
  times?: SessionTimes;
}

/**
 * Refuses a member who must use single sign-on. Sign-in links are the recovery of owners, for example while the provider is down: only the
 * operator creates them.
 */
async function assertMethod(tx: Queryable, user: UserRecord, method: Entry["method"]): Promise<void> {
  if (method === "sso" || (method === "link" && user.role === "owner")) return;
  if (await isSsoRequired(tx, user)) throw new SignInFailure("sso_required", { user });
}

/**
 * Creates the session of a member in an account. The only way into an account: it locks the user, so that a removal that runs at the same
 * time ends the session or prevents it.
 *
 * @throws DomainError ACCOUNT_SUSPENDED, SSO_REQUIRED, or SIGN_IN_REQUIRED for a user who is no longer a member
 */
export async function enterAccount(
  unit: UnitOfWork,
  { request, reply, cookie }: BrowserExchange,
  { member, method, times }: Entry,
): Promise<PortalSession> {
  const { tx, wallMs } = unit;
  const { accountId, userId } = member;
  const user = await findUser(tx, member, { lock: true });
  if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  assertAccountOpen(await getAccountState(tx, accountId), wallMs);
  await assertMethod(tx, user, method);
  const isSso = method === "sso";
  const address = getClientAddress(request);
  const device = (request.headers["user-agent"] ?? "").slice(0, maxDeviceCharacters);
  const token = await insertSession(tx, { ...member, device, address, isSso, ...(times && { times }) }, wallMs);
  await updateLastAccount(tx, member);
  await writeAuditEvent(tx, {
    accountId,
    environment: null,
    action: "user.signed_in",
    actor: { kind: "user", id: userId, address, requestId: request.id },
    subject: { kind: "user", id: userId },
    details: { method },
    nowMs: wallMs,
  });
  const { createdAtMs, steppedUpAtMs } = times ?? { createdAtMs: wallMs, steppedUpAtMs: wallMs };
  const maxAgeSeconds = Math.ceil((createdAtMs + maxLifetimeOf({ isSso }) - wallMs) / 1000);
  unit.afterCommit(() => cookie.write(request, reply, token, maxAgeSeconds));
  return describeSession(tx, { ...member, isSso, steppedUpUntilMs: steppedUpUntilMs(steppedUpAtMs, wallMs) });
}
