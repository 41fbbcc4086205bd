import { EventParamsSchema, EventSchema, EventTypeSchema, eventQuery, notFound, refer } from "@wayfare/contract";
import { findEvent, listEvents } from "@wayfare/webhooks";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { listAnswers, listQuery, readDatedPage, singlePageOf } from "../http/pages.ts";
import { eventTypeEntries } from "./event-types.ts";
import type { WebhookParts } from "./rules.ts";

/** Events carry travelers' data. */
const read = { access: ["flights.book", "usage.write"], applicationKeys: "own" } as const;
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
        description:
          "Lists the events of the caller's environment, newest first, whether or not they were delivered to an endpoint. Use `type` to list one type only.",
        querystring: listQuery(eventQuery),
        response: listAnswers(EventSchema),
      },
    },
    (request) =>
      readDatedPage(cursors, request, "evt", (caller, { filters: { type }, ...range }) =>
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
        summary: "Get an event",
        description: "Returns one event with its data, as it is delivered to webhook endpoints.",
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
        summary: "List event types",
        description:
          "Lists every type of event with a JSON Schema and an example of its `data`. The list is not paged.",
        response: {
          200: singlePageOf(EventTypeSchema, "All event types."),
          ...answers([]),
        },
      },
    },
    async () => ({ data: [...eventTypeEntries], nextCursor: null }),
  );
}
