import { DomainError, PasskeyAnswerSchema, PortalSessionSchema, SteppedUpSchema } from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { ownOriginOnly } from "../../http/own-origin.ts";
import { hashToken, makeToken } from "../credentials/token.ts";
import { type HostCookie, makeHostCookie } from "../sessions/cookie.ts";
import { SignInFailure } from "../sign-in/failure.ts";
import type { IdentityParts } from "../sign-in/identity-parts.ts";
import { makeSession } from "../sign-in/make-session.ts";
import { confirm } from "../sign-in/step-up-routes.ts";
import { findUser } from "../users/store.ts";
import { type Challenged, challengeMs, keepChallenge } from "./challenges.ts";
import { noteUse, provePasskey } from "./prove.ts";
import type { RelyingParty } from "./relying-party.ts";
import { listPasskeys } from "./store.ts";

/** The answer of an authenticator; its schema lets three parts of 10,000 characters through. */
const maxAnswerBytes = 48 * 1024;

const anyone = { access: { roles: [] } } as const;

/** Signing in with a passkey. The browser keeps a secret meanwhile: an answer that was made for another is of no use. */
export function registerPasskeySignIn(app: App, parts: IdentityParts, party: RelyingParty): void {
  const { database, clock, publicUrl, attempts } = parts;
  const kept = makeHostCookie("wayfare_challenge", publicUrl);
  const open = {
    config: { access: "public", publicBody: { maxBytes: maxAnswerBytes } },
    onRequest: ownOriginOnly(publicUrl),
  } as const;
  app.post("/portal/session/passkey/options", open, async (request, reply) => {
    const options = await party.askForKnown([]);
    const secret = makeToken();
    const challenged = { purpose: "sign_in", boundTo: nameOf(secret) } as const;
    await keepChallenge(database, options.challenge, challenged, clock.nowMs());
    kept.write(request, reply, secret, challengeMs / 1000);
    return options;
  });
  const schema = { body: PasskeyAnswerSchema, response: { 200: PortalSessionSchema } };
  app.post("/portal/session/passkey", { ...open, schema }, (request, reply) =>
    attempts.signIn({ request, reply, method: "passkey" }, null, async () => {
      const proof = await provePasskey(parts, party, request.body.response, challengedBy(kept, request));
      kept.clear(request, reply);
      return runUnit(database, clock.nowMs(), async (unit) => {
        const user = await findUser(unit.session, proof.passkey, { lock: true });
        if (user === undefined) throw new SignInFailure("wrong_passkey");
        await noteUse(unit, proof);
        return makeSession(unit, { request, reply, cookie: parts.cookie }, { user, method: "passkey" });
      });
    }),
  );
}

/** Confirming a session with a passkey. */
export function registerPasskeyStepUp(app: App, parts: IdentityParts, party: RelyingParty): void {
  const { database, clock, attempts } = parts;
  const boundTo = (request: FastifyRequest): Challenged => {
    return { purpose: "step_up", boundTo: getSessionCaller(request).session.id };
  };
  app.post("/portal/step-up/passkey/options", { config: anyone }, async (request) => {
    const { accountId, id: userId } = getSessionCaller(request);
    const known = await listPasskeys(database, { accountId, userId });
    if (known.length === 0) throw new DomainError("STATE_INVALID", { detail: "You have no passkey." });
    const options = await party.askForKnown(known);
    await keepChallenge(database, options.challenge, boundTo(request), clock.nowMs());
    return options;
  });
  const schema = { body: PasskeyAnswerSchema, response: { 200: SteppedUpSchema } };
  app.post("/portal/step-up/passkey", { config: anyone, schema }, (request, reply) =>
    attempts.confirm({ request, reply, method: "passkey" }, async () => {
      const proof = await provePasskey(parts, party, request.body.response, boundTo(request));
      if (proof.passkey.userId !== getSessionCaller(request).id) throw new SignInFailure("wrong_passkey");
      return runUnit(database, clock.nowMs(), async (unit) => {
        await noteUse(unit, proof);
        return confirm(unit, request);
      });
    }),
  );
}

function challengedBy(kept: HostCookie, request: FastifyRequest): Challenged {
  const secret = kept.read(request);
  if (secret === undefined) throw new SignInFailure("wrong_passkey");
  return { purpose: "sign_in", boundTo: nameOf(secret) };
}

function nameOf(secret: string): string {
  return hashToken(secret).toString("hex");
}
