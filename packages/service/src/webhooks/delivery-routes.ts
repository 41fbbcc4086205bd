import {
  type Delivery,
  DeliveryDetailSchema,
  DeliveryParamsSchema,
  DeliverySchema,
  DomainError,
  deliveryQuery,
  notFound,
  refer,
} from "@wayfare/contract";
import { runUnit, type Unit } from "@wayfare/database";
import { findDelivery, listAttempts, listDeliveries, restartDelivery } from "@wayfare/webhooks";
import { actorOf } from "../audit/actor.ts";
import type { Actor } from "../audit/store.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller, nowOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { listAnswers, listQuery, readDatedPage } from "../http/pages.ts";
import { auditEndpoint, takeActiveEndpoint, type WebhookParts } from "./rules.ts";

/** What is delivered carries travelers' data. */
const read = { access: ["flights.book", "usage.write"], applicationKeys: "own" } as const;
const tags = ["Webhooks"];

export function registerDeliveryRoutes(app: App, parts: WebhookParts): void {
  registerDeliveryReading(app, parts);
  registerDeliveryRetry(app, parts);
}

function registerDeliveryReading(app: App, { database, cursors }: WebhookParts): void {
  app.get(
    "/v1/deliveries",
    {
      config: { ...read, reads: "expensive" },
      schema: {
        operationId: "listDeliveries",
        tags,
        summary: "List deliveries",
        description:
          "Lists the deliveries of the caller's environment, newest first. Use the filters to find deliveries that were dead-lettered, or those of one endpoint or event.",
        querystring: listQuery(deliveryQuery),
        response: listAnswers(DeliverySchema),
      },
    },
    (request) =>
      readDatedPage(cursors, request, "dlv", (caller, { filters: filter, ...range }) =>
        listDeliveries(database.reads, caller, { filter, ...range }),
      ),
  );
  app.get(
    "/v1/deliveries/:id",
    {
      config: read,
      schema: {
        operationId: "getDelivery",
        tags,
        summary: "Get a delivery",
        description:
          "Returns one delivery with all its attempts: request and response headers, status, error and timings of each.",
        params: DeliveryParamsSchema,
        response: { 200: refer(DeliveryDetailSchema), ...answers(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const found = await findDelivery(database, getCaller(request), request.params.id);
      if (found === undefined) throw notFound("delivery", request.params.id);
      return { ...found, attempts: await listAttempts(database, found.id) };
    },
  );
}

function registerDeliveryRetry(app: App, { database, clock }: WebhookParts): void {
  app.post(
    "/v1/deliveries/:id/retry",
    {
      config: { access: ["usage.write"], applicationKeys: "own" },
      schema: {
        operationId: "retryDelivery",
        tags,
        summary: "Retry a delivery",
        description:
          "Sends a delivery again now, with the same id, and starts a new retry schedule. The delivery must be delivered, dead-lettered, cancelled or awaiting its next attempt, and its endpoint must be active; else the answer is 409.",
        params: DeliveryParamsSchema,
        body: noBody,
        response: {
          202: { ...refer(DeliverySchema), description: "The delivery was scheduled." },
          ...answers([...bodyProblems, "NOT_FOUND", "STATE_INVALID"]),
        },
      },
    },
    async (request, reply) => {
      const caller = getCaller(request);
      const retried = await runUnit(database, nowOf(clock, caller), (unit) =>
        retryDelivery(unit, { caller, id: request.params.id, actor: actorOf(request) }),
      );
      return reply.code(202).send(retried);
    },
  );
}

async function retryDelivery(
  unit: Unit,
  { caller, id, actor }: { caller: Caller; id: string; actor: Actor },
): Promise<Delivery> {
  const seen = await findDelivery(unit.session, caller, id);
  if (seen === undefined) throw notFound("delivery", id);
  const endpoint = await takeEndpointOf(unit, caller, seen);
  const delivery = await findDelivery(unit.session, caller, id, { lock: true });
  if (delivery === undefined || delivery.status === "pending" || delivery.status === "delivering") {
    throw new DomainError("STATE_INVALID", { detail: `The delivery is ${delivery?.status ?? "gone"} already.` });
  }
  await restartDelivery(unit.session, caller, id, unit.nowMs);
  await auditEndpoint(unit, "webhook.delivery_retried", endpoint, actor, { deliveryId: id, before: delivery.status });
  const retried = await findDelivery(unit.session, caller, id);
  if (retried === undefined) throw new Error(`the delivery ${id} that was held is not there`);
  return retried;
}

/** The delivery is there although its endpoint may be gone, which is a state and no wrong id. */
async function takeEndpointOf(unit: Unit, caller: Caller, { webhookId }: Delivery) {
  try {
    return await takeActiveEndpoint(unit, caller, webhookId);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "NOT_FOUND") throw error;
    throw new DomainError("STATE_INVALID", { detail: "The endpoint was deleted." });
  }
}
