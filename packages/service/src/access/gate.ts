import { hash } from "node:crypto";
import type { Clock } from "@wayfare/contract";
import { type Database, skipIfDiskFull } from "@wayfare/database";
import { type AddressRange, addressOf } from "@wayfare/egress";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, onRequestHookHandler } from "fastify";
import { isSessionAccess } from "../http/access-declaration.ts";
import type { Caller } from "../http/caller.ts";
import { headersNamed } from "../http/raw-headers.ts";
import { findKnownKey } from "../keys/known-key.ts";
import { isRawKey } from "../keys/raw-key.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { type AccessCache, accessChannel } from "../tenancy/access-changes.ts";
import { checkAccess } from "./check.ts";
import { KeyCache } from "./key-cache.ts";
import { LastUse } from "./last-use.ts";
import { type SessionEntry, SessionGate } from "./session-gate.ts";

export interface GateParts {
  database: Database;
  secrets: ServerSecrets;
  clock: Clock;
  /** The deployment's allowlist. */
  ranges: readonly AddressRange[];
  /** Where callers reach the service, and so where the pages come from whose sessions are let in. */
  publicUrl: string;
  log: FastifyBaseLogger;
}

/** What a route asks of who calls it. */
interface Entry extends SessionEntry {
  /** Whether a session alone is let in, and no key. */
  sessionOnly?: boolean;
  /** True when keys that belong to an application are refused. */
  refusesApplications?: boolean;
}

/** What stands before every route that is not public. */
export interface Gate extends AccessCache {
  /** Checks the key of a request, or its session where it brings no key, and notes that it was used. */
  admit: (request: FastifyRequest, entry: Entry) => Caller | Promise<Caller>;
  close: () => Promise<void>;
}

const flushEveryMs = 15_000;

/** Opens the gate: a cache of keys, kept true by what other processes announce. */
export async function openGate({ database, secrets, clock, ranges, publicUrl, log }: GateParts): Promise<Gate> {
  const cache = new KeyCache({
    nameOf: (rawKey) => hash("sha256", rawKey, "base64"),
    // A checksum is looked at once: a key that is cached had a good one.
    read: async (rawKey) => (isRawKey(rawKey) ? findKnownKey(database.lookups, secrets, rawKey) : undefined),
    nowMs: () => clock.nowMs(),
  });
  const lastUse = new LastUse(database);
  const sessions = new SessionGate({ database, clock, publicUrl });
  const stopListening = await database.listen(accessChannel, {
    onMessage: (id) => cache.forget(id),
    onGap: () => cache.clear(),
  });
  const timer = setInterval(() => {
    lastUse.flush().catch((error: unknown) => log.warn({ err: error }, "last uses of keys could not be written"));
  }, flushEveryMs);
  timer.unref();
  const parts = { findKey: (rawKey: string) => cache.find(rawKey), ranges, nowMs: () => clock.nowMs() };
  const note = (caller: Caller): Caller => {
    lastUse.note(caller.id, clock.nowMs(), caller.address);
    return caller;
  };
  return {
    admit(request, entry) {
      const authorization = headersNamed("authorization", request.raw.rawHeaders);
      if (entry.sessionOnly === true || (authorization.length === 0 && sessions.isCarriedBy(request))) {
        return sessions.admit(request, entry);
      }
      const { scopes, environments, environmentHint, refusesApplications = false } = entry;
      const attempt = { authorization, address: addressOf(request), scopes, environments, environmentHint };
      const caller = checkAccess(parts, { ...attempt, refusesApplications });
      return caller instanceof Promise ? caller.then(note) : note(caller);
    },
    forget: (id) => cache.forget(id),
    flush: () => skipIfDiskFull(lastUse.flush()),
    async close() {
      clearInterval(timer);
      await stopListening();
      await skipIfDiskFull(lastUse.flush());
    },
  };
}

/** Lets the gate decide before the body is read, on every route that is not public. */
export function registerGate(app: FastifyInstance, gate: Gate): void {
  app.decorateRequest("caller", null);
  app.addHook("onRoute", (route) => {
    const { access, environments, environmentHint, stepUp, applicationKeys } = route.config ?? {};
    if (access === undefined || access === "public") return;
    const sessionOnly = isSessionAccess(access);
    const needed = isSessionAccess(access) ? { scopes: [], roles: access.roles } : { scopes: access, roles: [] };
    const refusesApplications = applicationKeys === "refused";
    const entry = { ...needed, sessionOnly, environments, environmentHint, stepUp, refusesApplications };
    route.onRequest = [standBefore(gate, entry), ...[route.onRequest ?? []].flat()];
  });
}

function standBefore(gate: Gate, entry: Entry): onRequestHookHandler {
  return (request, reply, done) => {
    const admitted = (caller: Caller): void => {
      request.caller = caller;
      // What a browser was shown must not be there for whoever sits at it after the sign-out.
      if (caller.session !== null) reply.header("cache-control", "no-store");
      done();
    };
    const caller = gate.admit(request, entry);
    if (caller instanceof Promise) caller.then(admitted, done);
    else admitted(caller);
  };
}
