import {
  ChangeCustomerAccountSchema,
  CloseAccountSchema,
  CreateCustomerAccountSchema,
  CustomerAccountSchema,
  closingDays,
  customerAccountQuery,
  idPattern,
  type NewCustomerAccount,
  NewCustomerAccountSchema,
  ref,
  SetAccountPlanSchema,
  SuspendAccountSchema,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { Type } from "typebox";
import { actorOf } from "../../audit/actor.ts";
import type { App } from "../../http/app-type.ts";
import { noBody } from "../../http/json-body.ts";
import { listQuery, listResponses, readCallerPage } from "../../http/pagination.ts";
import { bodyProblems, problemResponses } from "../../http/problem-responses.ts";
import { type EffectResult, idempotencyHeader, idempotencyProblems } from "../../storage/idempotency.ts";
import type { ResourceDeps } from "../../storage/resource-deps.ts";
import { listCustomers } from "../../tenancy/customer-store.ts";
import { createCustomer } from "./create-customer.ts";
import {
  closeCustomer,
  getCustomer,
  type OperatorAccountDeps,
  renameCustomer,
  resumeCustomer,
  suspendCustomer,
} from "./customers.ts";
import { changeCustomerPlan } from "./plan.ts";

const kinds = { environments: ["service"], applicationKeys: "refused" } as const;
const read = { access: ["accounts.read"], ...kinds } as const;
const write = { access: ["accounts.write"], ...kinds, stepUp: true } as const;
const tags = ["Operators"];
const params = Type.Object({
  id: Type.String({
    pattern: `^${idPattern("acct")}$`,
    description: "Id of the account.",
    examples: ["acct_01kahz2j7p3v8c5m9n4q6r7s8t"],
  }),
});
const problems = ["AUTH_ENVIRONMENT_MISMATCH"] as const;

type RouteDeps = ResourceDeps & Pick<OperatorAccountDeps, "billing" | "mailer" | "publicUrl">;

/** Registers the routes for the accounts of the deployment. Only operators and service keys of their account may call them. */
export function registerOperatorAccountRoutes(app: App, deps: RouteDeps): void {
  const { secrets, billing, mailer, publicUrl, accessCache } = deps;
  const accounts = { secrets, billing, mailer, publicUrl, invalidate: (id: string) => accessCache.invalidate(id) };
  registerReading(app, deps);
  registerCreation(app, deps, accounts);
  registerStates(app, deps, accounts);
  registerPlan(app, deps, accounts);
}

function registerReading(app: App, { database, clock, cursors }: RouteDeps): void {
  app.get(
    "/v1/operator/accounts",
    {
      config: read,
      schema: {
        operationId: "listCustomerAccounts",
        tags,
        summary: "List accounts",
        description: "Lists the accounts of the deployment, newest first, including closed ones.",
        querystring: listQuery(customerAccountQuery),
        response: listResponses(CustomerAccountSchema),
      },
    },
    (request) =>
      readCallerPage(cursors, request, (_caller, { filters, ...range }) =>
        listCustomers(database, { filter: filters, ...range, nowMs: clock.nowMs() }),
      ),
  );
  app.get(
    "/v1/operator/accounts/:id",
    {
      config: read,
      schema: {
        operationId: "getCustomerAccount",
        tags,
        summary: "Get an account",
        description: "Returns an account of the deployment with its status and plan.",
        params,
        response: { 200: ref(CustomerAccountSchema), ...problemResponses([...problems, "NOT_FOUND"]) },
      },
    },
    (request) => getCustomer({ tx: database, wallMs: clock.nowMs() }, request.params.id),
  );
}

function registerCreation(
  app: App,
  { runIdempotent, database, clock }: RouteDeps,
  accounts: OperatorAccountDeps,
): void {
  app.post(
    "/v1/operator/accounts",
    {
      config: { ...write, compress: false },
      schema: {
        operationId: "createCustomerAccount",
        tags,
        summary: "Create an account",
        description:
          "Creates an account and an invitation of its first owner. Send the link of the invitation to the owner; it works once, for seven days. A user of another account signs in to accept it. With `keys`, first keys of the account are created and returned, which is the only way in which a service key creates keys. With a paid `plan`, the subscription starts now and its first invoice is created. Returns 409 if the plan is retired or in another currency.",
        headers: idempotencyHeader,
        body: ref(CreateCustomerAccountSchema),
        response: {
          201: { ...ref(NewCustomerAccountSchema), description: "The account, the invitation and the keys." },
          ...problemResponses([...problems, ...bodyProblems, ...idempotencyProblems, "STATE_INVALID"]),
        },
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (unit): Promise<EffectResult<NewCustomerAccount>> => {
        const { account, secrets } = await createCustomer(unit, accounts, request.body, actorOf(request));
        return { status: 201, body: account, secrets };
      }),
  );
  app.patch(
    "/v1/operator/accounts/:id",
    {
      config: write,
      schema: {
        operationId: "changeCustomerAccount",
        tags,
        summary: "Change an account",
        description: "Changes the name of an account. Absent members keep their value.",
        params,
        body: ref(ChangeCustomerAccountSchema),
        response: {
          200: ref(CustomerAccountSchema),
          ...problemResponses([...problems, ...bodyProblems, "NOT_FOUND"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), (unit) => {
        const { name } = request.body;
        const customer = { accountId: request.params.id, actor: actorOf(request) };
        return name === undefined ? getCustomer(unit, customer.accountId) : renameCustomer(unit, customer, name);
      }),
  );
}

const stateResponses = {
  200: ref(CustomerAccountSchema),
  ...problemResponses([...problems, ...bodyProblems, "NOT_FOUND", "STATE_INVALID"]),
};

function registerStates(app: App, { database, clock }: RouteDeps, accounts: OperatorAccountDeps): void {
  app.post(
    "/v1/operator/accounts/:id/suspend",
    {
      config: write,
      schema: {
        operationId: "suspendCustomerAccount",
        tags,
        summary: "Suspend an account",
        description:
          "Suspends an account: its keys and sessions get 403 `ACCOUNT_SUSPENDED`, in every process within 30 seconds, and its webhook deliveries wait. No data is lost, and billing continues. Suspending it again has no effect. Returns 409 for the account of the operators.",
        params,
        body: ref(SuspendAccountSchema),
        response: stateResponses,
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), (unit) => {
        const customer = { accountId: request.params.id, actor: actorOf(request) };
        return suspendCustomer(unit, accounts, customer, request.body.reason);
      }),
  );
  app.post(
    "/v1/operator/accounts/:id/resume",
    {
      config: write,
      schema: {
        operationId: "resumeCustomerAccount",
        tags,
        summary: "Resume an account",
        description:
          "Ends the suspension of an account or withdraws its closure. Waiting webhook deliveries are sent. A subscription that the closure has cancelled stays cancelled. Returns 409 if the account is active or closed.",
        params,
        body: noBody,
        response: stateResponses,
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), (unit) => {
        const customer = { accountId: request.params.id, actor: actorOf(request) };
        return resumeCustomer(unit, accounts, customer);
      }),
  );
  app.post(
    "/v1/operator/accounts/:id/close",
    {
      config: write,
      schema: {
        operationId: "closeCustomerAccount",
        tags,
        summary: "Close an account",
        description:
          "Closes an account after a grace period, in which it works and can be resumed, and cancels its subscription at the end of the period. Then its keys and sessions get 403 `ACCOUNT_SUSPENDED`, and its webhook deliveries wait. Closing it again moves the end of the grace period. Returns 409 for the account of the operators.",
        params,
        body: ref(CloseAccountSchema),
        response: stateResponses,
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), (unit) => {
        const customer = { accountId: request.params.id, actor: actorOf(request) };
        const { graceDays = closingDays.default } = request.body;
        return closeCustomer(unit, accounts, customer, graceDays);
      }),
  );
}

function registerPlan(app: App, { database, clock }: RouteDeps, accounts: OperatorAccountDeps): void {
  app.post(
    "/v1/operator/accounts/:id/plan",
    {
      config: write,
      schema: {
        operationId: "setCustomerAccountPlan",
        tags,
        summary: "Set the plan of an account",
        description:
          "Changes the plan of an account's live data. An upgrade takes effect at once and is invoiced, prorated to the second; a downgrade, also to `free`, takes effect at the end of the period. The current plan withdraws a pending downgrade. Returns 402 while an invoice of the account is overdue, and 409 if the account already has the plan.",
        params,
        body: ref(SetAccountPlanSchema),
        response: {
          200: ref(CustomerAccountSchema),
          ...problemResponses([...problems, ...bodyProblems, "NOT_FOUND", "STATE_INVALID", "PAYMENT_REQUIRED"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), (unit) => {
        const change = { accountId: request.params.id, plan: request.body.plan, actor: actorOf(request) };
        return changeCustomerPlan(unit, accounts, change);
      }),
  );
}
