import {
  EventParamsSchema,
  EventSchema,
  EventTypeSchema,
  eventCatalog,
  eventQuery,
  formatInstant,
  notFound,
  ref,
  subjectOf,
  TriggerEventSchema,
  type WebhookEvent,
} from "@wayfare/contract";
import { findEvent, listEvents, recordEvent } from "@wayfare/webhooks";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { listQuery, listResponses, readDatedPage, singlePageOf } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { type EffectResult, idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import { eventTypeEntries } from "./event-types.ts";
import { assertNoFeedParameters, endOfFeed, readFeed, readFeedCursor } from "./feed.ts";
import { FeedWaits } from "./feed-waits.ts";
import type { WebhookDeps } from "./rules.ts";

/** Events contain booking references, prices and metadata, but no travelers' data. `usage.read` is not sufficient. */
const read = { access: ["flights.book", "usage.write"], applicationKeys: "own" } as const;
const tags = ["Webhooks"];

export function registerEventRoutes(app: App, deps: WebhookDeps): void {
  const { database } = deps;
  registerEventList(app, deps);
  registerTrigger(app, deps);
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

/** Registers the list of events and, with `order=oldest`, the feed, which waits before it occupies a slot for expensive reads. */
function registerEventList(app: App, deps: WebhookDeps): void {
  const { database, cursors, log } = deps;
  const waits = new FeedWaits(database, (error) => log.error({ err: error }, "event feed poll failed"));
  app.addHook("preClose", (done) => {
    waits.close();
    done();
  });
  app.get(
    "/v1/events",
    {
      config: { ...read, reads: "expensive" },
      preHandler: async (request, reply) => {
        const { order, waitSeconds = 0 } = request.query;
        if (order !== "oldest") return;
        const caller = getCaller(request);
        const { position } = readFeedCursor(deps, caller, request.query);
        if (waitSeconds === 0 || request.query.after === endOfFeed) return;
        const { accountId, environment } = caller;
        const wait = { accountId, environment, position: position ?? 0 };
        await waits.wait(wait, waitSeconds * 1000, signalOf(reply));
      },
      schema: {
        operationId: "listEvents",
        tags,
        summary: "List events",
        description:
          "Lists the events of the caller's environment, newest first, whether or not they were delivered to an endpoint. Use `type` to list one type only. With `order=oldest` it is a feed for programs that cannot receive webhooks: each response continues after the cursor `after` and, with `waitSeconds`, waits for the next event. Events contain booking references, prices and metadata, but no data of travelers.",
        querystring: listQuery(eventQuery),
        response: {
          ...listResponses(EventSchema, "Newest first; with `order=oldest` in the order of the feed."),
          ...problemResponses(["REQUEST_INVALID", "CURSOR_INVALID", "CURSOR_EXPIRED"]),
        },
      },
    },
    (request) => {
      if (request.query.order === "oldest") return readFeed(deps, getCaller(request), request.query);
      assertNoFeedParameters(request.query);
      return readDatedPage(cursors, request, "evt", (caller, { filters: filter, ...range }) =>
        listEvents(database.reads, caller, { filter, ...range }),
      );
    },
  );
}

/** Returns a signal that aborts when the client disconnects. */
function signalOf(reply: { raw: NodeJS.EventEmitter }): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => controller.abort());
  return controller.signal;
}

/** Registers example events, with which integrators test their receivers. */
function registerTrigger(app: App, { runIdempotent }: WebhookDeps): void {
  app.post(
    "/v1/test/events",
    {
      config: { access: ["usage.write"], environments: ["test"], applicationKeys: "own" },
      schema: {
        operationId: "triggerEvent",
        tags,
        summary: "Trigger an example event",
        description:
          "Records an event of a type with the example of its `data`, and delivers it to the test endpoints that subscribe to the type. The objects that the example names do not exist. Requires a test key.",
        headers: idempotencyHeader,
        body: ref(TriggerEventSchema),
        response: {
          201: { ...ref(EventSchema), description: "The event was recorded." },
          ...problemResponses([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", ...idempotencyProblems]),
        },
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (unit): Promise<EffectResult<WebhookEvent>> => {
        const { accountId, environment, applicationId } = getCaller(request);
        const { type } = request.body;
        const { example } = eventCatalog[type];
        const event = { accountId, environment, applicationId, type, data: { ...example }, nowMs: unit.nowMs };
        const id = await recordEvent(unit.tx, event);
        const createdAt = formatInstant(unit.nowMs);
        const subject = subjectOf(type, event.data);
        return { status: 201, body: { id, type, subject, createdAt, environment, applicationId, data: event.data } };
      }),
  );
}
