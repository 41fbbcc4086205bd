import { hash, timingSafeEqual } from "node:crypto";
import { includesScope, scopesOfRole } from "@wayfare/contract";
import { type Database, runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import type { Actor } from "../audit/store.ts";
import { hashToken } from "../identity/credentials/token.ts";
import { findUser } from "../identity/users/store.ts";
import { createKey, type KeyDeps, revokeLeakedKey } from "../keys/rules.ts";
import { findKey } from "../keys/store.ts";
import { inheritLimits } from "../keys/usage-limits.ts";
import { isAccountOpen } from "../tenancy/account-state.ts";
import { getAccountState, getTestClockOffset } from "../tenancy/account-store.ts";
import type { OAuthClient } from "./clients.ts";
import { type CodeRecord, lockCode, markCodeUsed } from "./code-store.ts";
import { OAuthError } from "./oauth-error.ts";
import { describeRedirect } from "./redirect-uri.ts";

/** Parameters of a token request. */
export interface CodeExchange {
  code: string;
  clientId: string;
  client: OAuthClient;
  redirectUri: string;
  codeVerifier: string;
}

/** The key of a client, as the token endpoint returns it. */
export interface IssuedToken {
  accessToken: string;
  expiresInSeconds: number;
  scopes: readonly string[];
}

interface ExchangeDeps extends KeyDeps {
  database: Database;
}

const dayMs = 86_400_000;
const refusal = "The code is invalid, expired, used, or not of this client and redirect URI.";

/**
 * Creates the key that a code stands for. A code works once: a second attempt revokes the key, because one of both was not the client's.
 *
 * @throws OAuthError invalid_grant
 */
export async function exchangeCode(
  deps: ExchangeDeps,
  exchange: CodeExchange,
  { wallMs, origin }: { wallMs: number; origin: Pick<Actor, "address" | "requestId"> },
): Promise<IssuedToken> {
  const codeHash = hashToken(exchange.code);
  const issued = await runUnitOfWork(deps.database, wallMs, async (unit) => {
    const found = await lockCode(unit.tx, codeHash);
    if (found === undefined) return undefined;
    const timed = await atDataTime(unit, found);
    if (found.keyId !== null) return revokeReused(timed, deps, found, origin);
    if (found.expiresAtMs <= wallMs || !isBound(found, exchange) || !(await isStillAllowed(unit, found))) {
      return undefined;
    }
    const token = await issueKey(timed, deps, { found, exchange, origin });
    await markCodeUsed(unit.tx, codeHash, { accountId: found.accountId, keyId: token.keyId, nowMs: wallMs });
    return token;
  });
  // Thrown after the commit, which keeps the revocation.
  if (issued === undefined) throw new OAuthError("invalid_grant", refusal);
  return issued;
}

/** Keys of test data have the times of the account's test clock. */
async function atDataTime(unit: UnitOfWork, { accountId, environment }: CodeRecord): Promise<UnitOfWork> {
  if (environment === "live") return unit;
  return { ...unit, nowMs: unit.wallMs + (await getTestClockOffset(unit.tx, accountId)) };
}

async function revokeReused(
  unit: UnitOfWork,
  deps: KeyDeps,
  { accountId, environment, keyId }: CodeRecord,
  origin: Pick<Actor, "address" | "requestId">,
): Promise<undefined> {
  const scope = { accountId, environment, applicationId: null };
  const key = keyId === null ? undefined : await findKey(unit.tx, scope, keyId, { lock: true });
  if (key !== undefined) await revokeLeakedKey(unit, deps, key, { kind: "holder", id: null, ...origin });
}

/** Compares the code with the client, redirect URI and PKCE verifier of the request. */
function isBound(found: CodeRecord, { clientId, redirectUri, codeVerifier }: CodeExchange): boolean {
  const challenge = Buffer.from(hash("sha256", codeVerifier, "base64url"));
  const expected = Buffer.from(found.codeChallenge);
  return (
    found.clientHash.equals(hashToken(clientId)) &&
    found.redirectUri === redirectUri &&
    challenge.length === expected.length &&
    timingSafeEqual(challenge, expected)
  );
}

/** The user may have left the account or changed the role, and the account may have been suspended, since the consent. */
async function isStillAllowed({ tx, wallMs }: UnitOfWork, { accountId, userId, scopes }: CodeRecord): Promise<boolean> {
  const user = await findUser(tx, { accountId, userId });
  if (user === undefined || !isAccountOpen(await getAccountState(tx, accountId), wallMs)) return false;
  const held = scopesOfRole(user.role);
  return held.includes("usage.write") && scopes.every((scope) => includesScope(held, scope));
}

async function issueKey(
  unit: UnitOfWork,
  deps: KeyDeps,
  {
    found: { accountId, userId, environment, scopes, days, usageLimits, redirectUri },
    exchange: { client },
    origin,
  }: { found: CodeRecord; exchange: CodeExchange; origin: Pick<Actor, "address" | "requestId"> },
): Promise<IssuedToken & { keyId: string }> {
  const { host } = describeRedirect(redirectUri);
  const key = {
    accountId,
    environment,
    name: client.name,
    scopes,
    metadata: { oauthRedirectHost: host },
    expiresAtMs: unit.nowMs + days * dayMs,
    usageLimits: inheritLimits({}, usageLimits),
  };
  // The user has granted the access; the address is that of the client, not of the user.
  const actor = { kind: "user" as const, id: userId, ...origin };
  const { record, rawKey } = await createKey(unit, deps, key, actor);
  return { keyId: record.id, accessToken: rawKey, expiresInSeconds: (days * dayMs) / 1000, scopes };
}
