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
        description:
          "Sends the challenge again to an endpoint that is not verified or was disabled, or to a new URL that has not answered yet. The endpoint becomes active when it answers with the token.",
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
          "Creates a new secret, which signs from now on and is returned only in this response. The old secret stays valid for 24 hours, so that receivers can be updated without losing events.",
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
          "Sends a `webhook.test` event to this endpoint only, whatever it subscribes to. The delivery is signed and retried like any other. Answers 409 if the endpoint is not active.",
        headers: idempotencyHeader,
        params: WebhookParamsSchema,
        body: noBody,
        response: {
          202: { ...refer(WebhookTestSchema), description: "The delivery was scheduled." },
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
