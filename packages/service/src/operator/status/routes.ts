import {
  DeploymentHealthSchema,
  OperatorAuditEventSchema,
  OperatorSupplierSchema,
  operatorAuditQuery,
  QueuesSchema,
  ref,
} from "@wayfare/contract";
import { listAllAuditEvents } from "../../audit/store.ts";
import type { App } from "../../http/app-type.ts";
import { listQuery, listResponses, readDatedPage, singlePageOf } from "../../http/pagination.ts";
import { problemResponses } from "../../http/problem-responses.ts";
import type { ResourceDeps } from "../../storage/resource-deps.ts";
import { readDeploymentHealth } from "./health.ts";
import { readQueues } from "./queues.ts";
import type { StatusDeps } from "./status-deps.ts";
import { readOperatorSuppliers } from "./suppliers.ts";

const read = {
  access: ["accounts.read"],
  environments: ["service"],
  applicationKeys: "refused",
  reads: "expensive",
} as const;
const tags = ["Operators"];
const problems = ["AUTH_ENVIRONMENT_MISMATCH"] as const;

/** Registers the routes for the state of the deployment. Only operators and service keys of their account may call them. */
export function registerOperatorStatusRoutes(app: App, deps: StatusDeps & Pick<ResourceDeps, "cursors">): void {
  registerAudit(app, deps);
  app.get(
    "/v1/operator/queues",
    {
      config: read,
      schema: {
        operationId: "getQueues",
        tags,
        summary: "Get the queues of the deployment",
        description:
          "Returns the background work of all accounts that is not done yet: number of items, retries, failures, and age of the oldest. Counting stops at 10,000 items of a queue. A queue that cannot be counted within 5 seconds has no counts. The queue `usage_records` is that of the process that answers.",
        response: { 200: ref(QueuesSchema), ...problemResponses(problems) },
      },
    },
    () => readQueues(deps),
  );
  app.get(
    "/v1/operator/suppliers",
    {
      config: read,
      schema: {
        operationId: "listOperatorSuppliers",
        tags,
        summary: "List suppliers of the deployment",
        description:
          "Lists the live suppliers of both environments with the budget of the deployment's credential and today's results, over all accounts and processes. `process` has the observations of the process that answers, such as its circuit breakers. The list has one page. It is empty if the deployment has no live suppliers.",
        response: {
          200: singlePageOf(OperatorSupplierSchema, "All live suppliers, live before test."),
          ...problemResponses(problems),
        },
      },
    },
    async () => ({ data: await readOperatorSuppliers(deps), nextCursor: null }),
  );
  app.get(
    "/v1/operator/health",
    {
      config: read,
      schema: {
        operationId: "getDeploymentHealth",
        tags,
        summary: "Get the health of the deployment",
        description:
          "Returns the state of the process that answers and of the database, with the database checks of `wayfare doctor`. Other processes are not listed: monitor each with `/readyz` and `/metrics`.",
        response: { 200: ref(DeploymentHealthSchema), ...problemResponses(problems) },
      },
    },
    () => readDeploymentHealth(deps),
  );
}

function registerAudit(app: App, { database, cursors }: StatusDeps & Pick<ResourceDeps, "cursors">): void {
  app.get(
    "/v1/operator/audit-events",
    {
      config: read,
      schema: {
        operationId: "listOperatorAuditEvents",
        tags,
        summary: "List audit events of all accounts",
        description:
          "Lists the audit logs of all accounts in both environments, newest first. A change of a customer by an operator is in two logs: that of the customer and that of the operators. Filter by account, actor, type or creation time.",
        querystring: listQuery(operatorAuditQuery),
        response: listResponses(OperatorAuditEventSchema),
      },
    },
    (request) =>
      readDatedPage(cursors, request, "aud", (_caller, { filters: filter, ...range }) =>
        listAllAuditEvents(database.reads, { filter, ...range }),
      ),
  );
}
