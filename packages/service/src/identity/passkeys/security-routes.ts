import {
  DomainError,
  formatInstant,
  NewPasskeySchema,
  notFound,
  PasskeyParamsSchema,
  PasskeySchema,
  type PortalPasskey,
} from "@wayfare/contract";
import { isUniqueViolation, runUnitOfWork } from "@wayfare/database";
import { Type } from "typebox";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";
import { auditCredentialChange } from "../users/audit.ts";
import { findUser } from "../users/store.ts";
import { consumeChallenge, insertChallenge } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";
import { deletePasskey, insertPasskey, listPasskeys, type PasskeyRecord } from "./store.ts";

const config = { access: { roles: [] }, stepUp: true, allAccounts: true } as const;

/** Registers the routes for the passkeys of the calling user. */
export function registerPasskeyRoutes(app: App, deps: IdentityDeps, party: RelyingParty): void {
  const { database, clock } = deps;
  app.get(
    "/portal/security/passkeys",
    {
      config: { access: { roles: [] }, allAccounts: true },
      schema: { response: { 200: Type.Object({ data: Type.Array(PasskeySchema) }) } },
    },
    async (request) => {
      return { data: (await listPasskeys(database, getSessionCaller(request).id)).map(toWirePasskey) };
    },
  );
  registerNewPasskey(app, deps, party);
  app.delete(
    "/portal/security/passkeys/:id",
    { config, schema: { params: PasskeyParamsSchema } },
    async (request, reply) => {
      const { id: userId } = getSessionCaller(request);
      const { id } = request.params;
      await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        if (!(await deletePasskey(unit.tx, userId, id))) throw notFound("passkey", id);
        await auditCredentialChange(unit, request, { action: "user.passkey_removed", details: { passkeyId: id } });
      });
      return reply.code(204).send();
    },
  );
}

function registerNewPasskey(app: App, { database, clock }: IdentityDeps, party: RelyingParty): void {
  app.post("/portal/security/passkeys/options", { config }, async (request) => {
    const { accountId, id: userId, session } = getSessionCaller(request);
    const user = await findUser(database, { accountId, userId });
    if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
    const options = await party.createRegistrationOptions(user, await listPasskeys(database, userId));
    const binding = { purpose: "register", boundTo: session.id } as const;
    await insertChallenge(database, options.challenge, binding, clock.nowMs());
    return options;
  });
  app.post(
    "/portal/security/passkeys",
    { config, schema: { body: NewPasskeySchema, response: { 201: PasskeySchema } } },
    async (request, reply) => {
      const { id: userId, session: calling } = getSessionCaller(request);
      const { name, response } = request.body;
      const binding = { purpose: "register", boundTo: calling.id } as const;
      const credential = await party.verifyRegistration(response, (challenge) =>
        consumeChallenge(database, challenge, binding, clock.nowMs()),
      );
      if (credential === undefined)
        throw new DomainError("SIGN_IN_FAILED", { detail: "The passkey could not be verified and was not added." });
      const made = {
        userId,
        name,
        credentialId: Buffer.from(credential.id, "base64url"),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).filter((each) => /^[a-z-]{1,20}$/.test(each)).slice(0, 10),
      };
      const add = runUnitOfWork(database, clock.nowMs(), async (unit) => {
        const passkey = await insertPasskey(unit.tx, made, unit.nowMs);
        await auditCredentialChange(unit, request, {
          action: "user.passkey_added",
          details: { passkeyId: passkey.id, name },
        });
        return toWirePasskey(passkey);
      });
      const added = await add.catch((error: unknown) => {
        if (!isUniqueViolation(error, "passkeys_credential_id_key")) throw error;
        throw new DomainError("CONFLICT", { detail: "This passkey is already registered." });
      });
      return reply.code(201).send(added);
    },
  );
}

function toWirePasskey({ id, name, createdAtMs, lastUsedAtMs }: PasskeyRecord): PortalPasskey {
  const lastUsedAt = lastUsedAtMs === null ? null : formatInstant(lastUsedAtMs);
  return { id, name, createdAt: formatInstant(createdAtMs), lastUsedAt };
}
