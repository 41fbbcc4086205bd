import { ConfirmTotpSchema, DomainError, NewTotpSchema, RecoveryCodesSchema } from "@wayfare/contract";
import { runUnit, type Unit } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { replaceRecoveryCodes } from "../credentials/recovery-codes.ts";
import { findTotpStep, makeTotpSecret } from "../credentials/totp.ts";
import { SignInFailure } from "../sign-in/failure.ts";
import type { IdentityParts } from "../sign-in/identity-parts.ts";
import { auditPeople } from "../users/audit.ts";
import { acceptTotp, proposeTotp, removeTotp, tryOpen } from "../users/credentials.ts";
import { findUser, type UserRecord } from "../users/store.ts";

const config = { access: { roles: [] }, stepUp: true } as const;

/** Adding and removing an authenticator. */
export function registerTotpRoutes(app: App, { database, clock, box, attempts }: IdentityParts): void {
  const change = <T>(request: FastifyRequest, work: (unit: Unit, user: UserRecord) => Promise<T>): Promise<T> =>
    runUnit(database, clock.nowMs(), async (unit) => work(unit, await takeSelf(unit, request)));
  app.post("/portal/security/totp", { config, schema: { response: { 200: NewTotpSchema } } }, (request) =>
    change(request, async (unit, user) => {
      if (user.totpSecret !== null) {
        throw new DomainError("STATE_INVALID", { detail: "There is an authenticator already; remove it first." });
      }
      const made = makeTotpSecret(user.email ?? user.id);
      await proposeTotp(unit.session, user, box.seal(made.secret));
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
            throw new DomainError("STATE_INVALID", { detail: "No authenticator waits to be confirmed." });
          }
          const secret = tryOpen(box, user.totpPending);
          if (secret === null) {
            const detail = "The secret of this authenticator can no longer be read. Add the authenticator again.";
            throw new DomainError("STATE_INVALID", { detail });
          }
          const step = findTotpStep(secret, request.body.code, unit.nowMs);
          if (step === null) throw new SignInFailure("wrong_code", { detail: "The code is not right." });
          await acceptTotp(unit.session, user, step);
          await auditPeople(unit, request, { action: "user.totp_added" });
          return { recoveryCodes: await replaceRecoveryCodes(unit.session, user.id) };
        }),
      ),
  );
  app.delete("/portal/security/totp", { config }, async (request, reply) => {
    await change(request, async (unit, user) => {
      await removeTotp(unit.session, user);
      if (user.totpSecret !== null) await auditPeople(unit, request, { action: "user.totp_removed" });
    });
    return reply.code(204).send();
  });
}

/** The user who calls, held until the transaction ends. */
async function takeSelf({ session }: Unit, request: FastifyRequest): Promise<UserRecord> {
  const { accountId, id: userId } = getSessionCaller(request);
  const user = await findUser(session, { accountId, userId }, { lock: true });
  if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  return user;
}
