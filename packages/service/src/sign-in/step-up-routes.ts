import { formatInstant, type SteppedUp, SteppedUpSchema, StepUpSchema } from "@wayfare/contract";
import type { FastifyRequest } from "fastify";
import { getSessionCaller } from "../access/caller.ts";
import type { App } from "../http/app-type.ts";
import { ProblemError } from "../http/problem.ts";
import { runUnit, type Unit } from "../http/unit.ts";
import type { PortalParts } from "../portal/parts.ts";
import { steppedUpUntilMs } from "../sessions/lifetime.ts";
import { confirmSession } from "../sessions/store.ts";
import { takeCode } from "../users/credentials.ts";
import { findUser } from "../users/store.ts";
import { isPassword } from "./passwords.ts";

/** Confirms that whoever sits at a session is its user, with a password or a code. */
export function registerStepUp(app: App, parts: PortalParts): void {
  const { database, clock, guessing } = parts;
  app.post(
    "/portal/step-up",
    { config: { access: { roles: [] } }, schema: { body: StepUpSchema, response: { 200: SteppedUpSchema } } },
    (request) => {
      const { password, code } = request.body;
      return guessing.ofPerson(getSessionCaller(request).id, async () => {
        // Outside a transaction: comparing takes long.
        if (code === undefined) await refuseWrongPassword(parts, request, password ?? "");
        return runUnit(database, clock.nowMs(), async (unit) => {
          if (code !== undefined) await refuseWrongCode(unit, parts, request, code);
          return confirm(unit, request);
        });
      });
    },
  );
}

async function refuseWrongPassword({ database }: PortalParts, request: FastifyRequest, password: string) {
  const { accountId, id: userId } = getSessionCaller(request);
  const user = await findUser(database, { accountId, userId });
  if (!(await isPassword(user?.passwordHash ?? null, password))) throw new ProblemError("SIGN_IN_FAILED");
}

async function refuseWrongCode(
  { session, nowMs }: Unit,
  { box }: PortalParts,
  request: FastifyRequest,
  code: string,
): Promise<void> {
  const { accountId, id: userId } = getSessionCaller(request);
  const user = await findUser(session, { accountId, userId }, { lock: true });
  if (user === undefined || !(await takeCode(session, box, { user, code, nowMs }))) {
    throw new ProblemError("SIGN_IN_FAILED");
  }
}

/** Notes that the session of a request has been confirmed. */
export async function confirm({ session, nowMs }: Unit, request: FastifyRequest): Promise<SteppedUp> {
  const { accountId, session: calling } = getSessionCaller(request);
  await confirmSession(session, { id: calling.id, accountId }, nowMs);
  return { steppedUpUntil: formatInstant(steppedUpUntilMs(nowMs, nowMs) ?? nowMs) };
}
