import type { PortalSession } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import type { FastifyReply, FastifyRequest } from "fastify";
import { writeAuditEvent } from "../../audit/store.ts";
import { assertAccountOpen } from "../../tenancy/account-state.ts";
import { getAccountState } from "../../tenancy/account-store.ts";
import { endActingSessionOfToken } from "../sessions/acting-store.ts";
import type { HostCookie } from "../sessions/cookie.ts";
import { maxLifetimeMs, steppedUpUntilMs } from "../sessions/lifetime.ts";
import { describeSession } from "../sessions/session-view.ts";
import { endSessionOfToken, insertSession } from "../sessions/store.ts";
import type { UserRecord } from "../users/store.ts";

const maxDeviceCharacters = 400;

interface SignedInUser {
  user: UserRecord;
  /** Sign-in method. */
  method: "link" | "password" | "passkey";
}

/**
 * Creates a session after a successful sign-in, and sets its cookie after the commit. The token is always new, and the previous session of
 * the browser ends, which prevents session fixation.
 *
 * @throws DomainError ACCOUNT_SUSPENDED
 */
export async function createSession(
  unit: UnitOfWork,
  { request, reply, cookie }: { request: FastifyRequest; reply: FastifyReply; cookie: HostCookie },
  { user, method }: SignedInUser,
): Promise<PortalSession> {
  const { tx, nowMs } = unit;
  assertAccountOpen(await getAccountState(tx, user.accountId), nowMs);
  const oldToken = cookie.read(request);
  if (oldToken !== undefined) {
    await endSessionOfToken(tx, oldToken);
    await endActingSessionOfToken(tx, oldToken);
  }
  const address = getClientAddress(request);
  const device = (request.headers["user-agent"] ?? "").slice(0, maxDeviceCharacters);
  const owner = { accountId: user.accountId, userId: user.id };
  const token = await insertSession(tx, { ...owner, device, address }, nowMs);
  await writeAuditEvent(tx, {
    accountId: user.accountId,
    environment: null,
    action: "user.signed_in",
    actor: { kind: "user", id: user.id, address, requestId: request.id },
    subject: { kind: "user", id: user.id },
    details: { method },
    nowMs,
  });
  unit.afterCommit(() => cookie.write(request, reply, token, maxLifetimeMs / 1000));
  return describeSession(tx, { ...owner, steppedUpUntilMs: steppedUpUntilMs(nowMs, nowMs) });
}
