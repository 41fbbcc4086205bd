import {
  type NewWebhook,
  NewWebhookSchema,
  refer,
  WebhookParamsSchema,
  WebhookSchema,
  WebhookTestSchema,
} from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import { addDeliveries, insertEvent } from "@wayfare/webhooks";
import { actorOf } from "../audit/actor.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { idempotencyHeader, type Made, onceProblems } from "../storage/idempotency.ts";
import { verifyEndpoint } from "./change.ts";
import { auditEndpoint, rotateSecret, takeActiveEndpoint, takeEndpoint, type WebhookParts } from "./rules.ts";
import { toWireWebhook } from "./wire.ts";

const config = { access: ["usage.write"], applicationKeys: "own" } as const;
const tags = ["Webhooks"];

/** What is done with an endpoint, beside changing it. */
export function registerWebhookActions(app: App, parts: WebhookParts): void {
  registerVerification(app, parts);
  registerRotation(app, parts);
  registerTest(app, parts);
}

function registerVerification(app: App, parts: WebhookParts): void {
  app.post(
    "/v1/webhooks/:id/verify",
    {
      config,
      schema: {
        operationId: "verifyWebhook",
        tags,
        summary: "Send the challenge again",
        description: "For an endpoint that is not verified, was disabled, or has a new url that has not answered yet.",
        params: WebhookParamsSchema,
        body: noBody,
        response: { 200: refer(WebhookSchema), ...answers([...bodyProblems, "NOT_FOUND", "STATE_INVALID"]) },
      },
    },
    (request) =>
      runUnit(parts.database, nowOf(parts.clock, getCaller(request)), async (unit) => {
        const endpoint = await takeEndpoint(unit, getCaller(request), request.params.id);
        const challenged = await verifyEndpoint(unit, parts, { endpoint, actor: actorOf(request) });
        return toWireWebhook(challenged, unit.nowMs);
      }),
  );
}

function registerRotation(app: App, parts: WebhookParts): void {
  app.post(
    "/v1/webhooks/:id/rotate",
    {
      config: { ...config, stepUp: true },
      schema: {
        operationId: "rotateWebhookSecret",
        tags,
        summary: "Rotate the secret",
        description:
          "The new secret signs from now on and is in this answer and nowhere again; the old one is valid for 24 hours more.",
        headers: idempotencyHeader,
        params: WebhookParamsSchema,
        body: noBody,
        response: {
          200: refer(NewWebhookSchema),
          ...answers([...bodyProblems, "NOT_FOUND", "STATE_INVALID", ...onceProblems]),
        },
      },
    },
    (request, reply) =>
      parts.runOnce(request, reply, async (unit): Promise<Made<NewWebhook>> => {
        const endpoint = await takeEndpoint(unit, getCaller(request), request.params.id);
        const { record, secret } = await rotateSecret(unit, parts, { endpoint, actor: actorOf(request) });
        return { status: 200, body: toWireWebhook(record, unit.nowMs), secrets: { secret } };
      }),
  );
}

function registerTest(app: App, parts: WebhookParts): void {
  app.post(
    "/v1/webhooks/:id/test",
    {
      config,
      schema: {
        operationId: "testWebhook",
        tags,
        summary: "Send a test event",
        description:
          "A `webhook.test` event to this endpoint alone, whatever it subscribes to, retried like any other.",
        headers: idempotencyHeader,
        params: WebhookParamsSchema,
        body: noBody,
        response: {
          202: { ...refer(WebhookTestSchema), description: "On its way." },
          ...answers([...bodyProblems, "NOT_FOUND", "STATE_INVALID", ...onceProblems]),
        },
      },
    },
    (request, reply) =>
      parts.runOnce(request, reply, async (unit) => {
        const endpoint = await takeActiveEndpoint(unit, getCaller(request), request.params.id);
        const { accountId, environment, applicationId } = endpoint;
        const event = { accountId, environment, applicationId, type: "webhook.test" as const, nowMs: unit.nowMs };
        const eventId = await insertEvent(unit.session, { ...event, data: { message: "It works." } });
        const target = { id: endpoint.id, status: "active" as const, applicationId };
        const [deliveryId = ""] = await addDeliveries(unit.session, { ...event, eventId }, [target]);
        await auditEndpoint(unit, "webhook.tested", endpoint, actorOf(request), { eventId, deliveryId });
        return { status: 202, body: { eventId, deliveryId } };
      }),
  );
}
