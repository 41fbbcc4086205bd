import { AuditEventSchema, auditQuery } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { listQuery, listResponses, readDatedPage } from "../http/pagination.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { listAuditEvents } from "./store.ts";

export function registerAuditRoutes(app: App, { database, cursors }: ResourceDeps): void {
  app.get(
    "/v1/audit-events",
    {
      config: { access: ["usage.write"], applicationKeys: "own", reads: "expensive" },
      schema: {
        operationId: "listAuditEvents",
        tags: ["Account"],
        summary: "List audit events",
        description:
          "Lists changes of keys, allowlists, applications, webhooks, billing and users in the caller's environment and in the account, newest first. Each event has an actor, a subject and the id of its request, and belongs to the application of its subject: a key with an application reads the changes of its application's keys and endpoints. Events never contain secrets. Filter by `type`, `subjectId`, `actorId` or creation time.",
        querystring: listQuery(auditQuery),
        response: listResponses(AuditEventSchema),
      },
    },
    (request) =>
      readDatedPage(cursors, request, "aud", (caller, { filters: filter, ...range }) =>
        listAuditEvents(database.reads, caller, { filter, ...range }),
      ),
  );
}
