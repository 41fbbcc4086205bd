import { DomainError, RequestPasswordResetSchema, ResetPasswordSchema } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";
import { writeAuditEvent } from "../../audit/store.ts";
import type { App } from "../../http/app-type.ts";
import { bodyProblems, problemResponses } from "../../http/problem-responses.ts";
import { sameOriginOnly } from "../../http/same-origin.ts";
import { assertStrongPassword } from "../credentials/password-strength.ts";
import { hashPassword } from "../credentials/passwords.ts";
import { endSessionsOfUser } from "../sessions/store.ts";
import { updatePassword } from "../users/credentials.ts";
import { listMemberships } from "../users/memberships.ts";
import { findUserByEmail, lockUser } from "../users/store.ts";
import { SignInFailure } from "./failure.ts";
import type { IdentityDeps } from "./identity-deps.ts";
import { consumeMailTokens } from "./mail-throttle.ts";
import { createResetLink } from "./password-reset.ts";
import { consumePasswordResets, findPasswordReset } from "./password-reset-store.ts";
import { isSsoRequiredEverywhere } from "./required-sso.ts";

const hourMs = 3_600_000;

/** Registers the routes to reset a password by a link. The link does not sign in: an authenticator is still required. */
export function registerPasswordReset(app: App, deps: IdentityDeps): void {
  const { database, clock, publicUrl, mailer, attempts } = deps;
  const shared = { config: { access: "public" }, onRequest: sameOriginOnly(publicUrl) } as const;
  const problems = [...bodyProblems, "ORIGIN_REFUSED", "RATE_LIMITED"] as const;
  app.post(
    "/portal/password-reset",
    {
      ...shared,
      schema: { body: RequestPasswordResetSchema, response: problemResponses([...problems, "STATE_INVALID"]) },
    },
    async (request, reply) => {
      const { email } = request.body;
      if (!mailer.isEnabled) {
        const detail = "This service sends no mail. Ask your administrator for a sign-in link.";
        throw new DomainError("STATE_INVALID", { detail });
      }
      await consumeMailTokens(database, request, { purpose: "password reset", email, nowMs: clock.nowMs() });
      // After the response, whose time must not reveal which addresses have a user.
      attempts.runAfterResponse({ request, reply }, () => mailReset(deps, email));
      return reply.code(202).send();
    },
  );
  app.post(
    "/portal/password-reset/complete",
    {
      ...shared,
      schema: { body: ResetPasswordSchema, response: problemResponses([...problems, "NOT_FOUND", "SSO_REQUIRED"]) },
    },
    async (request, reply) => {
      await attempts.signIn({ request, reply, method: "link" }, null, () => resetPassword(deps, request, request.body));
      return reply.code(204).send();
    },
  );
}

async function mailReset({ database, clock, publicUrl, mailer }: IdentityDeps, email: string): Promise<void> {
  await runUnitOfWork(database, clock.nowMs(), async (unit) => {
    const user = await findUserByEmail(unit.tx, email);
    if (user === undefined || user.email === null) return;
    if (await isSsoRequiredEverywhere(unit.tx, user)) {
      const content = { kind: "sso_instead", requested: "password_reset", requestedAtMs: unit.wallMs } as const;
      await mailer.enqueue(unit, { to: user.email, accountId: null, content });
      return;
    }
    await createResetLink(unit, { mailer, publicUrl }, { user: { id: user.id, email: user.email }, lifeMs: hourMs });
  });
}

async function resetPassword(
  { database, clock }: IdentityDeps,
  request: FastifyRequest,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const userId = await findPasswordReset(database, token, clock.nowMs());
  const user =
    userId === undefined ? undefined : await runUnitOfWork(database, clock.nowMs(), ({ tx }) => lockUser(tx, userId));
  if (user === undefined) throw unknownReset();
  // The domain may be forced since the link was sent.
  if (await isSsoRequiredEverywhere(database, user)) throw new SignInFailure("sso_required", { user });
  await assertStrongPassword(password, user);
  // Outside of the transaction, because hashing passwords is slow.
  const passwordHash = await hashPassword(password);
  await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
    if ((await lockUser(tx, user.id)) === undefined) throw unknownReset();
    if (!(await consumePasswordResets(tx, { userId: user.id, token, nowMs }))) throw unknownReset();
    await updatePassword(tx, user, passwordHash);
    await endSessionsOfUser(tx, user.id, null);
    const actor = { kind: "user", id: user.id, address: getClientAddress(request), requestId: request.id } as const;
    for (const { accountId } of await listMemberships(tx, user.id)) {
      await writeAuditEvent(tx, {
        accountId,
        environment: null,
        action: "user.password_changed",
        actor,
        subject: { kind: "user", id: user.id },
        details: { by: "link" },
        nowMs,
      });
    }
  });
}

function unknownReset(): SignInFailure {
  const detail = "This link is unknown, expired or already used. Request another one.";
  return new SignInFailure("unknown_link", { detail });
}
