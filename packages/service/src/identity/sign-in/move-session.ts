import { DomainError, notFound, type PortalSession } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { actorOf } from "../../audit/actor.ts";
import { writeAuditEvent } from "../../audit/store.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { takeSession } from "../sessions/store.ts";
import { findUser } from "../users/store.ts";
import { type BrowserExchange, enterAccount } from "./create-session.ts";

/**
 * Replaces the session of a request by one in another account of the same user. The token is new; the age and the step-up of the session
 * are kept, because switching proves nothing. Two concurrent calls with one session cannot both succeed.
 *
 * @throws DomainError NOT_FOUND if the user is not a member of the account, SIGN_IN_REQUIRED if the session has ended, ACCOUNT_SUSPENDED, SSO_REQUIRED,
 *   SSO_SESSION_RESTRICTED
 */
export async function moveSession(
  unit: UnitOfWork,
  browser: BrowserExchange,
  { accountId, method }: { accountId: string; method: "switch" | "invitation" },
): Promise<PortalSession> {
  const { accountId: left, id: userId, session } = getSessionCaller(browser.request);
  if (session.isSso) throw new DomainError("SSO_SESSION_RESTRICTED");
  // Locks the user first, in the order of a removal.
  if ((await findUser(unit.tx, { accountId, userId }, { lock: true })) === undefined) {
    throw notFound("account", accountId);
  }
  const times = await takeSession(unit.tx, userId, session.id);
  if (times === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  await writeAuditEvent(unit.tx, {
    accountId: left,
    environment: null,
    action: "user.signed_out",
    actor: actorOf(browser.request),
    subject: { kind: "user", id: userId },
    nowMs: unit.wallMs,
  });
  return enterAccount(unit, browser, { member: { accountId, userId }, method, times });
}
