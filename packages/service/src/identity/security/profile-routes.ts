import { ChangePasswordSchema, DomainError, PortalSessionSchema, ProfileSchema } from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { tooManyAttempts } from "../../http/throttle.ts";
import { hashPassword, isPassword } from "../credentials/passwords.ts";
import { describeSession } from "../sessions/session-view.ts";
import { endSessionsOf } from "../sessions/store.ts";
import { SignInFailure } from "../sign-in/failure.ts";
import type { IdentityParts } from "../sign-in/identity-parts.ts";
import { consumeTokens } from "../sign-in/throttle-store.ts";
import { auditPeople } from "../users/audit.ts";
import { updatePassword, updateProfile } from "../users/credentials.ts";
import { findUser, normalizeEmail } from "../users/store.ts";
import { describeTakenEmail } from "../users/taken-email.ts";

/** A user's own name, e-mail address and password. */
export function registerProfileRoutes(app: App, parts: IdentityParts): void {
  registerProfile(app, parts);
  registerPassword(app, parts);
}

function registerProfile(app: App, parts: IdentityParts): void {
  const { database, clock } = parts;
  app.put(
    "/portal/profile",
    {
      // The address is what one signs in with.
      config: { access: { roles: [] }, stepUp: true },
      schema: { body: ProfileSchema, response: { 200: PortalSessionSchema } },
    },
    async (request) => {
      const { accountId, id, session: calling } = getSessionCaller(request);
      await refuseNewEmail(parts, { accountId, id }, request.body.email);
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

/** Addresses that a user without one may try: the answer tells apart whether one is taken. */
const firstEmails = { burst: 3, perMinute: 3 / (24 * 60) };

/**
 * Addresses are unique over all accounts, so that a user who could change theirs at will could find out who else is here. A user without an
 * address sets one, with three attempts a day; from then on every other address is refused alike.
 */
async function refuseNewEmail(
  { database, clock }: IdentityParts,
  { accountId, id }: { accountId: string; id: string },
  email: string,
): Promise<void> {
  const user = await findUser(database, { accountId, userId: id });
  if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  if (user.email === normalizeEmail(email)) return;
  if (user.email !== null) {
    throw new DomainError("STATE_INVALID", {
      detail: "Your e-mail address cannot be changed. An owner can invite the new address and remove this user.",
    });
  }
  const person = { name: `first address ${id}`, ...firstEmails };
  const { refusedBy, waitMs } = await consumeTokens(database, { networks: [], person }, clock.nowMs());
  if (refusedBy !== null) throw tooManyAttempts("to set an address", waitMs);
}

function registerPassword(app: App, { database, clock, attempts }: IdentityParts): void {
  app.put(
    "/portal/security/password",
    { config: { access: { roles: [] } }, schema: { body: ChangePasswordSchema } },
    async (request, reply) => {
      const { accountId, id: userId, session: calling } = getSessionCaller(request);
      const { password, current } = request.body;
      if (current === undefined && calling.steppedUpUntilMs === null) throw new DomainError("STEP_UP_REQUIRED");
      const change = async (): Promise<void> => {
        const user = await findUser(database, { accountId, userId });
        if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
        // The old password alone is not enough where there is a second factor.
        if (user.totpSecret !== null && calling.steppedUpUntilMs === null) throw new DomainError("STEP_UP_REQUIRED");
        if (current !== undefined && !(await isPassword(user.passwordHash, current))) {
          throw new SignInFailure("wrong_password", { detail: "The current password is not right." });
        }
        const passwordHash = await hashPassword(password);
        await runUnit(database, clock.nowMs(), async (unit) => {
          const held = await findUser(unit.session, { accountId, userId }, { lock: true });
          // Hashing takes long: whoever had the new one set meanwhile, perhaps against a thief, must not see it undone.
          if (held?.passwordHash !== user.passwordHash) {
            throw new DomainError("CONFLICT", { detail: "The password was changed meanwhile." });
          }
          await updatePassword(unit.session, user, passwordHash);
          // Whoever knew the old one may sit at another.
          await endSessionsOf(unit.session, { accountId, userId }, calling.id);
          await auditPeople(unit, request, { action: "user.password_changed" });
        });
      };
      await attempts.confirm({ request, reply, method: "password_change" }, change);
      return reply.code(204).send();
    },
  );
}
