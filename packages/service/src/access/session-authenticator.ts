import { type Clock, DomainError, type KeyEnvironment, type Role, type Scope } from "@wayfare/contract";
import { type Database, skipIfDiskFull } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../http/caller.ts";
import { assertSameOrigin } from "../http/same-origin.ts";
import { findActingSession } from "../identity/sessions/acting-store.ts";
import { type HostCookie, makeSessionCookie } from "../identity/sessions/cookie.ts";
import { findKnownSession, touchSession } from "../identity/sessions/store.ts";
import { type ActingAccess, authorizeSession } from "./authorize-session.ts";

interface SessionAuthenticatorDeps {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

/** Requirements of a route for sessions. */
export interface SessionEntry {
  /** Scopes of which one is required; empty for none. */
  scopes: readonly Scope[];
  /** Roles that are accepted; all if absent or empty. */
  roles?: readonly Role[];
  /** Kinds of key that are accepted; all if undefined. */
  environments?: readonly KeyEnvironment[] | undefined;
  /** Sentence for callers of another environment. */
  environmentHint?: string | undefined;
  /** True if the route requires a recent step-up. */
  stepUp?: boolean | undefined;
  /** Access of operators who act for a customer; `by_method` if absent. */
  acting?: ActingAccess | undefined;
  /** True if the route accepts sessions whose account is suspended or closed. */
  closedAccounts?: boolean | undefined;
  /** True if the route concerns the user in all accounts. */
  allAccounts?: boolean | undefined;
}

const touchEveryMs = 60_000;

/**
 * Authenticates sessions. Unlike keys, sessions are read from the database for each request: portal requests are rare, and a session that
 * has ended is rejected by every process at once.
 */
export class SessionAuthenticator {
  readonly #deps: SessionAuthenticatorDeps;
  readonly #cookie: HostCookie;

  constructor(deps: SessionAuthenticatorDeps) {
    this.#deps = deps;
    this.#cookie = makeSessionCookie(deps.publicUrl);
  }

  /** True if the request has a session cookie, valid or not. */
  hasSession(request: FastifyRequest): boolean {
    return this.#cookie.read(request) !== undefined;
  }

  /** Authorizes the session of a request and records its use. */
  async authenticate(request: FastifyRequest, entry: SessionEntry): Promise<Caller> {
    const { database, clock, publicUrl } = this.#deps;
    const token = this.#cookie.read(request);
    if (token === undefined) throw new DomainError("SIGN_IN_REQUIRED");
    const known =
      (await findKnownSession(database.lookups, token)) ?? (await findActingSession(database.lookups, token));
    const address = getClientAddress(request);
    const nowMs = clock.nowMs();
    const attempt = {
      address,
      environment: textOf(request.headers["wayfare-environment"]),
      account: textOf(request.headers["wayfare-account"]),
      assertSameOrigin: () => assertSameOrigin(request, publicUrl),
      scopes: entry.scopes,
      roles: entry.roles ?? [],
      environments: entry.environments,
      environmentHint: entry.environmentHint,
      stepUp: entry.stepUp === true,
      isRead: request.method === "GET" || request.method === "HEAD",
      acting: entry.acting ?? "by_method",
      closedAccounts: entry.closedAccounts === true,
      allAccounts: entry.allAccounts === true,
    };
    const caller = authorizeSession(known, attempt, nowMs);
    if (known !== undefined && known.acting === null && nowMs - known.lastUsedAtMs >= touchEveryMs) {
      await skipIfDiskFull(touchSession(database, known, address, nowMs));
    }
    return caller;
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join() : header;
}
