import { DomainError, type SsoResult } from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import type { FastifyReply, FastifyRequest } from "fastify";
import { writeAuditEvent } from "../../audit/store.ts";
import { requestLogger } from "../../http/request-log.ts";
import { findConnection, type SsoConnection } from "../connections/connection-store.ts";
import { createSession } from "../sign-in/create-session.ts";
import { SignInFailure } from "../sign-in/failure.ts";
import { consumeTokens } from "../sign-in/throttle-store.ts";
import { isEmailInUse } from "../users/email-conflict.ts";
import { authenticationTimeOf, type Claims, isStorable } from "./claims.ts";
import type { Flow } from "./flow.ts";
import { IssuerError } from "./issuer-error.ts";
import { type ResolvedUser, resolveUser, type SsoRefusal } from "./resolve-user.ts";
import { providerOf, type SsoDeps } from "./sso-deps.ts";

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Tolerance for the clock of the provider when a user confirms the identity again. */
const clockToleranceMs = 60_000;
/** Limit of audit events for failed sign-ins of one account. */
const perAudit = { burst: 20, perMinute: 20 / 60 };

/** Failed sign-in of a user whom the provider has signed in. */
class SsoRefused extends SignInFailure {
  readonly refusal: SsoRefusal;
  constructor(refusal: SsoRefusal) {
    super("sso_refused");
    this.refusal = refusal;
  }
}

/** Failed sign-in because of the provider. */
class ProviderFailed extends SignInFailure {
  readonly issuerError: IssuerError;
  constructor(issuerError: IssuerError) {
    super("sso_refused");
    this.issuerError = issuerError;
  }
}

/** Finishes a sign-in whose callback belongs to the browser. Creates a session in the account of the connection, or returns why not. */
export async function finishSignIn(deps: SsoDeps, exchange: Exchange, flow: Flow, callback: URL): Promise<SsoResult> {
  const connection = await findConnection(deps.database, flow.accountId);
  // A connection that was changed during the sign-in must not receive the code of another provider.
  if (connection === undefined || connection.issuer !== flow.issuer) return "expired";
  try {
    await deps.attempts.signIn({ ...exchange, method: "sso" }, null, async () => {
      const claims = await readClaims(deps, connection, flow, callback);
      const enter = () => enterWith(deps, exchange, connection, { claims, userId: flow.userId });
      // Another account may create a user with the same address at the same time; the second try finds the user.
      await enter().catch((error: unknown) => (isEmailInUse(error) ? enter() : Promise.reject(error)));
    });
    return "done";
  } catch (error) {
    return explain(deps, exchange.request, flow, error);
  }
}

async function readClaims(deps: SsoDeps, connection: SsoConnection, flow: Flow, callback: URL): Promise<Claims> {
  const { groupsClaim } = connection;
  const names = ["email", "email_verified", ...(groupsClaim === null ? [] : [groupsClaim])];
  try {
    const claims = await deps.issuers.finish(providerOf(deps, connection), flow, callback, names);
    if (!isStorable(claims)) throw new IssuerError("refused", "The ID token has an invalid `sub`.");
    const authenticatedAtMs = authenticationTimeOf(claims) ?? Number.POSITIVE_INFINITY;
    if (flow.userId !== null && authenticatedAtMs < flow.startedAtMs - clockToleranceMs) {
      throw new IssuerError("refused", "The provider did not ask the user to sign in again (`auth_time`).");
    }
    return claims;
  } catch (error) {
    throw error instanceof IssuerError ? new ProviderFailed(error) : error;
  }
}

function enterWith(
  { database, clock, cookie }: SsoDeps,
  { request, reply }: Exchange,
  connection: SsoConnection,
  { claims, userId }: { claims: Claims; userId: string | null },
): Promise<void> {
  return runUnitOfWork(database, clock.nowMs(), async (unit) => {
    const resolved = await resolveUser(unit, connection, claims);
    if ("refusal" in resolved) throw new SsoRefused(resolved.refusal);
    const { user } = resolved;
    if (userId !== null && user.id !== userId) throw new SsoRefused("other_user");
    await auditChanges(unit, request, resolved);
    await createSession(
      unit,
      { request, reply, cookie },
      { accountId: user.accountId, userId: user.id, method: "sso" },
    );
  });
}

/** Writes that a user joined or got another role by a sign-in. */
async function auditChanges(
  { tx, wallMs }: UnitOfWork,
  request: FastifyRequest,
  { user, joined, roleBefore }: ResolvedUser,
): Promise<void> {
  const { id, accountId, email, role } = user;
  const shared = {
    accountId,
    environment: null,
    actor: { kind: "user", id, address: getClientAddress(request), requestId: request.id },
    subject: { kind: "user", id },
    nowMs: wallMs,
  } as const;
  if (joined) await writeAuditEvent(tx, { ...shared, action: "user.joined", details: { email, role, method: "sso" } });
  if (roleBefore === null) return;
  const details = { before: roleBefore, after: role, method: "sso" };
  await writeAuditEvent(tx, { ...shared, action: "user.role_changed", details });
}

/** Returns the result of a failed sign-in for the user, and writes its cause to the log and to the audit log of the account. */
async function explain(deps: SsoDeps, request: FastifyRequest, flow: Flow, error: unknown): Promise<SsoResult> {
  const { accountId } = flow;
  if (error instanceof SsoRefused) {
    await auditFailure(deps, request, accountId, { result: error.refusal });
    return error.refusal;
  }
  if (error instanceof ProviderFailed) {
    const { reason, detail } = error.issuerError;
    requestLogger(request).warn({ accountId, reason, detail }, "single sign-on failed");
    await auditFailure(deps, request, accountId, { result: reason, detail });
    return reason;
  }
  if (!(error instanceof DomainError)) throw error;
  if (error.code === "RATE_LIMITED") return "throttled";
  if (error.code === "ACCOUNT_SUSPENDED") return "suspended";
  // Removed at the same time.
  if (error.code === "SIGN_IN_REQUIRED") return "not_a_member";
  throw error;
}

async function auditFailure(
  { database, clock }: SsoDeps,
  request: FastifyRequest,
  accountId: string,
  details: { result: SsoResult; detail?: string },
): Promise<void> {
  const bucket = { name: `audit sso ${accountId}`, ...perAudit };
  const nowMs = clock.nowMs();
  const { refusedBy } = await consumeTokens(database, { networks: [], person: bucket }, nowMs);
  if (refusedBy !== null) return;
  await writeAuditEvent(database, {
    accountId,
    environment: null,
    action: "sso.sign_in_failed",
    actor: { kind: "anonymous", id: null, address: getClientAddress(request), requestId: request.id },
    subject: { kind: "account", id: accountId },
    details,
    nowMs,
  });
}
