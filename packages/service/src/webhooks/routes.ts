import {
  ChangeWebhookSchema,
  CreateWebhookSchema,
  DeletedWebhookSchema,
  formatInstant,
  type NewWebhook,
  NewWebhookSchema,
  ref,
  WebhookParamsSchema,
  WebhookSchema,
  webhookQuery,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { listEndpoints } from "@wayfare/webhooks";
import { inheritApplication } from "../applications/rules.ts";
import { actorOf } from "../audit/actor.ts";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf, timesOf } from "../http/caller.ts";
import { listQuery, listResponses, readCallerPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { type EffectResult, idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import { changeEndpoint, type EndpointChanges, mergeRequestOptions } from "./change.ts";
import { readEvents, readFilter, readUrl } from "./input.ts";
import { readRequestOptions } from "./request-options.ts";
import { createEndpoint, deleteEndpoint, getEndpoint, type WebhookDeps } from "./rules.ts";
import { toWireWebhook } from "./wire.ts";

const write = { access: ["usage.write"], stepUp: true, applicationKeys: "own" } as const;
const read = { access: ["usage.read"], applicationKeys: "own" } as const;
const tags = ["Webhooks"];

export function registerWebhookRoutes(app: App, deps: WebhookDeps): void {
  registerWebhookReading(app, deps);
  registerWebhookCreation(app, deps);
  registerWebhookChanges(app, deps);
}

function registerWebhookReading(app: App, { database, clock, cursors }: WebhookDeps): void {
  app.get(
    "/v1/webhooks",
    {
      config: read,
      schema: {
        operationId: "listWebhooks",
        tags,
        summary: "List webhook endpoints",
        description: "Lists the webhook endpoints of the caller's environment, newest first. Secrets are not included.",
        querystring: listQuery(webhookQuery),
        response: listResponses(WebhookSchema),
      },
    },
    async (request) => {
      const page = await readCallerPage(cursors, request, (caller, { filters, ...range }) =>
        listEndpoints(database, caller, { ...filters, ...range }),
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
        description: "Returns an endpoint with its status and subscriptions. Its secret is not included.",
        params: WebhookParamsSchema,
        response: { 200: ref(WebhookSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const caller = getCaller(request);
      const found = await getEndpoint({ tx: database }, caller, request.params.id, "none");
      return toWireWebhook(found, nowOf(clock, caller));
    },
  );
}

function registerWebhookCreation(app: App, deps: WebhookDeps): void {
  app.post(
    "/v1/webhooks",
    {
      config: { ...write, compress: false },
      schema: {
        operationId: "createWebhook",
        tags,
        summary: "Create a webhook endpoint",
        description:
          "Creates an endpoint and sends a challenge to its URL. The endpoint becomes active when it responds with the token of the challenge. The secret is returned only in this response. An endpoint with an application receives only events of that application; one without receives all events of the account in its environment. An account can have 100 endpoints in each environment. Returns 422 if the URL is not allowed.",
        headers: idempotencyHeader,
        body: ref(CreateWebhookSchema),
        response: {
          201: { ...ref(NewWebhookSchema), description: "The object was created." },
          ...problemResponses([...bodyProblems, "CONFLICT", "WEBHOOK_URL_REFUSED", ...idempotencyProblems]),
        },
      },
    },
    (request, reply) => {
      const owner = getCaller(request);
      const { description = "", maxPerSecond = null, metadata = {}, ordered = false } = request.body;
      const applicationId = inheritApplication(owner, request.body.applicationId ?? null);
      const events = readEvents(request.body.events);
      const url = readUrl(deps.rules, request.body.url);
      const options = readRequestOptions(deps, request.body.headers ?? {}, request.body.auth ?? null);
      const filter = readFilter(request.body.filter ?? null);
      return deps.runIdempotent(request, reply, async (unit): Promise<EffectResult<NewWebhook>> => {
        const wanted = {
          owner,
          url,
          events,
          description,
          applicationId,
          maxPerSecond,
          metadata,
          request: options,
          filter,
          ordered,
        };
        const { record, secret } = await createEndpoint(unit, deps, wanted, actorOf(request));
        return { status: 201, body: toWireWebhook(record, unit.nowMs), secrets: { secret } };
      });
    },
  );
}

function registerWebhookChanges(app: App, deps: WebhookDeps): void {
  const { database, clock } = deps;
  app.patch(
    "/v1/webhooks/:id",
    {
      config: write,
      schema: {
        operationId: "changeWebhook",
        tags,
        summary: "Change a webhook endpoint",
        description:
          "Changes the URL, events, description, metadata, rate limit, custom headers, credentials, filter or order of an endpoint, or pauses it. A new URL must pass the challenge first; until then deliveries go to the old URL. A paused endpoint receives its pending deliveries when it is resumed.",
        params: WebhookParamsSchema,
        body: ref(ChangeWebhookSchema),
        response: {
          200: ref(WebhookSchema),
          ...problemResponses([...bodyProblems, "NOT_FOUND", "STATE_INVALID", "WEBHOOK_URL_REFUSED"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
        // Looked up first, so that an endpoint of another account is not found regardless of the body.
        const endpoint = await getEndpoint(unit, getCaller(request), request.params.id);
        const { url, events, headers, auth, filter, ...rest } = request.body;
        const changes: EndpointChanges = { ...rest };
        if (filter !== undefined) changes.filter = readFilter(filter);
        if (headers !== undefined || auth !== undefined)
          changes.request = mergeRequestOptions(deps, endpoint, { headers, auth });
        if (events !== undefined) changes.events = readEvents(events);
        if (url !== undefined) changes.url = readUrl(deps.rules, url);
        if (Object.keys(changes).length === 0) return toWireWebhook(endpoint, unit.nowMs);
        const changed = await changeEndpoint(unit, deps, { endpoint, changes, actor: actorOf(request) });
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
        description: "Deletes an endpoint and cancels its pending deliveries. Events are kept. This cannot be undone.",
        params: WebhookParamsSchema,
        response: { 200: ref(DeletedWebhookSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    (request) =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
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
