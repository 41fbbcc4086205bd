import {
  type Application,
  ApplicationSchema,
  type AuditEventType,
  applicationQuery,
  ChangeApplicationSchema,
  CreateApplicationSchema,
  DeletedApplicationSchema,
  formatInstant,
  idPattern,
  notFound,
  ref,
} from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { actorOf } from "../audit/actor.ts";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller, timesOf } from "../http/caller.ts";
import { listQuery, listResponses, readCallerPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
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

/** An application that is locked for deletion. */
interface ApplicationDependents {
  owner: Caller;
  applicationId: string;
  actor: Actor;
}

interface ApplicationDeps extends ResourceDeps {
  /** Revokes the keys of the application; returns their ids. */
  revokeKeys: (unit: UnitOfWork, dependents: ApplicationDependents) => Promise<string[]>;
  /** Deletes the webhook endpoints of the application; returns their ids. */
  deleteEndpoints: (unit: UnitOfWork, dependents: ApplicationDependents) => Promise<string[]>;
  /** Deletes the watches of the application; returns their number. */
  deleteWatches: (unit: UnitOfWork, dependents: ApplicationDependents) => Promise<number>;
}

export function registerApplicationRoutes(app: App, deps: ApplicationDeps): void {
  registerApplicationReading(app, deps);
  registerApplicationChanges(app, deps);
  registerApplicationDeletion(app, deps);
}

function registerApplicationReading(app: App, { database, cursors }: ResourceDeps): void {
  app.get(
    "/v1/applications",
    {
      config: read,
      schema: {
        operationId: "listApplications",
        tags,
        summary: "List applications",
        description:
          "Lists the applications of the caller's environment, newest first. Deleted applications are not listed. A key that belongs to an application sees only that application.",
        querystring: listQuery(applicationQuery),
        response: listResponses(ApplicationSchema),
      },
    },
    (request) =>
      readCallerPage(cursors, request, (caller, { filters, ...range }) =>
        listApplications(database, caller, { ...filters, ...range }),
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
        description: "Returns one application of the caller's environment. Returns 404 if it was deleted.",
        params,
        response: { 200: ref(ApplicationSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const found = await findApplication(database, getCaller(request), request.params.id);
      if (found === undefined) throw notFound("application", request.params.id);
      return found;
    },
  );
}

function registerApplicationChanges(app: App, { database, clock, runIdempotent }: ResourceDeps): void {
  app.post(
    "/v1/applications",
    {
      config: { ...write, applicationKeys: "refused" },
      schema: {
        operationId: "createApplication",
        tags,
        summary: "Create an application",
        description:
          "Creates an application, which groups keys, webhook endpoints, bookings and usage. Create one for each of your products or customers. A key of an application can access only the data of that application.",
        headers: idempotencyHeader,
        body: ref(CreateApplicationSchema),
        response: {
          201: { ...ref(ApplicationSchema), description: "The application." },
          ...problemResponses([...bodyProblems, ...idempotencyProblems]),
        },
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (unit) => {
        const { name, description = "", metadata = {} } = request.body;
        const made = await insertApplication(unit.tx, getCaller(request), {
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
        description: "Changes the name, description or metadata of an application. Absent members keep their value.",
        params,
        body: ref(ChangeApplicationSchema),
        response: { 200: ref(ApplicationSchema), ...problemResponses([...bodyProblems, "NOT_FOUND"]) },
      },
    },
    (request) =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
        const found = await lockApplication(unit, request, request.params);
        if (Object.keys(request.body).length === 0) return found;
        const changed = { ...found, ...request.body };
        await updateApplication(unit.tx, getCaller(request), changed);
        await audit(unit, request, "application.changed", changed.id, request.body);
        return changed;
      }),
  );
}

function registerApplicationDeletion(
  app: App,
  { database, clock, revokeKeys, deleteEndpoints, deleteWatches }: ApplicationDeps,
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
          "Deletes an application, its webhook endpoints and its watches, and revokes its keys. The keys work for another 60 seconds and each sends `key.revoked`. Events, bookings and usage of the application are kept. This cannot be undone.",
        params,
        response: {
          200: ref(DeletedApplicationSchema),
          ...problemResponses(["AUTH_ENVIRONMENT_MISMATCH", "ROLE_MISSING", "NOT_FOUND"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
        const caller = getCaller(request);
        const { id, name } = await lockApplication(unit, request, request.params);
        const dependents = { owner: caller, applicationId: id, actor: actorOf(request) };
        const revokedKeys = await revokeKeys(unit, dependents);
        const deletedWebhooks = await deleteEndpoints(unit, dependents);
        const deletedWatches = await deleteWatches(unit, dependents);
        await markApplicationDeleted(unit.tx, caller, id, unit.nowMs);
        await audit(unit, request, "application.deleted", id, { name, revokedKeys, deletedWebhooks, deletedWatches });
        return { id, deletedAt: formatInstant(unit.nowMs), revokedKeys, deletedWebhooks, deletedWatches };
      }),
  );
}

async function lockApplication(
  unit: UnitOfWork,
  request: FastifyRequest,
  { id }: { id: string },
): Promise<Application> {
  const found = await findApplication(unit.tx, getCaller(request), id, "update");
  if (found === undefined) throw notFound("application", id);
  return found;
}

function audit(
  { tx, wallMs }: UnitOfWork,
  request: FastifyRequest,
  action: AuditEventType,
  id: string,
  details: Record<string, unknown>,
): Promise<void> {
  const { accountId, environment } = getCaller(request);
  const subject = { kind: "application" as const, id, applicationId: id };
  return writeAuditEvent(tx, {
    accountId,
    environment,
    action,
    actor: actorOf(request),
    subject,
    details,
    nowMs: wallMs,
  });
}
