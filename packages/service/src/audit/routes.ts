import { AuditEventSchema, auditQuery } from "@wayfare/contract";
import { Type } from "typebox";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { pageOf, pageQuery, toPage } from "../http/pages.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { listAuditEvents } from "./store.ts";

export function registerAuditRoutes(app: App, { database, cursors }: ResourceParts): void {
  app.get(
    "/v1/audit-events",
    {
      config: { access: ["usage.write"], applicationKeys: "refused", reads: "expensive" },
      schema: {
        operationId: "listAuditEvents",
        tags: ["Account"],
        summary: "List who did what",
        description:
          "Changes of keys, lists and applications of the caller's environment, and of the account, newest first.",
        querystring: Type.Object({ ...auditQuery, ...pageQuery }, { additionalProperties: false }),
        response: { 200: pageOf(AuditEventSchema), ...answers(["REQUEST_INVALID", "CURSOR_INVALID"]) },
      },
    },
    async (request) => {
      const caller = getCaller(request);
      const { limit = 50, cursor, ...filter } = request.query;
      const scope = { ...caller, route: "/v1/audit-events", filters: filter };
      const afterId = cursors.read(scope, cursor);
      const rows = await listAuditEvents(database.reads, caller, { filter, afterId, limit: limit + 1 });
      return toPage(rows, { limit, scope, cursors }, (row) => row);
    },
  );
}
