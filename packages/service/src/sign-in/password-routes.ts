import { PasswordSignInSchema, PortalSessionSchema } from "@wayfare/contract";
import { addressOf } from "../access/address-ranges.ts";
import { ownOriginOnly } from "../access/own-origin.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { ProblemError } from "../http/problem.ts";
import { runUnit, type Unit } from "../http/unit.ts";
import type { PortalParts } from "../portal/parts.ts";
import { takeCode } from "../users/credentials.ts";
import { findUser, findUserByEmail, normalizeEmail, type UserRecord } from "../users/store.ts";
import { makeSession } from "./make-session.ts";
import { isPassword } from "./passwords.ts";

/** Signs in with a password, and a code where the user has an authenticator. */
export function registerPasswordSignIn(app: App, parts: PortalParts): void {
  const { database, clock, publicUrl, cookie, guessing } = parts;
  app.post(
    "/portal/session/password",
    {
      config: { access: "public" },
      onRequest: ownOriginOnly(publicUrl),
      schema: {
        body: PasswordSignInSchema,
        response: { 200: PortalSessionSchema, ...answers([...bodyProblems, "ORIGIN_REFUSED", "SIGN_IN_FAILED"]) },
      },
    },
    async (request, reply) => {
      const { email, password, code } = request.body;
      guessing.fromAddress(addressOf(request));
      const name = normalizeEmail(email);
      return guessing.ofPerson(name, async () => {
        const known = await findUserByEmail(database, name);
        const isRight = await isPassword(known?.passwordHash ?? null, password);
        if (known === undefined || !isRight) throw new ProblemError("SIGN_IN_FAILED");
        return runUnit(database, clock.nowMs(), async (unit) => {
          const user = await findUser(unit.session, { ...known, userId: known.id }, { lock: true });
          // Somebody may have changed the password, or removed the user, while this one was compared.
          if (user === undefined || user.passwordHash !== known.passwordHash) throw new ProblemError("SIGN_IN_FAILED");
          await refuseWithoutCode(unit, parts, user, code);
          return makeSession(unit, { request, reply, cookie }, { user, method: "password" });
        });
      });
    },
  );
}

async function refuseWithoutCode(
  { session, nowMs }: Unit,
  { box }: PortalParts,
  user: UserRecord,
  code: string | undefined,
): Promise<void> {
  if (user.totpSecret === null) return;
  if (code === undefined) throw new ProblemError("SECOND_FACTOR_REQUIRED");
  if (!(await takeCode(session, box, { user, code, nowMs }))) throw new ProblemError("SIGN_IN_FAILED");
}
