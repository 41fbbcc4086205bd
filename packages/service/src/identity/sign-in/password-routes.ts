import { PasswordSignInSchema, PortalSessionSchema } from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import { answers, bodyProblems } from "../../http/answers.ts";
import type { App } from "../../http/app-type.ts";
import { ownOriginOnly } from "../../http/own-origin.ts";
import { isPassword } from "../credentials/passwords.ts";
import { findUser, findUserByEmail, normalizeEmail } from "../users/store.ts";
import { refuseWrongCode } from "./codes.ts";
import { SignInFailure } from "./failure.ts";
import type { IdentityParts } from "./identity-parts.ts";
import { makeSession } from "./make-session.ts";

/** Signs in with a password, and a code where the user has an authenticator. */
export function registerPasswordSignIn(app: App, parts: IdentityParts): void {
  const { database, clock, publicUrl, cookie, attempts } = parts;
  app.post(
    "/portal/session/password",
    {
      config: { access: "public" },
      onRequest: ownOriginOnly(publicUrl),
      schema: {
        body: PasswordSignInSchema,
        response: {
          200: PortalSessionSchema,
          ...answers([...bodyProblems, "ORIGIN_REFUSED", "SIGN_IN_FAILED", "RATE_LIMITED"]),
        },
      },
    },
    async (request, reply) => {
      const { email, password, code } = request.body;
      const name = normalizeEmail(email);
      const known = await findUserByEmail(database, name);
      return attempts.signIn({ request, reply, method: "password" }, { name, user: known }, async () => {
        const isRight = await isPassword(known?.passwordHash ?? null, password);
        if (known === undefined) throw new SignInFailure("unknown_address");
        if (!isRight) throw new SignInFailure("wrong_password");
        const signedIn = await runUnit(database, clock.nowMs(), async (unit) => {
          const user = await findUser(unit.session, { ...known, userId: known.id }, { lock: true });
          // Somebody may have changed the password, or removed the user, while this one was compared.
          if (user === undefined || user.passwordHash !== known.passwordHash)
            return new SignInFailure("wrong_password");
          const refused = user.totpSecret === null ? null : await refuseWrongCode(unit, parts, user, code);
          return refused ?? makeSession(unit, { request, reply, cookie }, { user, method: "password" });
        });
        if (signedIn instanceof SignInFailure) throw signedIn;
        return signedIn;
      });
    },
  );
}
