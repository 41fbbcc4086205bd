import { EventParamsSchema, EventSchema, EventTypeSchema, eventQuery, notFound, refer } from "@wayfare/contract";
import { findEvent, listEvents } from "@wayfare/webhooks";
import { Type } from "typebox";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { listAnswers, listQuery, readCallerPage } from "../http/pages.ts";
import { eventTypeEntries } from "./event-types.ts";
import type { WebhookParts } from "./rules.ts";

/** Events carry travelers' data. */
const read = { access: ["flights.book", "usage.write"], applicationKeys: "refused" } as const;
const tags = ["Webhooks"];

export function registerEventRoutes(app: App, { database, cursors }: WebhookParts): void {
  app.get(
    "/v1/events",
    {
      config: { ...read, reads: "expensive" },
      schema: {
        operationId: "listEvents",
        tags,
        summary: "List events",
        querystring: listQuery(eventQuery),
        response: listAnswers(EventSchema),
      },
    },
    (request) =>
      readCallerPage(cursors, request, (caller, { filters: { type }, ...range }) =>
        listEvents(database.reads, caller, { type, ...range }),
      ),
  );
  app.get(
    "/v1/events/:id",
    {
      config: read,
      schema: {
        operationId: "getEvent",
        tags,
        summary: "Read an event",
        params: EventParamsSchema,
        response: { 200: refer(EventSchema), ...answers(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const found = await findEvent(database, getCaller(request), request.params.id);
      if (found === undefined) throw notFound("event", request.params.id);
      return found;
    },
  );
  app.get(
    "/v1/event-types",
    {
      config: { access: ["usage.read"], applicationKeys: "shared" },
      schema: {
        operationId: "listEventTypes",
        tags,
        summary: "List the types of events",
        description: "Each with a JSON schema and an example of its `data`.",
        response: {
          200: Type.Object({ data: Type.Array(refer(EventTypeSchema), { description: "Every type." }) }),
          ...answers([]),
        },
      },
    },
    async () => ({ data: [...eventTypeEntries] }),
  );
}
