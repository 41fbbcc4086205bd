import { DomainError, notFound, StartActingSchema } from "@wayfare/contract";
import { type Database, runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Actor, writeAuditEvent } from "../../audit/store.ts";
import type { App } from "../../http/app-type.ts";
import { type Acting, getSessionCaller } from "../../http/caller.ts";
import { endActingSession, insertActingSession } from "../../identity/sessions/acting-store.ts";
import { actingLifetimeMs, maxLifetimeOf } from "../../identity/sessions/lifetime.ts";
import { endSession, insertSession } from "../../identity/sessions/store.ts";
import type { IdentityDeps } from "../../identity/sign-in/identity-deps.ts";
import { findUser } from "../../identity/users/store.ts";
import { findCustomer } from "../../tenancy/customer-store.ts";
import { auditCustomerChange } from "./customer-audit.ts";

type ActingDeps = Pick<IdentityDeps, "database" | "clock" | "cookie">;

/**
 * Registers the routes with which an operator acts for a customer, in a separate session: read-only unless changes are allowed, for an
 * hour. Start, end and each change are in the audit logs of both accounts.
 */
export function registerActing(app: App, deps: ActingDeps): void {
  registerStart(app, deps);
  registerStop(app, deps);
  auditChanges(app, deps);
}

function registerStart(app: App, { database, clock, cookie }: ActingDeps): void {
  app.post(
    "/portal/acting",
    { config: { access: { roles: [] }, stepUp: true }, schema: { body: StartActingSchema } },
    async (request, reply) => {
      const { accountId: customerId, changes = false } = request.body;
      const { accountId, id: userId, session, scopes } = getSessionCaller(request);
      if (!scopes.includes("accounts.write")) {
        throw new DomainError("ROLE_MISSING", { detail: "Only operators of the deployment can act for a customer." });
      }
      await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        const customer = await findCustomer(unit.tx, customerId, unit.wallMs);
        if (customer === undefined) throw notFound("account", customerId);
        if (customer.isOperator) throw new DomainError("STATE_INVALID", { detail: "This is your own account." });
        const token = await insertActingSession(
          unit.tx,
          { accountId, userId, customerId, changes, isSso: session.isSso },
          unit.wallMs,
        );
        await endSession(unit.tx, { userId, ssoAccountId: null }, session.id);
        const event = { accountId: customerId, action: "account.acting_started", details: { changes } } as const;
        await auditCustomerChange(unit, actorOfOperator(request), event);
        unit.afterCommit(() => cookie.write(request, reply, token, actingLifetimeMs / 1000));
      });
      return reply.code(204).send();
    },
  );
}

function registerStop(app: App, deps: ActingDeps): void {
  app.delete("/portal/acting", { config: { access: { roles: [] }, acting: true } }, async (request, reply) => {
    const { acting } = getSessionCaller(request).session;
    if (acting === null) throw new DomainError("STATE_INVALID", { detail: "You are not acting for a customer." });
    await runUnitOfWork(deps.database, deps.clock.nowMs(), (unit) => stop(unit, deps, { request, reply, acting }));
    return reply.code(204).send();
  });
}

/** Replaces the session by one of the operator, without a step-up. */
async function stop(
  unit: UnitOfWork,
  { cookie }: ActingDeps,
  { request, reply, acting }: { request: FastifyRequest; reply: FastifyReply; acting: Acting },
): Promise<void> {
  const { accountId: customerId, id: userId, session, address } = getSessionCaller(request);
  const { operatorAccountId: accountId } = acting;
  if ((await findUser(unit.tx, { accountId, userId }, { lock: true })) === undefined) {
    throw new DomainError("SIGN_IN_REQUIRED");
  }
  await endActingSession(unit.tx, accountId, session.id);
  const device = (request.headers["user-agent"] ?? "").slice(0, 400);
  const token = await insertSession(unit.tx, { accountId, userId, device, address, isSso: acting.isSso }, unit.wallMs);
  const event = { accountId: customerId, action: "account.acting_stopped" } as const;
  await auditCustomerChange(unit, actorOfOperator(request), event);
  unit.afterCommit(() => cookie.write(request, reply, token, maxLifetimeOf(acting) / 1000));
}

/** Writes an audit event in the operators' account before each change for a customer. The change itself is in the customer's log. */
function auditChanges(app: App, { database, clock }: { database: Database; clock: ActingDeps["clock"] }): void {
  app.addHook("preHandler", async (request) => {
    const acting = request.caller?.session?.acting ?? null;
    if (acting === null || request.method === "GET" || request.method === "HEAD") return;
    const { url = "" } = request.routeOptions;
    if (url === "/portal/acting") return;
    await writeAuditEvent(database, {
      accountId: acting.operatorAccountId,
      environment: null,
      action: "account.acted_for",
      actor: actorOfOperator(request),
      subject: { kind: "account", id: getSessionCaller(request).accountId },
      details: { operation: `${request.method} ${url}` },
      nowMs: clock.nowMs(),
    });
  });
}

/** Returns the calling operator as the operators' own audit log shows it. */
function actorOfOperator(request: FastifyRequest): Actor {
  const { id, address } = getSessionCaller(request);
  return { kind: "user", id, address, requestId: request.id };
}
