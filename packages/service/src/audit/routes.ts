import { AuditEventSchema, auditQuery } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { listAnswers, listQuery, readDatedPage } from "../http/pages.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { listAuditEvents } from "./store.ts";

export function registerAuditRoutes(app: App, { database, cursors }: ResourceParts): void {
  app.get(
    "/v1/audit-events",
    {
      config: { access: ["usage.write"], applicationKeys: "own", reads: "expensive" },
      schema: {
        operationId: "listAuditEvents",
        tags: ["Account"],
        summary: "List audit events",
        description:
          "Lists changes of keys, allowlists, applications, webhooks and billing in the caller's environment and in the account, newest first. Each entry has its actor, subject and request, and belongs to the application of its subject: a key with an application reads every change of its application's keys and endpoints. Entries never contain secrets.",
        querystring: listQuery(auditQuery),
        response: listAnswers(AuditEventSchema),
      },
    },
    (request) =>
      readDatedPage(cursors, request, "aud", (caller, { filters: filter, ...range }) =>
        listAuditEvents(database.reads, caller, { filter, ...range }),
      ),
  );
}
