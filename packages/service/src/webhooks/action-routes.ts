import {
  type NewWebhook,
  NewWebhookSchema,
  RotateWebhookSchema,
  ref,
  VerificationStartedSchema,
  WebhookParamsSchema,
  WebhookTestSchema,
} from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import {
  addDeliveries,
  type EndpointRecord,
  findMissedEvents,
  insertEvent,
  isVerified,
  type MissedEvents,
} from "@wayfare/webhooks";
import { actorOf } from "../audit/actor.ts";
import type { App } from "../http/app-type.ts";
import { getCaller, timesOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { type EffectResult, idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import { verifyEndpoint } from "./change.ts";
import { auditEndpoint, getActiveEndpoint, getEndpoint, rotateSecret, type WebhookDeps } from "./rules.ts";
import { toWireMissed, toWireWebhook } from "./wire.ts";

const config = { access: ["usage.write"], applicationKeys: "own" } as const;
const tags = ["Webhooks"];

/** Registers the actions of an endpoint: verify, rotate and test. */
export function registerWebhookActions(app: App, deps: WebhookDeps): void {
  registerVerification(app, deps);
  registerRotation(app, deps);
  registerTest(app, deps);
}

function registerVerification(app: App, deps: WebhookDeps): void {
  app.post(
    "/v1/webhooks/:id/verify",
    {
      config,
      schema: {
        operationId: "verifyWebhook",
        tags,
        summary: "Send the challenge again",
        description:
          "Sends the challenge again to an endpoint that is unverified or disabled, or to its pending URL. The endpoint becomes active when it responds with the token of the challenge. `missedEvents` says what the endpoint has missed; replay it when the endpoint is active. Returns 409 if the URL is already verified.",
        params: WebhookParamsSchema,
        body: noBody,
        response: {
          200: ref(VerificationStartedSchema),
          ...problemResponses([...bodyProblems, "NOT_FOUND", "STATE_INVALID"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(deps.database, timesOf(deps.clock, getCaller(request)), async (unit) => {
        const endpoint = await getEndpoint(unit, getCaller(request), request.params.id);
        const missed = isVerified(endpoint) ? null : await findMissed(unit, endpoint);
        const challenged = await verifyEndpoint(unit, deps, { endpoint, actor: actorOf(request) });
        return { ...toWireWebhook(challenged, unit.nowMs), missedEvents: toWireMissed(missed) };
      }),
  );
}

/** Events since the creation or the first failure of an endpoint that were not delivered to it. */
function findMissed({ tx, nowMs }: UnitOfWork, endpoint: EndpointRecord): Promise<MissedEvents | null> {
  const { id: endpointId, accountId, environment, applicationId, filterPath, events } = endpoint;
  const fromMs = endpoint.failingSinceMs ?? endpoint.createdAtMs;
  return findMissedEvents(tx, {
    endpointId,
    accountId,
    environment,
    applicationId,
    filterPath,
    events,
    fromMs,
    toMs: nowMs + 1,
  });
}

function registerRotation(app: App, deps: WebhookDeps): void {
  app.post(
    "/v1/webhooks/:id/rotate",
    {
      config: { ...config, stepUp: true, compress: false },
      schema: {
        operationId: "rotateWebhookSecret",
        tags,
        summary: "Rotate the secret of a webhook endpoint",
        description:
          "Creates a new secret, which signs all further deliveries and is returned only in this response. For 24 hours the old secret stays valid too, so that receivers can be updated without losing events; with `expirePrevious` it ends immediately. A second rotation within that time is allowed: the secret it replaces stays valid for its own 24 hours, and the older one ends. If you lost the response, rotate again.",
        headers: idempotencyHeader,
        params: WebhookParamsSchema,
        body: ref(RotateWebhookSchema),
        response: {
          200: ref(NewWebhookSchema),
          ...problemResponses([...bodyProblems, "NOT_FOUND", ...idempotencyProblems]),
        },
      },
    },
    (request, reply) =>
      deps.runIdempotent(request, reply, async (unit): Promise<EffectResult<NewWebhook>> => {
        const endpoint = await getEndpoint(unit, getCaller(request), request.params.id);
        const { expirePrevious = false } = request.body;
        const { record, secret } = await rotateSecret(unit, deps, {
          endpoint,
          expirePrevious,
          actor: actorOf(request),
        });
        return { status: 200, body: toWireWebhook(record, unit.nowMs), secrets: { secret } };
      }),
  );
}

function registerTest(app: App, deps: WebhookDeps): void {
  app.post(
    "/v1/webhooks/:id/test",
    {
      config,
      schema: {
        operationId: "testWebhook",
        tags,
        summary: "Send a test event",
        description:
          "Sends a `webhook.test` event to this endpoint only, regardless of its subscriptions. The delivery is signed and retried like any other. Returns 409 if the endpoint is not active.",
        headers: idempotencyHeader,
        params: WebhookParamsSchema,
        body: noBody,
        response: {
          202: { ...ref(WebhookTestSchema), description: "The delivery was scheduled." },
          ...problemResponses([...bodyProblems, "NOT_FOUND", "STATE_INVALID", ...idempotencyProblems]),
        },
      },
    },
    (request, reply) =>
      deps.runIdempotent(request, reply, async (unit) => {
        const endpoint = await getActiveEndpoint(unit, getCaller(request), request.params.id);
        const { accountId, environment, applicationId } = endpoint;
        const event = { accountId, environment, applicationId, type: "webhook.test" as const, nowMs: unit.nowMs };
        const eventId = await insertEvent(unit.tx, { ...event, subject: endpoint.id, data: { message: "It works." } });
        const target = { id: endpoint.id, status: "active" as const, applicationId, ordered: endpoint.ordered };
        const [deliveryId = ""] = await addDeliveries(unit.tx, { ...event, eventId, subject: endpoint.id }, [target]);
        await auditEndpoint(unit, "webhook.tested", endpoint, actorOf(request), { eventId, deliveryId });
        return { status: 202, body: { eventId, deliveryId } };
      }),
  );
}
