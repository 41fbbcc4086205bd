import {
  ChangePlanSchema,
  CreatePlanSchema,
  type OperatorPlan,
  OperatorPlanDetailSchema,
  OperatorPlanSchema,
  PlanPreviewSchema,
  planNamePattern,
  ref,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { Type } from "typebox";
import { actorOf } from "../../audit/actor.ts";
import type { App } from "../../http/app-type.ts";
import { listQuery, listResponses, readCallerPage } from "../../http/pagination.ts";
import { bodyProblems, problemResponses } from "../../http/problem-responses.ts";
import { type EffectResult, idempotencyHeader, idempotencyProblems } from "../../storage/idempotency.ts";
import type { ResourceDeps } from "../../storage/resource-deps.ts";
import { changePlan, createPlan, getPlanDetail, listOperatorPlans, previewPlan } from "./plans.ts";

const kinds = { environments: ["service"], applicationKeys: "refused" } as const;
const read = { access: ["accounts.read"], ...kinds } as const;
const write = { access: ["accounts.write"], ...kinds, stepUp: true } as const;
const tags = ["Operators"];
const params = Type.Object({
  name: Type.String({ pattern: planNamePattern, description: "Name of the plan.", examples: ["pro"] }),
});
const problems = ["AUTH_ENVIRONMENT_MISMATCH"] as const;

/** Registers the routes for the plans of the deployment. Only operators and service keys of their account may call them. */
export function registerOperatorPlanRoutes(app: App, deps: ResourceDeps): void {
  registerReading(app, deps);
  registerCreation(app, deps);
  registerChange(app, deps);
}

function registerReading(app: App, { database, cursors }: ResourceDeps): void {
  app.get(
    "/v1/operator/plans",
    {
      config: read,
      schema: {
        operationId: "listOperatorPlans",
        tags,
        summary: "List plans of the deployment",
        description: "Lists the plans of the deployment by name, with hidden and retired ones.",
        querystring: listQuery({}),
        response: listResponses(OperatorPlanSchema, "By name."),
      },
    },
    async (request) => {
      const page = await readCallerPage(cursors, request, (_caller, range) => listOperatorPlans(database, range));
      return { ...page, data: page.data.map(({ id: _id, ...plan }): OperatorPlan => plan) };
    },
  );
  app.get(
    "/v1/operator/plans/:name",
    {
      config: read,
      schema: {
        operationId: "getOperatorPlan",
        tags,
        summary: "Get a plan of the deployment",
        description: "Returns a plan of the deployment with its versions.",
        params,
        response: { 200: ref(OperatorPlanDetailSchema), ...problemResponses([...problems, "NOT_FOUND"]) },
      },
    },
    (request) => getPlanDetail(database, request.params.name),
  );
}

function registerCreation(app: App, { runIdempotent, database, accessCache }: ResourceDeps): void {
  app.post(
    "/v1/operator/plans",
    {
      config: write,
      schema: {
        operationId: "createPlan",
        tags,
        summary: "Create a plan or a version of one",
        description:
          "Creates a plan, or the next version of the plan with this name. New subscriptions get the newest version. Existing subscriptions keep their version, also when they renew, until they change plans; accounts without a subscription that have the plan, such as `free`, get the new terms in every process within 30 seconds. Returns 409 if the current version has these terms.",
        headers: idempotencyHeader,
        body: ref(CreatePlanSchema),
        response: {
          201: { ...ref(OperatorPlanSchema), description: "The plan with its new version." },
          ...problemResponses([...problems, ...bodyProblems, ...idempotencyProblems, "STATE_INVALID"]),
        },
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (unit): Promise<EffectResult<OperatorPlan>> => {
        const deps = { invalidate: (id: string) => accessCache.invalidate(id) };
        return { status: 201, body: await createPlan(unit, deps, request.body, actorOf(request)) };
      }),
  );
  app.post(
    "/v1/operator/plans/preview",
    {
      config: read,
      schema: {
        operationId: "previewPlan",
        tags,
        summary: "Preview a version of a plan",
        description:
          "Compares the terms with the current version of the plan, and counts the accounts that would keep their version or get the new one. Changes nothing.",
        body: ref(CreatePlanSchema),
        response: { 200: ref(PlanPreviewSchema), ...problemResponses([...problems, ...bodyProblems]) },
      },
    },
    (request) => previewPlan(database, request.body),
  );
}

function registerChange(app: App, { database, clock }: ResourceDeps): void {
  app.patch(
    "/v1/operator/plans/:name",
    {
      config: write,
      schema: {
        operationId: "changePlan",
        tags,
        summary: "Change a plan",
        description:
          "Shows, hides, retires or sells a plan again. Subscriptions keep a hidden or retired plan. Absent members keep their value. Returns 409 when `free` is to be retired.",
        params,
        body: ref(ChangePlanSchema),
        response: {
          200: ref(OperatorPlanSchema),
          ...problemResponses([...problems, ...bodyProblems, "NOT_FOUND", "STATE_INVALID"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, clock.nowMs(), (unit) =>
        changePlan(unit, request.params.name, request.body, actorOf(request)),
      ),
  );
}
