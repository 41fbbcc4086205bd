import { ChangePasswordSchema, DomainError, PortalSessionSchema, ProfileSchema } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { tooManyAttempts } from "../../http/throttle.ts";
import { assertStrongPassword } from "../credentials/password-strength.ts";
import { hashPassword, isPassword } from "../credentials/passwords.ts";
import { describeSession } from "../sessions/session-view.ts";
import { endSessionsOfUser } from "../sessions/store.ts";
import { SignInFailure } from "../sign-in/failure.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";
import { consumeTokens } from "../sign-in/throttle-store.ts";
import { auditCredentialChange, auditUserAction } from "../users/audit.ts";
import { updatePassword, updateProfile } from "../users/credentials.ts";
import { toEmailConflict } from "../users/email-conflict.ts";
import { findUser, normalizeEmail } from "../users/store.ts";

/** Registers the routes for name, email address and password of the calling user. */
export function registerProfileRoutes(app: App, deps: IdentityDeps): void {
  registerProfile(app, deps);
  registerPassword(app, deps);
}

function registerProfile(app: App, deps: IdentityDeps): void {
  const { database, clock } = deps;
  app.put(
    "/portal/profile",
    {
      // The email address is a sign-in credential.
      config: { access: { roles: [] }, stepUp: true, allAccounts: true },
      schema: { body: ProfileSchema, response: { 200: PortalSessionSchema } },
    },
    async (request) => {
      const { accountId, id, session: calling } = getSessionCaller(request);
      await checkEmailChange(deps, { accountId, id }, request.body.email);
      const change = runUnitOfWork(database, clock.nowMs(), async (unit) => {
        await updateProfile(unit.tx, { id }, request.body);
        await auditUserAction(unit, request, { action: "user.profile_changed", details: { name: request.body.name } });
        const { steppedUpUntilMs, isSso } = calling;
        return describeSession(unit.tx, { accountId, userId: id, steppedUpUntilMs, isSso });
      });
      return change.catch((error: unknown) => {
        throw toEmailConflict(error);
      });
    },
  );
}

/** Limit of attempts to set a first email address, because the response reveals whether an address is in use. */
const firstEmails = { burst: 3, perMinute: 3 / (24 * 60) };

/**
 * Allows a user without an email address to set one, with three attempts a day, and rejects changes. Addresses are unique across all
 * accounts, so unlimited changes would reveal which addresses are in use.
 */
async function checkEmailChange(
  { database, clock }: IdentityDeps,
  { accountId, id }: { accountId: string; id: string },
  email: string,
): Promise<void> {
  const user = await findUser(database, { accountId, userId: id });
  if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  if (user.email === normalizeEmail(email)) return;
  if (user.email !== null) {
    throw new DomainError("STATE_INVALID", {
      detail: "Your email address cannot be changed. Ask an owner to invite the new address and remove this user.",
    });
  }
  const person = { name: `first address ${id}`, ...firstEmails };
  const { refusedBy, waitMs } = await consumeTokens(database, { networks: [], person }, clock.nowMs());
  if (refusedBy !== null) throw tooManyAttempts("to set an email address", waitMs);
}

function registerPassword(app: App, { database, clock, attempts }: IdentityDeps): void {
  app.put(
    "/portal/security/password",
    { config: { access: { roles: [] }, allAccounts: true }, schema: { body: ChangePasswordSchema } },
    async (request, reply) => {
      const { accountId, id: userId, session: calling } = getSessionCaller(request);
      const { password, current } = request.body;
      if (current === undefined && calling.steppedUpUntilMs === null) throw new DomainError("STEP_UP_REQUIRED");
      const change = async (): Promise<void> => {
        const user = await findUser(database, { accountId, userId });
        if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
        // With a second factor, the old password alone is not sufficient.
        if (user.totpSecret !== null && calling.steppedUpUntilMs === null) throw new DomainError("STEP_UP_REQUIRED");
        if (current !== undefined && !(await isPassword(user.passwordHash, current))) {
          throw new SignInFailure("wrong_password", { detail: "The current password is incorrect." });
        }
        await assertStrongPassword(password, user);
        const passwordHash = await hashPassword(password);
        await runUnitOfWork(database, clock.nowMs(), async (unit) => {
          const locked = await findUser(unit.tx, { accountId, userId }, { lock: true });
          // Hashing is slow. A concurrent password change, perhaps against an attacker, must not be overwritten.
          if (locked?.passwordHash !== user.passwordHash) {
            throw new DomainError("CONFLICT", {
              detail: "The password was changed by another request. Nothing was changed.",
            });
          }
          await updatePassword(unit.tx, user, passwordHash);
          // Ends other sessions, which someone with the old password may have opened.
          await endSessionsOfUser(unit.tx, userId, calling.id);
          await auditCredentialChange(unit, request, { action: "user.password_changed" });
        });
      };
      await attempts.confirm({ request, reply, method: "password_change" }, change);
      return reply.code(204).send();
    },
  );
}
