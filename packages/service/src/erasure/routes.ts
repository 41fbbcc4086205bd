import { EraseAccountSchema, ErasureSchema, idPattern, ref, UserParamsSchema } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { Type } from "typebox";
import { actorOf } from "../audit/actor.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { lockTeam } from "../identity/team/members.ts";
import { getCustomer, type OperatorAccountDeps } from "../operator/accounts/customers.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { eraseAccount, getAccountErasure, previewAccountErasure } from "./account-erasure.ts";
import { eraseUser } from "./user-erasure.ts";

const kinds = { environments: ["service"], applicationKeys: "refused" } as const;
const read = { access: ["accounts.read"], ...kinds } as const;
const write = { access: ["accounts.write"], ...kinds, stepUp: true } as const;
const tags = ["Operators"];
const accountId = Type.String({
  pattern: `^${idPattern("acct")}$`,
  description: "Id of the account.",
  examples: ["acct_01kahz2j7p3v8c5m9n4q6r7s8t"],
});
const userId = Type.String({
  pattern: `^${idPattern("usr")}$`,
  description: "Id of the user.",
  examples: ["usr_01kahz2j7p3v8c5m9n4q6r7s8t"],
});
const params = Type.Object({ id: accountId });
const userParams = Type.Object({ id: accountId, userId });
const problems = ["AUTH_ENVIRONMENT_MISMATCH", "NOT_FOUND"] as const;
const accepted = { ...ref(ErasureSchema), description: "The erasure, which runs in the background." };

type RouteDeps = ResourceDeps & Pick<OperatorAccountDeps, "billing" | "mailer" | "publicUrl">;

/** Registers the routes that erase personal data of accounts and users. */
export function registerErasureRoutes(app: App, deps: RouteDeps): void {
  registerAccountErasure(app, deps);
  registerErasureStatus(app, deps);
  registerUserErasure(app, deps);
  registerMemberErasure(app, deps);
}

function registerAccountErasure(
  app: App,
  { database, clock, secrets, billing, mailer, publicUrl, accessCache }: RouteDeps,
): void {
  const accounts = { secrets, billing, mailer, publicUrl, invalidate: (id: string) => accessCache.invalidate(id) };
  app.post(
    "/v1/operator/accounts/:id/erase",
    {
      config: write,
      schema: {
        operationId: "eraseCustomerAccount",
        tags,
        summary: "Erase an account",
        description:
          "Erases the personal data of an account in every table. Invoices, the ledger, bookings' amounts and counts of usage stay, without names, addresses, tax ids and texts. The account must be closed; one that is not is closed at once if `confirmName` is its name. The erasure runs in the background, within seconds for most rows, and continues after a crash. Repeating it runs it again. It cannot be undone. With `dryRun`, returns the number of rows and changes nothing. Returns 409 for the account of the operators, without the confirmation, and while orders at suppliers are not settled.",
        params,
        body: ref(EraseAccountSchema),
        response: {
          200: { ...ref(ErasureSchema), description: "With `dryRun`: the rows that would be erased." },
          202: accepted,
          ...problemResponses([...problems, ...bodyProblems, "STATE_INVALID"]),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { confirmName, dryRun = false } = request.body;
      if (dryRun) return previewAccountErasure({ tx: database.reads, wallMs: clock.nowMs() }, id);
      const erasure = await runUnitOfWork(database, clock.nowMs(), (unit) => {
        return eraseAccount(unit, accounts, { accountId: id, actor: actorOf(request) }, { confirmName });
      });
      return reply.code(202).send(erasure);
    },
  );
}

function registerErasureStatus(app: App, { database, clock }: RouteDeps): void {
  app.get(
    "/v1/operator/accounts/:id/erase",
    {
      config: read,
      schema: {
        operationId: "getCustomerAccountErasure",
        tags,
        summary: "Get the erasure of an account",
        description:
          "Returns the status of the erasure of an account and the number of rows that were erased so far. Returns 404 if the account was not erased.",
        params,
        response: { 200: ref(ErasureSchema), ...problemResponses(problems) },
      },
    },
    (request) => getAccountErasure({ tx: database, wallMs: clock.nowMs() }, request.params.id),
  );
}

function registerUserErasure(app: App, { database, clock }: RouteDeps): void {
  app.post(
    "/v1/operator/accounts/:id/users/:userId/erase",
    {
      config: write,
      schema: {
        operationId: "eraseCustomerUser",
        tags,
        summary: "Erase a user",
        description:
          "Removes a user of an account, if that has not been done, and erases the user's name, email address, credentials, sessions, and IP addresses in the audit and request logs. The id stays in the audit log. The erasure runs in the background. Returns 409 for the last owner of an account: erase the account instead.",
        params: userParams,
        body: noBody,
        response: { 202: accepted, ...problemResponses([...problems, ...bodyProblems, "STATE_INVALID"]) },
      },
    },
    async (request, reply) => {
      const { id, userId: erased } = request.params;
      const erasure = await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        await getCustomer(unit, id);
        return eraseUser(unit, { accountId: id, userId: erased }, actorOf(request));
      });
      return reply.code(202).send(erasure);
    },
  );
}

/** Lets owners erase a member of their account. */
function registerMemberErasure(app: App, { database, clock }: RouteDeps): void {
  app.post(
    "/portal/team/:id/erase",
    { config: { access: { roles: ["owner"] }, stepUp: true }, schema: { params: UserParamsSchema, body: noBody } },
    async (request, reply) => {
      const { accountId: owned, id: ownerId } = getCaller(request);
      await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        await lockTeam(unit.tx, { accountId: owned, userId: ownerId });
        await eraseUser(unit, { accountId: owned, userId: request.params.id }, actorOf(request));
      });
      return reply.code(204).send();
    },
  );
}
