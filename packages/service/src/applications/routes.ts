import {
  type Application,
  ApplicationSchema,
  type AuditEventType,
  ChangeApplicationSchema,
  CreateApplicationSchema,
  DeletedApplicationSchema,
  formatInstant,
  idPattern,
  notFound,
  refer,
} from "@wayfare/contract";
import { runUnit, type Unit } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { actorOf } from "../audit/actor.ts";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller, nowOf } from "../http/caller.ts";
import { listAnswers, listQuery, readCallerPage } from "../http/pages.ts";
import { idempotencyHeader, onceProblems } from "../storage/idempotency.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import {
  findApplication,
  insertApplication,
  listApplications,
  markApplicationDeleted,
  updateApplication,
} from "./store.ts";

const write = { access: ["usage.write"], applicationKeys: "own" } as const;
const read = { access: ["usage.read"], applicationKeys: "own" } as const;
const tags = ["Applications"];
const params = Type.Object({
  id: Type.String({
    pattern: `^${idPattern("app")}$`,
    description: "Id of the application.",
    examples: ["app_01kahz2j7p3v8c5m9n4q6r7s8t"],
  }),
});

/** Keys and endpoints of an application that is held for deletion. */
interface ApplicationDependents {
  owner: Caller;
  applicationId: string;
  actor: Actor;
}

interface ApplicationParts extends ResourceParts {
  /** Revokes the keys of the application; returns their ids. */
  revokeKeys: (unit: Unit, dependents: ApplicationDependents) => Promise<string[]>;
  /** Deletes the webhook endpoints of the application; returns their ids. */
  deleteEndpoints: (unit: Unit, dependents: ApplicationDependents) => Promise<string[]>;
}

export function registerApplicationRoutes(app: App, parts: ApplicationParts): void {
  registerApplicationReading(app, parts);
  registerApplicationChanges(app, parts);
  registerApplicationDeletion(app, parts);
}

function registerApplicationReading(app: App, { database, cursors }: ResourceParts): void {
  app.get(
    "/v1/applications",
    {
      config: read,
      schema: {
        operationId: "listApplications",
        tags,
        summary: "List applications",
        description:
          "Lists the applications of the caller's environment, newest first. A key that belongs to an application sees only that application.",
        querystring: listQuery({}),
        response: listAnswers(ApplicationSchema),
      },
    },
    (request) =>
      readCallerPage(cursors, request, (caller, { afterId, limit }) =>
        listApplications(database, caller, { afterId, limit }),
      ),
  );
  app.get(
    "/v1/applications/:id",
    {
      config: read,
      schema: {
        operationId: "getApplication",
        tags,
        summary: "Get an application",
        description: "Returns one application of the caller's environment with its name and description.",
        params,
        response: { 200: refer(ApplicationSchema), ...answers(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const found = await findApplication(database, getCaller(request), request.params.id);
      if (found === undefined) throw notFound("application", request.params.id);
      return found;
    },
  );
}

function registerApplicationChanges(app: App, { database, clock, runOnce }: ResourceParts): void {
  app.post(
    "/v1/applications",
    {
      config: { ...write, applicationKeys: "refused" },
      schema: {
        operationId: "createApplication",
        tags,
        summary: "Create an application",
        description:
          "Creates an application, to which keys, webhook endpoints and usage can belong. Use one for each of your products or customers.",
        headers: idempotencyHeader,
        body: refer(CreateApplicationSchema),
        response: {
          201: { ...refer(ApplicationSchema), description: "The object was created." },
          ...answers([...bodyProblems, ...onceProblems]),
        },
      },
    },
    (request, reply) =>
      runOnce(request, reply, async (unit) => {
        const { name, description = "", metadata = {} } = request.body;
        const made = await insertApplication(unit.session, getCaller(request), {
          name,
          description,
          metadata,
          nowMs: unit.nowMs,
        });
        await audit(unit, request, "application.created", made.id, { name, description, metadata });
        return { status: 201, body: made };
      }),
  );
  app.patch(
    "/v1/applications/:id",
    {
      config: write,
      schema: {
        operationId: "changeApplication",
        tags,
        summary: "Change an application",
        description: "Changes the name or the description of an application. Members that are absent keep their value.",
        params,
        body: refer(ChangeApplicationSchema),
        response: { 200: refer(ApplicationSchema), ...answers([...bodyProblems, "NOT_FOUND"]) },
      },
    },
    (request) =>
      runUnit(database, nowOf(clock, getCaller(request)), async (unit) => {
        const found = await takeApplication(unit, request, request.params);
        if (Object.keys(request.body).length === 0) return found;
        const changed = { ...found, ...request.body };
        await updateApplication(unit.session, getCaller(request), changed);
        await audit(unit, request, "application.changed", changed.id, request.body);
        return changed;
      }),
  );
}

function registerApplicationDeletion(
  app: App,
  { database, clock, revokeKeys, deleteEndpoints }: ApplicationParts,
): void {
  app.delete(
    "/v1/applications/:id",
    {
      config: { ...write, stepUp: true, applicationKeys: "refused" },
      schema: {
        operationId: "deleteApplication",
        tags,
        summary: "Delete an application",
        description:
          "Deletes an application and its webhook endpoints, and revokes its keys. The keys still work for 60 seconds. This cannot be undone.",
        params,
        response: {
          200: refer(DeletedApplicationSchema),
          ...answers(["AUTH_ENVIRONMENT_MISMATCH", "ROLE_MISSING", "NOT_FOUND"]),
        },
      },
    },
    (request) =>
      runUnit(database, nowOf(clock, getCaller(request)), async (unit) => {
        const caller = getCaller(request);
        const { id, name } = await takeApplication(unit, request, request.params);
        const dependents = { owner: caller, applicationId: id, actor: actorOf(request) };
        const revokedKeys = await revokeKeys(unit, dependents);
        const deletedWebhooks = await deleteEndpoints(unit, dependents);
        await markApplicationDeleted(unit.session, caller, id, unit.nowMs);
        await audit(unit, request, "application.deleted", id, { name, revokedKeys, deletedWebhooks });
        return { id, deletedAt: formatInstant(unit.nowMs), revokedKeys, deletedWebhooks };
      }),
  );
}

async function takeApplication(unit: Unit, request: FastifyRequest, { id }: { id: string }): Promise<Application> {
  const found = await findApplication(unit.session, getCaller(request), id, "update");
  if (found === undefined) throw notFound("application", id);
  return found;
}

function audit(
  { session, nowMs }: Unit,
  request: FastifyRequest,
  action: AuditEventType,
  id: string,
  details: Record<string, unknown>,
): Promise<void> {
  const { accountId, environment } = getCaller(request);
  const subject = { kind: "application" as const, id, applicationId: id };
  return writeAuditEvent(session, { accountId, environment, action, actor: actorOf(request), subject, details, nowMs });
}
