import { CreatePasswordResetSchema, PasswordResetSchema, ref } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { actorOf } from "../../audit/actor.ts";
import type { App } from "../../http/app-type.ts";
import { bodyProblems, problemResponses } from "../../http/problem-responses.ts";
import type { ResourceDeps } from "../../storage/resource-deps.ts";
import type { OperatorAccountDeps } from "./customers.ts";
import { resetCustomerPassword } from "./password-reset.ts";

/** Registers the route with which operators help users who have lost their password. */
export function registerOperatorPasswordReset(
  app: App,
  { database, clock, ...deps }: ResourceDeps & Pick<OperatorAccountDeps, "mailer" | "publicUrl">,
): void {
  app.post(
    "/v1/operator/password-resets",
    {
      config: {
        access: ["accounts.write"],
        environments: ["service"],
        applicationKeys: "refused",
        stepUp: true,
        compress: false,
      },
      schema: {
        operationId: "createPasswordReset",
        tags: ["Operators"],
        summary: "Reset a password",
        description:
          "Creates a one-time link with which a user of any account chooses a new password. If the service sends mails, the link is mailed to the user, is valid for an hour, and is not in the response; otherwise the response has it, for a day, and you pass it on. It ends all sessions of the user and does not sign in: an authenticator stays required. Returns 409 for members of the operators' account, and for users whose accounts all require single sign-on.",
        body: ref(CreatePasswordResetSchema),
        response: {
          201: { ...ref(PasswordResetSchema), description: "The link, or that it is mailed." },
          ...problemResponses(["AUTH_ENVIRONMENT_MISMATCH", ...bodyProblems, "NOT_FOUND", "STATE_INVALID"]),
        },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      const reset = await runUnitOfWork(database, clock.nowMs(), (unit) =>
        resetCustomerPassword(unit, deps, { email, actor: actorOf(request) }),
      );
      return reply.code(201).send(reset);
    },
  );
}
