import {
  AddSsoDomainSchema,
  ChangeSsoDomainSchema,
  DomainError,
  notFound,
  SsoDomainParamsSchema,
  SsoSettingsSchema,
} from "@wayfare/contract";
import { type Queryable, runUnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { getCaller, getSessionCaller } from "../../http/caller.ts";
import { findConnection } from "../connections/connection-store.ts";
import {
  deleteDomain,
  insertDomain,
  listDomains,
  markVerified,
  maxDomains,
  type SsoDomain,
  toDomainConflict,
  updateForced,
} from "../connections/domain-store.ts";
import { makeToken } from "../credentials/token.ts";
import { endSessionsOfAccount } from "../sessions/store.ts";
import { auditSso } from "./audit.ts";
import { assertTried, limitLookups, owners } from "./connection-routes.ts";
import { readSettings, recordOf } from "./settings-view.ts";
import type { SsoDeps } from "./sso-deps.ts";

const answer = { response: { 200: SsoSettingsSchema } };
const ofDomain = { params: SsoDomainParamsSchema, ...answer };

/** Registers the routes with which owners add, verify, force and remove the email domains of their account. */
export function registerDomainRoutes(app: App, deps: SsoDeps): void {
  registerAddition(app, deps);
  registerVerification(app, deps);
  registerChange(app, deps);
  registerRemoval(app, deps);
}

function respond({ database, publicUrl }: SsoDeps, request: FastifyRequest) {
  return readSettings(database, { accountId: getCaller(request).accountId, publicUrl });
}

function registerAddition(app: App, deps: SsoDeps): void {
  const { database, clock } = deps;
  app.post(
    "/portal/sso/domains",
    { config: owners, schema: { body: AddSsoDomainSchema, ...answer } },
    async (request) => {
      const { accountId } = getCaller(request);
      const { domain } = request.body;
      await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        if ((await findConnection(unit.tx, accountId, { lock: true })) === undefined) {
          throw new DomainError("STATE_INVALID", { detail: "Save the connection first." });
        }
        const domains = await listDomains(unit.tx, accountId);
        if (domains.some((each) => each.domain === domain)) return;
        if (domains.length >= maxDomains) {
          throw new DomainError("STATE_INVALID", { detail: `An account can have ${maxDomains} domains.` });
        }
        await insertDomain(unit.tx, { accountId, domain, challenge: makeToken() }, unit.wallMs);
        await auditSso(unit, request, "sso.domain_added", { domain });
      });
      return respond(deps, request);
    },
  );
}

function registerVerification(app: App, deps: SsoDeps): void {
  const { database, clock } = deps;
  app.post("/portal/sso/domains/:domain/verify", { config: owners, schema: ofDomain }, async (request) => {
    const { accountId } = getCaller(request);
    await limitLookups(deps, accountId);
    const found = await getDomain(database, accountId, request.params.domain);
    const { domain } = found;
    const { name, value } = recordOf(found);
    if (!(await deps.findTexts(name)).includes(value)) {
      const detail = `No TXT record ${name} with the value ${value} was found. Changes of DNS can take an hour.`;
      throw new DomainError("STATE_INVALID", { detail });
    }
    const verify = runUnitOfWork(database, clock.nowMs(), async (unit) => {
      if (!(await markVerified(unit.tx, found, unit.wallMs))) return;
      await auditSso(unit, request, "sso.domain_verified", { domain });
    });
    await verify.catch((error: unknown) => {
      throw toDomainConflict(error);
    });
    return respond(deps, request);
  });
}

function registerChange(app: App, deps: SsoDeps): void {
  const { database, clock } = deps;
  app.patch(
    "/portal/sso/domains/:domain",
    { config: owners, schema: { ...ofDomain, body: ChangeSsoDomainSchema } },
    async (request) => {
      const { accountId, session } = getSessionCaller(request);
      const { forced } = request.body;
      await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        const connection = await findConnection(unit.tx, accountId, { lock: true });
        const { domain, verifiedAtMs, isForced } = await getDomain(unit.tx, accountId, request.params.domain);
        if (connection === undefined || isForced === forced) return;
        if (verifiedAtMs === null) throw new DomainError("STATE_INVALID", { detail: "Verify the domain first." });
        if (forced) await assertTried(unit, connection);
        await updateForced(unit.tx, { accountId, domain, isForced: forced });
        if (forced) {
          await endSessionsOfAccount(unit.tx, { accountId, isSso: false, domain, exceptId: session.id });
        }
        await auditSso(unit, request, "sso.domain_changed", { domain, forced });
      });
      return respond(deps, request);
    },
  );
}

function registerRemoval(app: App, { database, clock }: SsoDeps): void {
  app.delete(
    "/portal/sso/domains/:domain",
    { config: owners, schema: { params: SsoDomainParamsSchema } },
    async (request, reply) => {
      const { accountId } = getCaller(request);
      const { domain } = request.params;
      await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        if (!(await deleteDomain(unit.tx, { accountId, domain }))) throw notFound("domain", domain);
        await auditSso(unit, request, "sso.domain_removed", { domain });
      });
      return reply.code(204).send();
    },
  );
}

async function getDomain(db: Queryable, accountId: string, domain: string): Promise<SsoDomain> {
  const found = (await listDomains(db, accountId)).find((each) => each.domain === domain);
  if (found === undefined) throw notFound("domain", domain);
  return found;
}
