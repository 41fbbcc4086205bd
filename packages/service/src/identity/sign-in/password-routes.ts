import { PasswordSignInSchema, PortalSessionSchema } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import type { App } from "../../http/app-type.ts";
import { bodyProblems, problemResponses } from "../../http/problem-responses.ts";
import { sameOriginOnly } from "../../http/same-origin.ts";
import { isPassword } from "../credentials/passwords.ts";
import { findUserByEmail, lockUser, normalizeEmail } from "../users/store.ts";
import { verifyCode } from "./codes.ts";
import { createSession } from "./create-session.ts";
import { SignInFailure } from "./failure.ts";
import type { IdentityDeps } from "./identity-deps.ts";

/** Registers sign-in with a password, and with a code if the user has an authenticator. */
export function registerPasswordSignIn(app: App, deps: IdentityDeps): void {
  const { database, clock, publicUrl, cookie, attempts } = deps;
  app.post(
    "/portal/session/password",
    {
      config: { access: "public" },
      onRequest: sameOriginOnly(publicUrl),
      schema: {
        body: PasswordSignInSchema,
        response: {
          200: PortalSessionSchema,
          ...problemResponses([...bodyProblems, "ORIGIN_REFUSED", "SIGN_IN_FAILED", "RATE_LIMITED"]),
        },
      },
    },
    async (request, reply) => {
      const { email, password, code } = request.body;
      const name = normalizeEmail(email);
      const known = await findUserByEmail(database, name);
      return attempts.signIn({ request, reply, method: "password" }, { name, user: known }, async () => {
        const isCorrect = await isPassword(known?.passwordHash ?? null, password);
        if (known === undefined) throw new SignInFailure("unknown_address");
        if (!isCorrect) throw new SignInFailure("wrong_password");
        const signedIn = await runUnitOfWork(database, clock.nowMs(), async (unit) => {
          const user = await lockUser(unit.tx, known.id);
          // The password may have changed, or the user may have been removed, during the comparison.
          if (user === undefined || user.passwordHash !== known.passwordHash)
            return new SignInFailure("wrong_password");
          const failure = user.totpSecret === null ? null : await verifyCode(unit, deps, user, code);
          return failure ?? createSession(unit, { request, reply, cookie }, { userId: user.id, method: "password" });
        });
        if (signedIn instanceof SignInFailure) throw signedIn;
        return signedIn;
      });
    },
  );
}
