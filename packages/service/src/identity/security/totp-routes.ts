import { ConfirmTotpSchema, DomainError, NewTotpSchema, RecoveryCodesSchema } from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { replaceRecoveryCodes } from "../credentials/recovery-codes.ts";
import { findTotpStep, makeTotpSecret } from "../credentials/totp.ts";
import { SignInFailure } from "../sign-in/failure.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";
import { auditCredentialChange } from "../users/audit.ts";
import { activateTotp, removeTotp, savePendingTotp, tryOpen } from "../users/credentials.ts";
import { findUser, type UserRecord } from "../users/store.ts";

const config = { access: { roles: [] }, stepUp: true, allAccounts: true } as const;

/** Registers the routes to add and remove an authenticator. */
export function registerTotpRoutes(app: App, { database, clock, box, attempts }: IdentityDeps): void {
  const change = <T>(request: FastifyRequest, work: (unit: UnitOfWork, user: UserRecord) => Promise<T>): Promise<T> =>
    runUnitOfWork(database, clock.nowMs(), async (unit) => work(unit, await lockCaller(unit, request)));
  app.post("/portal/security/totp", { config, schema: { response: { 200: NewTotpSchema } } }, (request) =>
    change(request, async (unit, user) => {
      if (user.totpSecret !== null) {
        throw new DomainError("STATE_INVALID", { detail: "An authenticator is already set up. Remove it first." });
      }
      const made = makeTotpSecret(user.email ?? user.id);
      await savePendingTotp(unit.tx, user, box.seal(made.secret));
      return made;
    }),
  );
  app.post(
    "/portal/security/totp/confirm",
    { config, schema: { body: ConfirmTotpSchema, response: { 200: RecoveryCodesSchema } } },
    (request, reply) =>
      attempts.confirm({ request, reply, method: "authenticator" }, () =>
        change(request, async (unit, user) => {
          if (user.totpPending === null) {
            throw new DomainError("STATE_INVALID", { detail: "No authenticator is pending confirmation." });
          }
          const secret = tryOpen(box, user.totpPending);
          if (secret === null) {
            const detail = "The authenticator secret cannot be decrypted. Set up the authenticator again.";
            throw new DomainError("STATE_INVALID", { detail });
          }
          const step = findTotpStep(secret, request.body.code, unit.nowMs);
          if (step === null) throw new SignInFailure("wrong_code", { detail: "The code is incorrect." });
          await activateTotp(unit.tx, user, step);
          await auditCredentialChange(unit, request, { action: "user.totp_added" });
          return { recoveryCodes: await replaceRecoveryCodes(unit.tx, user.id) };
        }),
      ),
  );
  app.delete("/portal/security/totp", { config }, async (request, reply) => {
    await change(request, async (unit, user) => {
      await removeTotp(unit.tx, user);
      if (user.totpSecret !== null) await auditCredentialChange(unit, request, { action: "user.totp_removed" });
    });
    return reply.code(204).send();
  });
}

/** Locks the calling user until the transaction ends. */
async function lockCaller({ tx }: UnitOfWork, request: FastifyRequest): Promise<UserRecord> {
  const { accountId, id: userId } = getSessionCaller(request);
  const user = await findUser(tx, { accountId, userId }, { lock: true });
  if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  return user;
}
