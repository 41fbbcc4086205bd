import { DomainError, PasskeyAssertionSchema, PortalSessionSchema, StepUpResultSchema } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { sameOriginOnly } from "../../http/same-origin.ts";
import { hashToken, makeToken } from "../credentials/token.ts";
import { type HostCookie, makeHostCookie } from "../sessions/cookie.ts";
import { createSession } from "../sign-in/create-session.ts";
import { SignInFailure } from "../sign-in/failure.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";
import { confirm } from "../sign-in/step-up-routes.ts";
import { lockUser } from "../users/store.ts";
import { type ChallengeBinding, challengeMs, insertChallenge } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";
import { listPasskeys } from "./store.ts";
import { recordUse, verifyPasskey } from "./verify-passkey.ts";

/** Limit of an authenticator response; its schema allows three members of 10,000 characters. */
const maxResponseBytes = 48 * 1024;

const anyone = { access: { roles: [] } } as const;

/** Registers sign-in with a passkey. A secret in a cookie binds the challenge to the browser. */
export function registerPasskeySignIn(app: App, deps: IdentityDeps, party: RelyingParty): void {
  const { database, clock, publicUrl, attempts } = deps;
  const challengeCookie = makeHostCookie("wayfare_challenge", publicUrl);
  const open = {
    config: { access: "public", publicBody: { maxBytes: maxResponseBytes } },
    onRequest: sameOriginOnly(publicUrl),
  } as const;
  app.post("/portal/session/passkey/options", open, async (request, reply) => {
    const options = await party.createAuthenticationOptions([]);
    const secret = makeToken();
    const binding = { purpose: "sign_in", boundTo: hashOf(secret) } as const;
    await insertChallenge(database, options.challenge, binding, clock.nowMs());
    challengeCookie.write(request, reply, secret, challengeMs / 1000);
    return options;
  });
  const schema = { body: PasskeyAssertionSchema, response: { 200: PortalSessionSchema } };
  app.post("/portal/session/passkey", { ...open, schema }, (request, reply) =>
    attempts.signIn({ request, reply, method: "passkey" }, null, async () => {
      const verified = await verifyPasskey(deps, party, request.body.response, bindingOf(challengeCookie, request));
      challengeCookie.clear(request, reply);
      return runUnitOfWork(database, clock.nowMs(), async (unit) => {
        const user = await lockUser(unit.tx, verified.passkey.userId);
        if (user === undefined) throw new SignInFailure("wrong_passkey");
        await recordUse(unit, verified);
        return createSession(unit, { request, reply, cookie: deps.cookie }, { userId: user.id, method: "passkey" });
      });
    }),
  );
}

/** Registers step-up with a passkey. */
export function registerPasskeyStepUp(app: App, deps: IdentityDeps, party: RelyingParty): void {
  const { database, clock, attempts } = deps;
  const boundTo = (request: FastifyRequest): ChallengeBinding => {
    return { purpose: "step_up", boundTo: getSessionCaller(request).session.id };
  };
  app.post("/portal/step-up/passkey/options", { config: anyone }, async (request) => {
    const known = await listPasskeys(database, getSessionCaller(request).id);
    if (known.length === 0) throw new DomainError("STATE_INVALID", { detail: "You have no passkeys." });
    const options = await party.createAuthenticationOptions(known);
    await insertChallenge(database, options.challenge, boundTo(request), clock.nowMs());
    return options;
  });
  const schema = { body: PasskeyAssertionSchema, response: { 200: StepUpResultSchema } };
  app.post("/portal/step-up/passkey", { config: anyone, schema }, (request, reply) =>
    attempts.confirm({ request, reply, method: "passkey" }, async () => {
      const verified = await verifyPasskey(deps, party, request.body.response, boundTo(request));
      if (verified.passkey.userId !== getSessionCaller(request).id) throw new SignInFailure("wrong_passkey");
      return runUnitOfWork(database, clock.nowMs(), async (unit) => {
        await recordUse(unit, verified);
        return confirm(unit, request);
      });
    }),
  );
}

function bindingOf(challengeCookie: HostCookie, request: FastifyRequest): ChallengeBinding {
  const secret = challengeCookie.read(request);
  if (secret === undefined) throw new SignInFailure("wrong_passkey");
  return { purpose: "sign_in", boundTo: hashOf(secret) };
}

function hashOf(secret: string): string {
  return hashToken(secret).toString("hex");
}
