import type { Database } from "@wayfare/database";
import { Type } from "typebox";
import type { Clock } from "../clock.ts";
import type { App } from "../http/app-type.ts";
import { ProblemError } from "../http/problem.ts";
import { renderPage } from "../pages/page.ts";
import { burnSignInLink } from "./links.ts";
import { signInScript } from "./script.ts";

interface SignInParts {
  database: Database;
  clock: Clock;
  onFirstSignIn?: () => void;
}

const page = `<h1>Sign in</h1>
<p>This link works once.</p>
<p><button type="button" id="sign-in" hidden>Sign in</button></p>
<p id="outcome" role="status">The link carries its token behind a #, which this page reads with JavaScript.</p>
<script src="/assets/sign-in.js" defer></script>`;

/** The page of the one-time link, and what its button posts to. The token stays out of every URL that is sent. */
export function registerSignIn(app: App, parts: SignInParts): void {
  app.get("/sign-in", { config: { access: "public" } }, async (_request, reply) => {
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(renderPage("Sign in", page));
  });
  app.get("/assets/sign-in.js", { config: { access: "public" } }, async (_request, reply) => {
    return reply.type("text/javascript; charset=utf-8").send(signInScript);
  });
  app.post(
    "/sign-in",
    {
      config: { access: "public" },
      schema: {
        body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
      },
    },
    async (request) => {
      const accountId = await burnSignInLink(parts.database, request.body.token, parts.clock.nowMs());
      if (accountId === undefined)
        throw new ProblemError("NOT_FOUND", { detail: "The link is unknown, used or too old." });
      parts.onFirstSignIn?.();
      return { signedIn: true };
    },
  );
}
