import {
  formatInstant,
  notFound,
  PortalSessionSchema,
  SessionParamsSchema,
  type SignedInDevice,
  SignedInDeviceSchema,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { Type } from "typebox";
import { actorOf } from "../../audit/actor.ts";
import { writeAuditEvent } from "../../audit/store.ts";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { endActingSession } from "../sessions/acting-store.ts";
import { describeSession } from "../sessions/session-view.ts";
import { endSession, listSessions, type OwnSessions, type SessionRecord } from "../sessions/store.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";

const anyone = { access: { roles: [] } } as const;

/** Registers the routes to read the current session, list and revoke sessions, and sign out. */
export function registerSessionRoutes(app: App, deps: IdentityDeps): void {
  const { database, clock, cookie } = deps;
  app.get(
    "/portal/session",
    { config: { ...anyone, acting: true }, schema: { response: { 200: PortalSessionSchema } } },
    (request) => {
      const { accountId, id, session } = getSessionCaller(request);
      const { role, acting, steppedUpUntilMs, isSso } = session;
      const actingAs = acting && { role, acting };
      return describeSession(database, { accountId, userId: id, steppedUpUntilMs, isSso, acting: actingAs });
    },
  );
  app.delete(
    "/portal/session",
    { config: { ...anyone, acting: true, closedAccounts: true } },
    async (request, reply) => {
      const caller = getSessionCaller(request);
      await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
        const { accountId, id: userId } = caller;
        const { acting } = caller.session;
        if (acting !== null) return endActingSession(tx, acting.operatorAccountId, caller.session.id);
        if ((await endSession(tx, { userId, ssoAccountId: null }, caller.session.id)) === undefined) return;
        const subject = { kind: "user", id: userId } as const;
        const action = "user.signed_out";
        await writeAuditEvent(tx, { accountId, environment: null, action, actor: actorOf(request), subject, nowMs });
      });
      cookie.clear(request, reply);
      return reply.code(204).send();
    },
  );
  registerDeviceRoutes(app, deps);
}

function registerDeviceRoutes(app: App, { database, clock }: IdentityDeps): void {
  app.get(
    "/portal/sessions",
    {
      config: anyone,
      schema: { response: { 200: Type.Object({ data: Type.Array(SignedInDeviceSchema) }) } },
    },
    async (request) => {
      const caller = getSessionCaller(request);
      const rows = await listSessions(database, ownSessions(caller), clock.nowMs());
      return { data: rows.map((row) => toDevice(row, caller.session.id)) };
    },
  );
  app.delete(
    "/portal/sessions/:id",
    { config: anyone, schema: { params: SessionParamsSchema } },
    async (request, reply) => {
      const own = ownSessions(getSessionCaller(request));
      const { id } = request.params;
      await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
        const accountId = await endSession(tx, own, id);
        if (accountId === undefined) throw notFound("session", id);
        await writeAuditEvent(tx, {
          accountId,
          environment: null,
          action: "user.session_revoked",
          actor: actorOf(request),
          subject: { kind: "user", id: own.userId },
          details: { sessionId: id },
          nowMs,
        });
      });
      return reply.code(204).send();
    },
  );
}

/**
 * Returns the sessions that a session may list and end. One of single sign-on sees only those that the provider of its account has opened:
 * the provider must not end or observe the sessions of its users in other accounts.
 */
function ownSessions({ accountId, id: userId, session }: ReturnType<typeof getSessionCaller>): OwnSessions {
  return { userId, ssoAccountId: session.isSso ? accountId : null };
}

function toDevice(row: SessionRecord, currentId: string): SignedInDevice {
  const { id, accountName, device, address } = row;
  const times = { createdAt: formatInstant(row.createdAtMs), lastUsedAt: formatInstant(row.lastUsedAtMs) };
  return { id, accountName, device, address, ...times, current: id === currentId };
}
