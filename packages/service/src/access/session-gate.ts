import { type Clock, DomainError, type KeyEnvironment, type Role, type Scope } from "@wayfare/contract";
import { type Database, skipIfDiskFull } from "@wayfare/database";
import { addressOf } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../http/caller.ts";
import { refuseForeignOrigin } from "../http/own-origin.ts";
import { type HostCookie, makeSessionCookie } from "../identity/sessions/cookie.ts";
import { findKnownSession, touchSession } from "../identity/sessions/store.ts";
import { checkSession } from "./check-session.ts";

interface SessionGateParts {
  database: Database;
  clock: Clock;
  publicUrl: string;
}

/** What a route asks of the sessions that call it. */
export interface SessionEntry {
  /** One of these; any where there is none. */
  scopes: readonly Scope[];
  /** Whose users; all where there is none. */
  roles?: readonly Role[];
  /** Kinds of key; all where it is undefined. */
  environments?: readonly KeyEnvironment[] | undefined;
  /** Sentence for callers of the other environment. */
  environmentHint?: string | undefined;
  /** Whether a session has to have been confirmed a short while ago. */
  stepUp?: boolean | undefined;
}

const touchEveryMs = 60_000;

/**
 * Lets sessions in. A session is read anew for every request, unlike a key: people ask seldom, and one that was ended is refused by
 * every process at once.
 */
export class SessionGate {
  readonly #parts: SessionGateParts;
  readonly #cookie: HostCookie;

  constructor(parts: SessionGateParts) {
    this.#parts = parts;
    this.#cookie = makeSessionCookie(parts.publicUrl);
  }

  /** Whether a request comes with a session, whatever it is worth. */
  isCarriedBy(request: FastifyRequest): boolean {
    return this.#cookie.read(request) !== undefined;
  }

  /** Checks the session of a request, and notes that it was used. */
  async admit(request: FastifyRequest, entry: SessionEntry): Promise<Caller> {
    const { database, clock, publicUrl } = this.#parts;
    const token = this.#cookie.read(request);
    if (token === undefined) throw new DomainError("SIGN_IN_REQUIRED");
    const known = await findKnownSession(database.lookups, token);
    const address = addressOf(request);
    const nowMs = clock.nowMs();
    const header = request.headers["wayfare-environment"];
    const attempt = {
      address,
      environment: Array.isArray(header) ? header.join() : header,
      refuseForeignOrigin: () => refuseForeignOrigin(request, publicUrl),
      scopes: entry.scopes,
      roles: entry.roles ?? [],
      environments: entry.environments,
      environmentHint: entry.environmentHint,
      stepUp: entry.stepUp === true,
    };
    const caller = checkSession(known, attempt, nowMs);
    if (known !== undefined && nowMs - known.lastUsedAtMs >= touchEveryMs) {
      await skipIfDiskFull(touchSession(database, known, address, nowMs));
    }
    return caller;
  }
}
