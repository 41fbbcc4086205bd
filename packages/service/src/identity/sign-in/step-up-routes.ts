import { DomainError, formatInstant, type StepUpResult, StepUpResultSchema, StepUpSchema } from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { isPassword } from "../credentials/passwords.ts";
import { steppedUpUntilMs } from "../sessions/lifetime.ts";
import { confirmSession } from "../sessions/store.ts";
import { findUser } from "../users/store.ts";
import { verifyCode } from "./codes.ts";
import { SignInFailure } from "./failure.ts";
import type { IdentityDeps } from "./identity-deps.ts";

/** Registers step-up with a code if the user has an authenticator, otherwise with the password. */
export function registerStepUp(app: App, deps: IdentityDeps): void {
  const { database, clock, attempts } = deps;
  app.post(
    "/portal/step-up",
    { config: { access: { roles: [] } }, schema: { body: StepUpSchema, response: { 200: StepUpResultSchema } } },
    (request, reply) => {
      const { password, code } = request.body;
      const { accountId, id: userId } = getSessionCaller(request);
      return attempts.confirm({ request, reply, method: "step_up" }, async () => {
        // Outside of the transaction, because comparing passwords is slow.
        if (code === undefined) await verifyPassword(deps, { accountId, userId }, password ?? "");
        const steppedUp = await runUnitOfWork(database, clock.nowMs(), async (unit) => {
          if (code === undefined) return confirm(unit, request);
          const user = await findUser(unit.tx, { accountId, userId }, { lock: true });
          if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
          return (await verifyCode(unit, deps, user, code)) ?? confirm(unit, request);
        });
        if (steppedUp instanceof SignInFailure) throw steppedUp;
        return steppedUp;
      });
    },
  );
}

async function verifyPassword(
  { database }: IdentityDeps,
  owner: { accountId: string; userId: string },
  password: string,
): Promise<void> {
  const user = await findUser(database, owner);
  if (user !== undefined && user.totpSecret !== null) throw new SignInFailure("code_required");
  if (!(await isPassword(user?.passwordHash ?? null, password))) throw new SignInFailure("wrong_password");
}

/** Records the step-up of the session of a request. */
export async function confirm({ tx, nowMs }: UnitOfWork, request: FastifyRequest): Promise<StepUpResult> {
  const { accountId, session: calling } = getSessionCaller(request);
  await confirmSession(tx, { id: calling.id, accountId }, nowMs);
  return { stepUpExpiresAt: formatInstant(steppedUpUntilMs(nowMs, nowMs) ?? nowMs) };
}
