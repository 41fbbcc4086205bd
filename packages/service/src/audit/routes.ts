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
        summary: "List who did what",
        description:
          "Changes of keys, endpoints and applications of the caller's environment, and of the account, newest first. An entry belongs to the application of what was changed: a key with an application reads every change of its application's keys and endpoints, whoever made it.",
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
