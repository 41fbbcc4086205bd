import type { PortalSession } from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
import { addressOf } from "@wayfare/egress";
import type { FastifyReply, FastifyRequest } from "fastify";
import { writeAuditEvent } from "../../audit/store.ts";
import type { HostCookie } from "../sessions/cookie.ts";
import { longestMs, steppedUpUntilMs } from "../sessions/lifetime.ts";
import { describeSession } from "../sessions/session-view.ts";
import { endSessionOfToken, insertSession } from "../sessions/store.ts";
import type { UserRecord } from "../users/store.ts";

const mostDeviceCharacters = 400;

interface Proven {
  user: UserRecord;
  /** How they proved who they are. */
  method: "link" | "password" | "passkey";
}

/**
 * Makes a session for a user who has proved who they are, and hands its token to the browser once the change has committed. The token
 * is always new, and a session that the browser had is over: nobody can have planted one to share.
 */
export async function makeSession(
  unit: Unit,
  { request, reply, cookie }: { request: FastifyRequest; reply: FastifyReply; cookie: HostCookie },
  { user, method }: Proven,
): Promise<PortalSession> {
  const { session, nowMs } = unit;
  const oldToken = cookie.read(request);
  if (oldToken !== undefined) await endSessionOfToken(session, oldToken);
  const address = addressOf(request);
  const device = (request.headers["user-agent"] ?? "").slice(0, mostDeviceCharacters);
  const owner = { accountId: user.accountId, userId: user.id };
  const token = await insertSession(session, { ...owner, device, address }, nowMs);
  await writeAuditEvent(session, {
    accountId: user.accountId,
    environment: null,
    action: "user.signed_in",
    actor: { kind: "user", id: user.id, address, requestId: request.id },
    subject: { kind: "user", id: user.id },
    details: { method },
    nowMs,
  });
  unit.afterCommit(() => cookie.write(request, reply, token, longestMs / 1000));
  return describeSession(session, { ...owner, steppedUpUntilMs: steppedUpUntilMs(nowMs, nowMs) });
}
