import {
  CreateSignUpInvitationSchema,
  DeletedSignUpInvitationSchema,
  idOf,
  type NewSignUpInvitation,
  NewSignUpInvitationSchema,
  ref,
  SignUpInvitationSchema,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { Type } from "typebox";
import { actorOf } from "../audit/actor.ts";
import type { App } from "../http/app-type.ts";
import { listQuery, listResponses, readCallerPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { type EffectResult, idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { type InvitationDeps, inviteToSignUp, readSignUpInvitations, withdrawSignUpInvitation } from "./invitations.ts";

const kinds = { environments: ["service"], applicationKeys: "refused" } as const;
const read = { access: ["accounts.read"], ...kinds } as const;
const write = { access: ["accounts.write"], ...kinds, stepUp: true } as const;
const tags = ["Operators"];
const params = Type.Object({ id: idOf("sgn", "Id of the invitation.") });
const problems = ["AUTH_ENVIRONMENT_MISMATCH"] as const;

/** Registers the routes with which operators invite customers to create accounts. */
export function registerSignUpInvitations(app: App, deps: ResourceDeps & InvitationDeps): void {
  registerList(app, deps);
  registerCreation(app, deps);
  registerWithdrawal(app, deps);
}

function registerList(app: App, { database, clock, cursors }: ResourceDeps): void {
  app.get(
    "/v1/operator/sign-up-invitations",
    {
      config: read,
      schema: {
        operationId: "listSignUpInvitations",
        tags,
        summary: "List sign-up invitations",
        description: "Lists the open invitations of customers, newest first, without their links.",
        querystring: listQuery({}),
        response: listResponses(SignUpInvitationSchema),
      },
    },
    (request) =>
      readCallerPage(cursors, request, (_caller, { afterId, limit }) =>
        readSignUpInvitations(database, { afterId, limit, nowMs: clock.nowMs() }),
      ),
  );
}

function registerCreation(app: App, { runIdempotent, ...deps }: ResourceDeps & InvitationDeps): void {
  app.post(
    "/v1/operator/sign-up-invitations",
    {
      config: { ...write, compress: false },
      schema: {
        operationId: "createSignUpInvitation",
        tags,
        summary: "Invite a customer",
        description:
          "Creates a link with which a customer creates an account on the plan of sign-ups (`SIGN_UP_PLAN`) and becomes its owner. It works once, for seven days, and is mailed to the recipient if the service sends mails. Older links of the address stop working. Returns 409 while sign-up is closed (`SIGN_UP`).",
        headers: idempotencyHeader,
        body: ref(CreateSignUpInvitationSchema),
        response: {
          201: { ...ref(NewSignUpInvitationSchema), description: "The invitation with its link." },
          ...problemResponses([...problems, ...bodyProblems, ...idempotencyProblems, "STATE_INVALID"]),
        },
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (unit): Promise<EffectResult<NewSignUpInvitation>> => {
        const { email } = request.body;
        const { invitation, secrets } = await inviteToSignUp(unit, deps, { email, actor: actorOf(request) });
        return { status: 201, body: invitation, secrets };
      }),
  );
}

function registerWithdrawal(app: App, { database, clock }: ResourceDeps): void {
  app.delete(
    "/v1/operator/sign-up-invitations/:id",
    {
      config: write,
      schema: {
        operationId: "deleteSignUpInvitation",
        tags,
        summary: "Withdraw a sign-up invitation",
        description: "Withdraws an open invitation. Its link stops working.",
        params,
        response: { 200: ref(DeletedSignUpInvitationSchema), ...problemResponses([...problems, "NOT_FOUND"]) },
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), (unit) =>
        withdrawSignUpInvitation(unit, { id: request.params.id, actor: actorOf(request) }),
      ),
  );
}
