import { LinkSignInSchema, PortalSessionSchema } from "@wayfare/contract";
import { runUnit, type Unit } from "@wayfare/database";
import { addressOf } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";
import { writeAuditEvent } from "../../audit/store.ts";
import { answers, bodyProblems } from "../../http/answers.ts";
import type { App } from "../../http/app-type.ts";
import { ownOriginOnly } from "../../http/own-origin.ts";
import { acceptInvitation } from "../users/invitations.ts";
import type { UserRecord } from "../users/store.ts";
import { describeTakenEmail } from "../users/taken-email.ts";
import { SignInFailure } from "./failure.ts";
import type { IdentityParts } from "./identity-parts.ts";
import { burnSignInLink } from "./links.ts";
import { makeSession } from "./make-session.ts";

/** Signs in with a one-time link. Its token comes in the body: an address that is sent holds none. */
export function registerLinkSignIn(app: App, parts: IdentityParts): void {
  const { database, clock, publicUrl, cookie, attempts, onFirstSignIn } = parts;
  app.post(
    "/portal/session/link",
    {
      config: { access: "public" },
      onRequest: ownOriginOnly(publicUrl),
      schema: {
        body: LinkSignInSchema,
        response: {
          200: PortalSessionSchema,
          ...answers([...bodyProblems, "ORIGIN_REFUSED", "NOT_FOUND", "RATE_LIMITED"]),
        },
      },
    },
    async (request, reply) => {
      const signedIn = await attempts.signIn({ request, reply, method: "link" }, null, () => {
        const signIn = runUnit(database, clock.nowMs(), async (unit) => {
          const user = await burnToken(unit, request, request.body.token);
          return makeSession(unit, { request, reply, cookie }, { user, method: "link" });
        });
        return signIn.catch((error: unknown) => {
          throw describeTakenEmail(error);
        });
      });
      onFirstSignIn();
      return signedIn;
    },
  );
}

async function burnToken(unit: Unit, request: FastifyRequest, token: string): Promise<UserRecord> {
  const { session, nowMs } = unit;
  const known = await burnSignInLink(session, token, nowMs);
  if (known !== undefined) return known;
  const joined = await acceptInvitation(session, token, nowMs);
  if (joined === undefined) {
    throw new SignInFailure("unknown_link", {
      detail: "The link is unknown, used, replaced by a newer one or too old.",
    });
  }
  const { id, accountId, email, role } = joined;
  await writeAuditEvent(session, {
    accountId,
    environment: null,
    action: "user.joined",
    actor: { kind: "user", id, address: addressOf(request), requestId: request.id },
    subject: { kind: "user", id },
    details: { email, role },
    nowMs,
  });
  return joined;
}
