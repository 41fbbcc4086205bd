import { DomainError, formatInstant, type SteppedUp, SteppedUpSchema, StepUpSchema } from "@wayfare/contract";
import { runUnit, type Unit } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { isPassword } from "../credentials/passwords.ts";
import { steppedUpUntilMs } from "../sessions/lifetime.ts";
import { confirmSession } from "../sessions/store.ts";
import { findUser } from "../users/store.ts";
import { refuseWrongCode } from "./codes.ts";
import { SignInFailure } from "./failure.ts";
import type { IdentityParts } from "./identity-parts.ts";

/** Confirms that the user of a session sits at it: with a code where they have an authenticator, with their password otherwise. */
export function registerStepUp(app: App, parts: IdentityParts): void {
  const { database, clock, attempts } = parts;
  app.post(
    "/portal/step-up",
    { config: { access: { roles: [] } }, schema: { body: StepUpSchema, response: { 200: SteppedUpSchema } } },
    (request, reply) => {
      const { password, code } = request.body;
      const { accountId, id: userId } = getSessionCaller(request);
      return attempts.confirm({ request, reply, method: "step_up" }, async () => {
        // Outside a transaction: comparing takes long.
        if (code === undefined) await refusePassword(parts, { accountId, userId }, password ?? "");
        const steppedUp = await runUnit(database, clock.nowMs(), async (unit) => {
          if (code === undefined) return confirm(unit, request);
          const user = await findUser(unit.session, { accountId, userId }, { lock: true });
          if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
          return (await refuseWrongCode(unit, parts, user, code)) ?? confirm(unit, request);
        });
        if (steppedUp instanceof SignInFailure) throw steppedUp;
        return steppedUp;
      });
    },
  );
}

async function refusePassword(
  { database }: IdentityParts,
  owner: { accountId: string; userId: string },
  password: string,
): Promise<void> {
  const user = await findUser(database, owner);
  if (user !== undefined && user.totpSecret !== null) throw new SignInFailure("code_required");
  if (!(await isPassword(user?.passwordHash ?? null, password))) throw new SignInFailure("wrong_password");
}

/** Notes that the session of a request has been confirmed. */
export async function confirm({ session, nowMs }: Unit, request: FastifyRequest): Promise<SteppedUp> {
  const { accountId, session: calling } = getSessionCaller(request);
  await confirmSession(session, { id: calling.id, accountId }, nowMs);
  return { stepUpExpiresAt: formatInstant(steppedUpUntilMs(nowMs, nowMs) ?? nowMs) };
}
