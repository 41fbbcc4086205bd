import { hash } from "node:crypto";
import type { Clock } from "@wayfare/contract";
import { type Database, skipIfDiskFull } from "@wayfare/database";
import { type AddressRange, getClientAddress } from "@wayfare/egress";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, onRequestHookHandler } from "fastify";
import { isSessionAccess } from "../http/access-declaration.ts";
import type { Caller } from "../http/caller.ts";
import { headersNamed } from "../http/raw-headers.ts";
import { findKnownKey } from "../keys/known-key.ts";
import { isRawKey } from "../keys/raw-key.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { type AccessCache, accessChannel } from "../tenancy/access-changes.ts";
import { authorizeKey } from "./authorize-key.ts";
import { KeyCache } from "./key-cache.ts";
import { LastUseBatcher } from "./last-use-batcher.ts";
import { SessionAuthenticator, type SessionEntry } from "./session-authenticator.ts";

export interface AuthenticatorDeps {
  database: Database;
  secrets: ServerSecrets;
  clock: Clock;
  /** The deployment's allowlist. */
  ranges: readonly AddressRange[];
  /** Public URL of the service. Session requests must come from pages of this origin. */
  publicUrl: string;
  log: FastifyBaseLogger;
}

/** Requirements of a route. */
interface Entry extends SessionEntry {
  /** True if the route accepts sessions only. */
  sessionOnly?: boolean;
  /** True if the route rejects keys that belong to an application. */
  rejectsApplications?: boolean;
}

/** Authenticates and authorizes the requests to every route that is not public. */
export interface Authenticator extends AccessCache {
  /** Checks the key of a request, or its session if it has no key, and records the use. */
  authenticate: (request: FastifyRequest, entry: Entry) => Caller | Promise<Caller>;
  close: () => Promise<void>;
}

const flushEveryMs = 15_000;

/** Starts authentication with a key cache, which notifications of other processes invalidate. */
export async function openAuthenticator({
  database,
  secrets,
  clock,
  ranges,
  publicUrl,
  log,
}: AuthenticatorDeps): Promise<Authenticator> {
  const cache = new KeyCache({
    cacheKeyOf: (rawKey) => hash("sha256", rawKey, "base64"),
    // Cached keys have passed the checksum already.
    read: async (rawKey) => (isRawKey(rawKey) ? findKnownKey(database.lookups, secrets, rawKey) : undefined),
    nowMs: () => clock.nowMs(),
  });
  const lastUse = new LastUseBatcher(database);
  const sessions = new SessionAuthenticator({ database, clock, publicUrl });
  const stopListening = await database.listen(accessChannel, {
    onMessage: (id) => cache.invalidate(id),
    onReconnect: () => cache.clear(),
  });
  const timer = setInterval(() => {
    lastUse.flush().catch((error: unknown) => log.warn({ err: error }, "API key last-used update failed"));
  }, flushEveryMs);
  timer.unref();
  const deps = { findKey: (rawKey: string) => cache.find(rawKey), ranges, nowMs: () => clock.nowMs() };
  const recordUse = (caller: Caller): Caller => {
    lastUse.record(caller.id, clock.nowMs(), caller.address);
    return caller;
  };
  return {
    authenticate(request, entry) {
      const authorization = headersNamed("authorization", request.raw.rawHeaders);
      if (entry.sessionOnly === true || (authorization.length === 0 && sessions.hasSession(request))) {
        return sessions.authenticate(request, entry);
      }
      const { scopes, environments, environmentHint, rejectsApplications = false } = entry;
      const attempt = { authorization, address: getClientAddress(request), scopes, environments, environmentHint };
      const caller = authorizeKey(deps, { ...attempt, rejectsApplications });
      return caller instanceof Promise ? caller.then(recordUse) : recordUse(caller);
    },
    invalidate: (id) => cache.invalidate(id),
    flush: () => skipIfDiskFull(lastUse.flush()),
    async close() {
      clearInterval(timer);
      await stopListening();
      await skipIfDiskFull(lastUse.flush());
    },
  };
}

/** Adds the authentication hook, which runs before the body is read, to every route that is not public. */
export function registerAuthentication(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest("caller", null);
  app.addHook("onRoute", (route) => {
    const { access, environments, environmentHint, stepUp, applicationKeys, acting, closedAccounts, allAccounts } =
      route.config ?? {};
    if (access === undefined || access === "public") return;
    const sessionOnly = isSessionAccess(access);
    const needed = isSessionAccess(access) ? { scopes: [], roles: access.roles } : { scopes: access, roles: [] };
    const rejectsApplications = applicationKeys === "refused";
    const shared = { environments, environmentHint, stepUp, rejectsApplications, closedAccounts, allAccounts };
    const actingAccess = acting === true ? "always" : sessionOnly ? "never" : "by_method";
    const entry = { ...needed, ...shared, sessionOnly, acting: actingAccess } as const;
    route.onRequest = [authenticateHook(authenticator, entry), ...[route.onRequest ?? []].flat()];
  });
}

function authenticateHook(authenticator: Authenticator, entry: Entry): onRequestHookHandler {
  return (request, reply, done) => {
    const authenticated = (caller: Caller): void => {
      request.caller = caller;
      // A shared browser must not show cached responses after the sign-out.
      if (caller.session !== null) reply.header("cache-control", "no-store");
      done();
    };
    const caller = authenticator.authenticate(request, entry);
    if (caller instanceof Promise) caller.then(authenticated, done);
    else authenticated(caller);
  };
}
