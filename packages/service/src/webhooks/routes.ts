import {
  ChangeWebhookSchema,
  CreateWebhookSchema,
  DeletedWebhookSchema,
  formatInstant,
  type NewWebhook,
  NewWebhookSchema,
  refer,
  WebhookParamsSchema,
  WebhookSchema,
} from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import { listEndpoints } from "@wayfare/webhooks";
import { inheritApplication } from "../applications/rules.ts";
import { actorOf } from "../audit/actor.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { listAnswers, listQuery, readCallerPage } from "../http/pages.ts";
import { idempotencyHeader, type Made, onceProblems } from "../storage/idempotency.ts";
import { changeEndpoint, type EndpointChanges } from "./change.ts";
import { readEvents, readUrl } from "./input.ts";
import { createEndpoint, deleteEndpoint, takeEndpoint, type WebhookParts } from "./rules.ts";
import { toWireWebhook } from "./wire.ts";

const write = { access: ["usage.write"], stepUp: true, applicationKeys: "own" } as const;
const read = { access: ["usage.read"], applicationKeys: "own" } as const;
const tags = ["Webhooks"];

export function registerWebhookRoutes(app: App, parts: WebhookParts): void {
  registerWebhookReading(app, parts);
  registerWebhookMaking(app, parts);
  registerWebhookChanges(app, parts);
}

function registerWebhookReading(app: App, { database, clock, cursors }: WebhookParts): void {
  app.get(
    "/v1/webhooks",
    {
      config: read,
      schema: {
        operationId: "listWebhooks",
        tags,
        summary: "List webhook endpoints",
        description: "Lists the webhook endpoints of the caller's environment, newest first, without their secrets.",
        querystring: listQuery({}),
        response: listAnswers(WebhookSchema),
      },
    },
    async (request) => {
      const page = await readCallerPage(cursors, request, (caller, { afterId, limit }) =>
        listEndpoints(database, caller, { afterId, limit }),
      );
      const nowMs = nowOf(clock, getCaller(request));
      return { ...page, data: page.data.map((row) => toWireWebhook(row, nowMs)) };
    },
  );
  app.get(
    "/v1/webhooks/:id",
    {
      config: read,
      schema: {
        operationId: "getWebhook",
        tags,
        summary: "Get a webhook endpoint",
        description: "Returns one endpoint with its status and subscriptions, without its secret.",
        params: WebhookParamsSchema,
        response: { 200: refer(WebhookSchema), ...answers(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const caller = getCaller(request);
      const found = await takeEndpoint({ session: database }, caller, request.params.id, "none");
      return toWireWebhook(found, nowOf(clock, caller));
    },
  );
}

function registerWebhookMaking(app: App, parts: WebhookParts): void {
  app.post(
    "/v1/webhooks",
    {
      config: write,
      schema: {
        operationId: "createWebhook",
        tags,
        summary: "Create a webhook endpoint",
        description:
          "Creates an endpoint and sends a challenge to its URL; the endpoint becomes active when it answers with the token. The secret is returned only in this response. An endpoint with an application receives only events of that application; one without receives all events of the account in its environment. An account can have 100 endpoints in each environment. Answers 422 if the URL is not allowed.",
        headers: idempotencyHeader,
        body: refer(CreateWebhookSchema),
        response: {
          201: { ...refer(NewWebhookSchema), description: "The object was created." },
          ...answers([...bodyProblems, "CONFLICT", "WEBHOOK_URL_REFUSED", ...onceProblems]),
        },
      },
    },
    (request, reply) => {
      const owner = getCaller(request);
      const { description = "", maxPerSecond = null, metadata = {} } = request.body;
      const applicationId = inheritApplication(owner, request.body.applicationId ?? null);
      const events = readEvents(request.body.events);
      const url = readUrl(parts.rules, request.body.url);
      return parts.runOnce(request, reply, async (unit): Promise<Made<NewWebhook>> => {
        const wanted = { owner, url, events, description, applicationId, maxPerSecond, metadata };
        const { record, secret } = await createEndpoint(unit, parts, wanted, actorOf(request));
        return { status: 201, body: toWireWebhook(record, unit.nowMs), secrets: { secret } };
      });
    },
  );
}

function registerWebhookChanges(app: App, parts: WebhookParts): void {
  const { database, clock } = parts;
  app.patch(
    "/v1/webhooks/:id",
    {
      config: write,
      schema: {
        operationId: "changeWebhook",
        tags,
        summary: "Change a webhook endpoint",
        description:
          "Changes the URL, events, description or rate of an endpoint, or pauses it. A new URL is challenged; deliveries go to the old one until the new one has answered. A paused endpoint receives its pending deliveries when it is resumed.",
        params: WebhookParamsSchema,
        body: refer(ChangeWebhookSchema),
        response: {
          200: refer(WebhookSchema),
          ...answers([...bodyProblems, "NOT_FOUND", "STATE_INVALID", "WEBHOOK_URL_REFUSED"]),
        },
      },
    },
    (request) =>
      runUnit(database, nowOf(clock, getCaller(request)), async (unit) => {
        // The id comes first: an endpoint of somebody else's is not found, whatever is wrong with the body.
        const endpoint = await takeEndpoint(unit, getCaller(request), request.params.id);
        const { url, events, ...rest } = request.body;
        const changes: EndpointChanges = { ...rest };
        if (events !== undefined) changes.events = readEvents(events);
        if (url !== undefined) changes.url = readUrl(parts.rules, url);
        if (Object.keys(changes).length === 0) return toWireWebhook(endpoint, unit.nowMs);
        const changed = await changeEndpoint(unit, parts, { endpoint, changes, actor: actorOf(request) });
        return toWireWebhook(changed, unit.nowMs);
      }),
  );
  app.delete(
    "/v1/webhooks/:id",
    {
      config: write,
      schema: {
        operationId: "deleteWebhook",
        tags,
        summary: "Delete a webhook endpoint",
        description:
          "Deletes an endpoint and cancels its pending deliveries. Events stay and can be read. This cannot be undone.",
        params: WebhookParamsSchema,
        response: { 200: refer(DeletedWebhookSchema), ...answers(["NOT_FOUND"]) },
      },
    },
    (request) =>
      runUnit(database, nowOf(clock, getCaller(request)), async (unit) => {
        const { id } = request.params;
        const cancelledDeliveries = await deleteEndpoint(unit, {
          owner: getCaller(request),
          id,
          actor: actorOf(request),
        });
        return { id, deletedAt: formatInstant(unit.nowMs), cancelledDeliveries };
      }),
  );
}
