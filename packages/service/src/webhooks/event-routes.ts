import { EventParamsSchema, EventSchema, EventTypeSchema, eventQuery, notFound, ref } from "@wayfare/contract";
import { findEvent, listEvents } from "@wayfare/webhooks";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { listQuery, listResponses, readDatedPage, singlePageOf } from "../http/pagination.ts";
import { problemResponses } from "../http/problem-responses.ts";
import { eventTypeEntries } from "./event-types.ts";
import type { WebhookDeps } from "./rules.ts";

/** Events contain booking references, prices and metadata, but no travelers' data. `usage.read` is not sufficient. */
const read = { access: ["flights.book", "usage.write"], applicationKeys: "own" } as const;
const tags = ["Webhooks"];

export function registerEventRoutes(app: App, { database, cursors }: WebhookDeps): void {
  app.get(
    "/v1/events",
    {
      config: { ...read, reads: "expensive" },
      schema: {
        operationId: "listEvents",
        tags,
        summary: "List events",
        description:
          "Lists the events of the caller's environment, newest first, whether or not they were delivered to an endpoint. Use `type` to list one type only. Events contain booking references, prices and metadata, but no data of travelers.",
        querystring: listQuery(eventQuery),
        response: listResponses(EventSchema),
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
        description: "Returns an event with its data, as it is delivered to webhook endpoints.",
        params: EventParamsSchema,
        response: { 200: ref(EventSchema), ...problemResponses(["NOT_FOUND"]) },
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
          "Lists all event types, each with a JSON Schema and an example of its `data`. The list has a single page.",
        response: {
          200: singlePageOf(EventTypeSchema, "All event types."),
          ...problemResponses([]),
        },
      },
    },
    async () => ({ data: [...eventTypeEntries], nextCursor: null }),
  );
}
