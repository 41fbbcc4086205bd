import { DomainError, LinkSignInSchema, PortalSessionSchema } from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app-type.ts";
import { bodyProblems, problemResponses } from "../../http/problem-responses.ts";
import { sameOriginOnly } from "../../http/same-origin.ts";
import { isEmailInUse } from "../users/email-conflict.ts";
import type { UserRecord } from "../users/store.ts";
import { acceptAsNewUser } from "./accept-invitation.ts";
import { createSession } from "./create-session.ts";
import type { IdentityDeps } from "./identity-deps.ts";
import { consumeSignInLink } from "./links.ts";

/** Registers sign-in with a one-time link. The token is sent in the body, so that no URL contains it. */
export function registerLinkSignIn(app: App, deps: IdentityDeps): void {
  const { database, clock, publicUrl, cookie, attempts, onFirstSignIn } = deps;
  app.post(
    "/portal/session/link",
    {
      config: { access: "public" },
      onRequest: sameOriginOnly(publicUrl),
      schema: {
        body: LinkSignInSchema,
        response: {
          200: PortalSessionSchema,
          ...problemResponses([
            ...bodyProblems,
            "ORIGIN_REFUSED",
            "NOT_FOUND",
            "INVITATION_SIGN_IN_REQUIRED",
            "RATE_LIMITED",
          ]),
        },
      },
    },
    async (request, reply) => {
      const signedIn = await attempts.signIn({ request, reply, method: "link" }, null, () => {
        const signIn = runUnitOfWork(database, clock.nowMs(), async (unit) => {
          const { id: userId, accountId } = await consumeToken(unit, request, request.body.token);
          return createSession(unit, { request, reply, cookie }, { userId, accountId, method: "link" });
        });
        return signIn.catch((error: unknown) => {
          // Another invitation to the address created the user at the same time.
          throw isEmailInUse(error) ? new DomainError("INVITATION_SIGN_IN_REQUIRED") : error;
        });
      });
      onFirstSignIn();
      return signedIn;
    },
  );
}

/** Returns the member whom a sign-in link or an invitation signs in. */
async function consumeToken(unit: UnitOfWork, request: FastifyRequest, token: string): Promise<UserRecord> {
  return (await consumeSignInLink(unit.tx, token, unit.nowMs)) ?? acceptAsNewUser(unit, request, token);
}
