import {
  CompletedSignUpSchema,
  CompleteSignUpSchema,
  DomainError,
  PendingSignUpSchema,
  type SignUpMode,
  SignUpOptionsSchema,
  SignUpSchema,
  SignUpTokenSchema,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import type { App } from "../http/app-type.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { sameOriginOnly } from "../http/same-origin.ts";
import { assertStrongPassword } from "../identity/credentials/password-strength.ts";
import { hashToken } from "../identity/credentials/token.ts";
import type { IdentityDeps } from "../identity/sign-in/identity-deps.ts";
import { consumeMailTokens } from "../identity/sign-in/mail-throttle.ts";
import { isEmailInUse } from "../identity/users/email-conflict.ts";
import type { OperatorAccountDeps } from "../operator/accounts/customers.ts";
import { addressInUse, completeSignUp, readSignUpValues, unknownSignUp } from "./complete.ts";
import type { SignUpTerms } from "./plan.ts";
import { requestSignUp } from "./request.ts";
import { findSignUp } from "./store.ts";

/** Dependencies of the sign-up routes. */
export interface SignUpDeps extends IdentityDeps {
  /** Ways to create an account. */
  mode: SignUpMode;
  terms: SignUpTerms;
  accounts: OperatorAccountDeps;
}

const problems = [...bodyProblems, "ORIGIN_REFUSED", "SIGN_UP_CLOSED", "RATE_LIMITED"] as const;

/** Registers the routes of the portal with which customers create accounts. */
export function registerSignUp(app: App, deps: SignUpDeps): void {
  const { mode, mailer } = deps;
  app.get(
    "/portal/sign-up",
    { config: { access: "public" }, schema: { response: { 200: SignUpOptionsSchema } } },
    () => ({ signUp: mode, mail: mailer.isEnabled }),
  );
  registerRequest(app, deps);
  registerCompletion(app, deps);
}

function registerRequest(app: App, deps: SignUpDeps): void {
  const { database, clock, publicUrl, mode } = deps;
  app.post(
    "/portal/sign-up",
    {
      config: { access: "public" },
      onRequest: sameOriginOnly(publicUrl),
      schema: { body: SignUpSchema, response: problemResponses(problems) },
    },
    async (request, reply) => {
      if (mode !== "open") throw new DomainError("SIGN_UP_CLOSED");
      const { email, name, password } = request.body;
      await consumeMailTokens(database, request, { purpose: "sign-up", email, nowMs: clock.nowMs() });
      await assertStrongPassword(password, { name, email });
      await requestSignUp(deps, request.body, clock.nowMs());
      return reply.code(202).send();
    },
  );
}

function registerCompletion(app: App, deps: SignUpDeps): void {
  const { database, clock, publicUrl, attempts, cookie, mode, terms, accounts } = deps;
  const shared = { config: { access: "public" }, onRequest: sameOriginOnly(publicUrl) } as const;
  const assertNotClosed = () => {
    if (mode === "closed") throw new DomainError("SIGN_UP_CLOSED");
  };
  app.post(
    "/portal/sign-up/link",
    {
      ...shared,
      schema: {
        body: SignUpTokenSchema,
        response: { 200: PendingSignUpSchema, ...problemResponses([...problems, "NOT_FOUND"]) },
      },
    },
    (request, reply) =>
      attempts.signIn({ request, reply, method: "sign_up" }, null, async () => {
        assertNotClosed();
        const pending = await findSignUp(database, request.body.token, clock.nowMs());
        if (pending === undefined) throw unknownSignUp();
        return { kind: pending.values === null ? "invitation" : "confirmation", email: pending.email };
      }),
  );
  app.post(
    "/portal/sign-up/complete",
    {
      ...shared,
      schema: {
        body: CompleteSignUpSchema,
        response: {
          200: CompletedSignUpSchema,
          ...problemResponses([...problems, "NOT_FOUND", "SIGN_IN_FAILED", "CONFLICT", "SSO_REQUIRED"]),
        },
      },
    },
    (request, reply) => {
      const { token } = request.body;
      // Limits guesses of the password of one sign-up.
      const person = { name: `sign-up ${hashToken(token).toString("hex")}`, user: undefined };
      return attempts.signIn({ request, reply, method: "sign_up" }, person, async () => {
        assertNotClosed();
        const pending = await findSignUp(database, token, clock.nowMs());
        if (pending === undefined) throw unknownSignUp();
        // Outside of the transaction, because hashing passwords is slow.
        const values = await readSignUpValues(pending, request.body);
        const completed = runUnitOfWork(database, clock.nowMs(), (unit) =>
          completeSignUp(unit, accounts, { request, reply, cookie }, { token, values, terms }),
        );
        return completed.catch((error: unknown) => {
          // Another request created a user with the address at the same time.
          throw isEmailInUse(error) ? addressInUse() : error;
        });
      });
    },
  );
}
