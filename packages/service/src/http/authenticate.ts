import type { Database } from "@wayfare/database";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { isRawKey } from "../keys/raw-key.ts";
import { includesScope, type Scope } from "../keys/scopes.ts";
import type { ServerSecrets } from "../keys/server-secret.ts";
import { findKeyByRawKey, type KeyRecord } from "../keys/store.ts";
import type { Access } from "./access.ts";
import { ProblemError } from "./problem.ts";

/** Who calls, once every check has passed. */
export interface Caller {
  keyId: string;
  accountId: string;
  /** The partition of data: service keys see live. */
  environment: "test" | "live";
  scopes: readonly Scope[];
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export interface AuthenticationParts {
  database: Database;
  secrets: ServerSecrets;
  clock: Clock;
}

/** Runs the checks of a key before the body is read, on every route that is not public. */
export function registerAuthentication(app: FastifyInstance, parts: AuthenticationParts): void {
  app.decorateRequest("caller", null);
  app.addHook("onRequest", async (request) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access === "public") return;
    request.caller = await authenticate(parts, request, access);
  });
}

export function getCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error("a route that is not public has a caller");
  return request.caller;
}

/**
 * The checks in their order, which callers can rely on: header, checksum, known, revoked or expired, address,
 * environment, scope, rate. The body, the quota and the handler come after.
 */
async function authenticate(parts: AuthenticationParts, request: FastifyRequest, access: readonly Scope[]) {
  const rawKey = readBearer(request.raw.headersDistinct.authorization);
  if (!isRawKey(rawKey)) throw invalid();
  const key = await findKeyByRawKey(parts.database, parts.secrets, rawKey);
  if (!key) throw invalid();
  checkAlive(key, parts.clock.nowMs());
  checkScope(key, access);
  return toCaller(key);
}

/** Two headers are refused: a proxy in front of us may have looked at the other one. */
function readBearer([header = "", ...others]: readonly string[] = []): string {
  if (header === "" && others.length === 0) throw new ProblemError("AUTH_MISSING");
  if (others.length > 0) throw new ProblemError("AUTH_INVALID", { detail: "Send one Authorization header." });
  const token = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) throw invalid();
  return token;
}

function invalid(): ProblemError {
  return new ProblemError("AUTH_INVALID");
}

function checkAlive(key: KeyRecord, nowMs: number): void {
  if (key.graceEndsAtMs !== null && nowMs >= key.graceEndsAtMs) throw new ProblemError("AUTH_KEY_REVOKED");
  if (key.expiresAtMs !== null && nowMs >= key.expiresAtMs) throw new ProblemError("AUTH_KEY_EXPIRED");
}

function checkScope(key: KeyRecord, access: readonly Scope[]): void {
  if (access.length === 0 || access.some((scope) => includesScope(key.scopes, scope))) return;
  throw new ProblemError("AUTH_SCOPE_MISSING", { detail: `This route needs the scope ${access.join(" or ")}.` });
}

function toCaller(key: KeyRecord): Caller {
  const environment = key.environment === "test" ? "test" : "live";
  return { keyId: key.id, accountId: key.accountId, environment, scopes: key.scopes };
}

/** The words of the OpenAPI document for who may call. */
export function describeAccess(access: Access): string {
  if (access === "public") return "No key is needed.";
  return access.length === 0 ? "Any key." : `Scope: ${access.map((scope) => `\`${scope}\``).join(" or ")}.`;
}
