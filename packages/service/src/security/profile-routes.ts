import { ChangePasswordSchema, PortalSessionSchema, ProfileSchema } from "@wayfare/contract";
import { getSessionCaller } from "../access/caller.ts";
import type { App } from "../http/app-type.ts";
import { ProblemError } from "../http/problem.ts";
import { runUnit } from "../http/unit.ts";
import type { PortalParts } from "../portal/parts.ts";
import { describeSession } from "../sessions/session-view.ts";
import { endSessionsOf } from "../sessions/store.ts";
import { hashPassword, isPassword } from "../sign-in/passwords.ts";
import { auditPeople } from "../users/audit.ts";
import { updatePassword, updateProfile } from "../users/credentials.ts";
import { findUser } from "../users/store.ts";
import { describeTakenEmail } from "../users/taken-email.ts";

/** A user's own name, e-mail address and password. */
export function registerProfileRoutes(app: App, parts: PortalParts): void {
  registerProfile(app, parts);
  registerPassword(app, parts);
}

function registerProfile(app: App, { database, clock }: PortalParts): void {
  app.put(
    "/portal/profile",
    {
      // The address is what one signs in with.
      config: { access: { roles: [] }, stepUp: true },
      schema: { body: ProfileSchema, response: { 200: PortalSessionSchema } },
    },
    async (request) => {
      const { accountId, id, session: calling } = getSessionCaller(request);
      const change = runUnit(database, clock.nowMs(), async (unit) => {
        await updateProfile(unit.session, { id, accountId }, request.body);
        await auditPeople(unit, request, { action: "user.profile_changed", details: { name: request.body.name } });
        return describeSession(unit.session, { accountId, userId: id, steppedUpUntilMs: calling.steppedUpUntilMs });
      });
      return change.catch((error: unknown) => {
        throw describeTakenEmail(error);
      });
    },
  );
}

function registerPassword(app: App, { database, clock, guessing }: PortalParts): void {
  app.put(
    "/portal/security/password",
    { config: { access: { roles: [] } }, schema: { body: ChangePasswordSchema } },
    async (request, reply) => {
      const { accountId, id: userId, session: calling } = getSessionCaller(request);
      const { password, current } = request.body;
      if (current === undefined && calling.steppedUpUntilMs === null) throw new ProblemError("STEP_UP_REQUIRED");
      const change = async (): Promise<void> => {
        const user = await findUser(database, { accountId, userId });
        if (user === undefined) throw new ProblemError("SIGN_IN_REQUIRED");
        if (current !== undefined && !(await isPassword(user.passwordHash, current))) {
          throw new ProblemError("SIGN_IN_FAILED", { detail: "The current password is not right." });
        }
        const passwordHash = await hashPassword(password);
        await runUnit(database, clock.nowMs(), async (unit) => {
          const held = await findUser(unit.session, { accountId, userId }, { lock: true });
          // Hashing takes long: whoever had the new one set meanwhile, perhaps against a thief, must not see it undone.
          if (held?.passwordHash !== user.passwordHash) {
            throw new ProblemError("CONFLICT", { detail: "The password was changed meanwhile." });
          }
          await updatePassword(unit.session, user, passwordHash);
          // Whoever knew the old one may sit at another.
          await endSessionsOf(unit.session, { accountId, userId }, calling.id);
          await auditPeople(unit, request, { action: "user.password_changed" });
        });
      };
      await guessing.ofPerson(userId, change);
      return reply.code(204).send();
    },
  );
}
