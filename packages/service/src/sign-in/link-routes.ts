import { LinkSignInSchema, PortalSessionSchema } from "@wayfare/contract";
import { ownOriginOnly } from "../access/own-origin.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { ProblemError } from "../http/problem.ts";
import { runUnit } from "../http/unit.ts";
import type { PortalParts } from "../portal/parts.ts";
import { burnSignInLink } from "./links.ts";
import { makeSession } from "./make-session.ts";

/** Signs in with a one-time link. Its token comes in the body: an address that is sent holds none. */
export function registerLinkSignIn(app: App, { database, clock, publicUrl, cookie, onFirstSignIn }: PortalParts): void {
  app.post(
    "/portal/session/link",
    {
      config: { access: "public" },
      onRequest: ownOriginOnly(publicUrl),
      schema: {
        body: LinkSignInSchema,
        response: { 200: PortalSessionSchema, ...answers([...bodyProblems, "ORIGIN_REFUSED", "NOT_FOUND"]) },
      },
    },
    async (request, reply) => {
      const signedIn = await runUnit(database, clock.nowMs(), async (unit) => {
        const user = await burnSignInLink(unit.session, request.body.token, unit.nowMs);
        if (user === undefined) {
          throw new ProblemError("NOT_FOUND", { detail: "The link is unknown, used or too old." });
        }
        return makeSession(unit, { request, reply, cookie }, { user, method: "link" });
      });
      onFirstSignIn?.();
      return signedIn;
    },
  );
}
