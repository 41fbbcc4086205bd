import { LinkSignInSchema, PortalSessionSchema } from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";
import { writeAuditEvent } from "../../audit/store.ts";
import type { App } from "../../http/app-type.ts";
import { bodyProblems, problemResponses } from "../../http/problem-responses.ts";
import { sameOriginOnly } from "../../http/same-origin.ts";
import { toEmailConflict } from "../users/email-conflict.ts";
import { acceptInvitation } from "../users/invitations.ts";
import type { UserRecord } from "../users/store.ts";
import { createSession } from "./create-session.ts";
import { SignInFailure } from "./failure.ts";
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
          ...problemResponses([...bodyProblems, "ORIGIN_REFUSED", "NOT_FOUND", "RATE_LIMITED"]),
        },
      },
    },
    async (request, reply) => {
      const signedIn = await attempts.signIn({ request, reply, method: "link" }, null, () => {
        const signIn = runUnitOfWork(database, clock.nowMs(), async (unit) => {
          const user = await consumeToken(unit, request, request.body.token);
          return createSession(unit, { request, reply, cookie }, { user, method: "link" });
        });
        return signIn.catch((error: unknown) => {
          throw toEmailConflict(error);
        });
      });
      onFirstSignIn();
      return signedIn;
    },
  );
}

async function consumeToken(unit: UnitOfWork, request: FastifyRequest, token: string): Promise<UserRecord> {
  const { tx, nowMs } = unit;
  const known = await consumeSignInLink(tx, token, nowMs);
  if (known !== undefined) return known;
  const joined = await acceptInvitation(tx, token, nowMs);
  if (joined === undefined) {
    throw new SignInFailure("unknown_link", {
      detail: "This sign-in link is unknown, expired, already used or replaced by a newer link.",
    });
  }
  const { id, accountId, email, role } = joined;
  await writeAuditEvent(tx, {
    accountId,
    environment: null,
    action: "user.joined",
    actor: { kind: "user", id, address: getClientAddress(request), requestId: request.id },
    subject: { kind: "user", id },
    details: { email, role },
    nowMs,
  });
  return joined;
}
