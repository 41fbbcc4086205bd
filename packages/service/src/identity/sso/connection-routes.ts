import {
  DomainError,
  notFound,
  type SaveSso,
  SaveSsoSchema,
  SsoSettingsSchema,
  SsoTestSchema,
} from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { checkUrl } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { getCaller, getSessionCaller } from "../../http/caller.ts";
import { tooManyAttempts } from "../../http/throttle.ts";
import {
  deleteConnection,
  findConnection,
  type SsoConnection,
  saveConnection,
} from "../connections/connection-store.ts";
import { hasOwnerIdentity } from "../connections/identity-store.ts";
import { endSessionsOfAccount } from "../sessions/store.ts";
import { consumeTokens } from "../sign-in/throttle-store.ts";
import { lockTeam } from "../team/members.ts";
import { auditSso } from "./audit.ts";
import { IssuerError } from "./issuer-error.ts";
import { readSettings } from "./settings-view.ts";
import { providerOf, type SsoDeps } from "./sso-deps.ts";

/** Only owners change how users sign in. */
export const owners = { access: { roles: ["owner"] }, stepUp: true } as const;
/** Limit of connection tests and DNS lookups of one account. */
const perAccount = { burst: 20, perMinute: 10 };

/** Registers the routes with which owners configure the connection of their account. */
export function registerConnectionRoutes(app: App, deps: SsoDeps): void {
  const { database, clock, publicUrl } = deps;
  const respond = (request: FastifyRequest) =>
    readSettings(database, { accountId: getCaller(request).accountId, publicUrl });
  app.get(
    "/portal/sso",
    { config: { access: { roles: ["owner"] } }, schema: { response: { 200: SsoSettingsSchema } } },
    respond,
  );
  app.put(
    "/portal/sso",
    { config: owners, schema: { body: SaveSsoSchema, response: { 200: SsoSettingsSchema } } },
    async (request) => {
      await runUnitOfWork(database, clock.nowMs(), (unit) => save(unit, deps, request, request.body));
      return respond(request);
    },
  );
  app.delete("/portal/sso", { config: owners }, async (request, reply) => {
    await runUnitOfWork(database, clock.nowMs(), (unit) => remove(unit, request));
    return reply.code(204).send();
  });
  app.post("/portal/sso/test", { config: owners, schema: { response: { 200: SsoTestSchema } } }, async (request) => {
    const { accountId } = getCaller(request);
    await limitLookups(deps, accountId);
    const connection = await findConnection(database, accountId);
    if (connection === undefined) throw notFound("connection", accountId);
    try {
      await deps.issuers.test(providerOf(deps, connection));
      return { ok: true, problem: null };
    } catch (error) {
      if (error instanceof IssuerError) return { ok: false, problem: error.detail };
      throw error;
    }
  });
}

/** Limits requests of an account that send other requests. @throws DomainError RATE_LIMITED */
export async function limitLookups({ database, clock }: SsoDeps, accountId: string): Promise<void> {
  const person = { name: `sso lookups ${accountId}`, ...perAccount };
  const { refusedBy, waitMs } = await consumeTokens(database, { networks: [], person }, clock.nowMs());
  if (refusedBy !== null) throw tooManyAttempts("for this account", waitMs);
}

async function save(
  unit: UnitOfWork,
  { secretBox, rules }: SsoDeps,
  request: FastifyRequest,
  { clientSecret, ...changed }: SaveSso,
): Promise<void> {
  const { accountId, id: userId, session } = getSessionCaller(request);
  await lockTeam(unit.tx, { accountId, userId });
  const problem = checkUrl(rules, changed.issuer);
  if (problem !== null) throw new DomainError("STATE_INVALID", { detail: `Issuer: ${problem}` });
  const before = await findConnection(unit.tx, accountId);
  // A secret is never sent to another issuer than the one for which it was entered.
  const kept = before?.issuer === changed.issuer ? before.sealedSecret : undefined;
  const sealedSecret = clientSecret === undefined ? kept : Buffer.from(secretBox.seal(clientSecret));
  if (sealedSecret === undefined) {
    throw new DomainError("STATE_INVALID", { detail: "`clientSecret` is required for a new issuer." });
  }
  const connection = { accountId, sealedSecret, ...changed };
  if (changed.passwordsOff) await assertTried(unit, connection);
  await saveConnection(unit.tx, connection, unit.wallMs);
  const ended = { accountId, domain: null, exceptId: session.id };
  if (changed.passwordsOff && before?.passwordsOff !== true)
    await endSessionsOfAccount(unit.tx, { ...ended, isSso: false });
  if (before !== undefined && before.issuer !== changed.issuer)
    await endSessionsOfAccount(unit.tx, { ...ended, isSso: true });
  const secretChanged = clientSecret !== undefined;
  await auditSso(unit, request, "sso.connection_saved", { ...changed, secretChanged });
}

/** Prevents owners from locking out themselves. @throws DomainError STATE_INVALID */
export async function assertTried(
  { tx }: UnitOfWork,
  connection: Pick<SsoConnection, "accountId" | "issuer">,
): Promise<void> {
  if (await hasOwnerIdentity(tx, connection)) return;
  const detail = "An owner must sign in once with this provider before single sign-on can be required.";
  throw new DomainError("STATE_INVALID", { detail });
}

/** Removes the connection. Its sessions end, except that of the caller. */
async function remove(unit: UnitOfWork, request: FastifyRequest): Promise<void> {
  const { accountId, id: userId, session } = getSessionCaller(request);
  await lockTeam(unit.tx, { accountId, userId });
  if (!(await deleteConnection(unit.tx, accountId))) throw notFound("connection", accountId);
  await endSessionsOfAccount(unit.tx, { accountId, isSso: true, domain: null, exceptId: session.id });
  await auditSso(unit, request, "sso.connection_removed", {});
}
