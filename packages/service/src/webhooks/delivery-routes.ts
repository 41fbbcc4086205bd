import {
  type Delivery,
  DeliveryDetailSchema,
  DeliveryParamsSchema,
  DeliverySchema,
  DomainError,
  deliveryQuery,
  notFound,
  ref,
} from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { findDelivery, listAttempts, listDeliveries, restartDelivery } from "@wayfare/webhooks";
import { actorOf } from "../audit/actor.ts";
import type { Actor } from "../audit/store.ts";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller, timesOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { listQuery, listResponses, readDatedPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { auditEndpoint, getActiveEndpoint, type WebhookDeps } from "./rules.ts";

/** Deliveries contain event data: booking references, prices and metadata, but no travelers' data. `usage.read` is not sufficient. */
const read = { access: ["flights.book", "usage.write"], applicationKeys: "own" } as const;
const tags = ["Webhooks"];

export function registerDeliveryRoutes(app: App, deps: WebhookDeps): void {
  registerDeliveryReading(app, deps);
  registerDeliveryRetry(app, deps);
}

function registerDeliveryReading(app: App, { database, cursors }: WebhookDeps): void {
  app.get(
    "/v1/deliveries",
    {
      config: { ...read, reads: "expensive" },
      schema: {
        operationId: "listDeliveries",
        tags,
        summary: "List deliveries",
        description:
          "Lists the webhook deliveries of the caller's environment, newest first. Use the filters to find dead-lettered deliveries, or the deliveries of one endpoint or event.",
        querystring: listQuery(deliveryQuery),
        response: listResponses(DeliverySchema),
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
          "Returns a delivery with all its attempts: request and response headers, status, error and timings of each attempt.",
        params: DeliveryParamsSchema,
        response: { 200: ref(DeliveryDetailSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const found = await findDelivery(database, getCaller(request), request.params.id);
      if (found === undefined) throw notFound("delivery", request.params.id);
      return { ...found, attempts: await listAttempts(database, found.id) };
    },
  );
}

function registerDeliveryRetry(app: App, { database, clock }: WebhookDeps): void {
  app.post(
    "/v1/deliveries/:id/retry",
    {
      config: { access: ["usage.write"], applicationKeys: "own" },
      schema: {
        operationId: "retryDelivery",
        tags,
        summary: "Retry a delivery",
        description:
          "Sends a delivery again immediately, with the same id, and starts a new retry schedule. Returns 409 if the delivery is pending or being delivered, or if its endpoint is not active.",
        params: DeliveryParamsSchema,
        body: noBody,
        response: {
          202: { ...ref(DeliverySchema), description: "The delivery was scheduled." },
          ...problemResponses([...bodyProblems, "NOT_FOUND", "STATE_INVALID"]),
        },
      },
    },
    async (request, reply) => {
      const caller = getCaller(request);
      const retried = await runUnitOfWork(database, timesOf(clock, caller), (unit) =>
        retryDelivery(unit, { caller, id: request.params.id, actor: actorOf(request) }),
      );
      return reply.code(202).send(retried);
    },
  );
}

async function retryDelivery(
  unit: UnitOfWork,
  { caller, id, actor }: { caller: Caller; id: string; actor: Actor },
): Promise<Delivery> {
  const seen = await findDelivery(unit.tx, caller, id);
  if (seen === undefined) throw notFound("delivery", id);
  const endpoint = await getEndpointOfDelivery(unit, caller, seen);
  const delivery = await findDelivery(unit.tx, caller, id, { lock: true });
  if (delivery === undefined || delivery.status === "pending" || delivery.status === "delivering") {
    throw new DomainError("STATE_INVALID", {
      detail: `A delivery with status \`${delivery?.status ?? "deleted"}\` cannot be retried.`,
    });
  }
  await restartDelivery(unit.tx, caller, id, unit.nowMs);
  await auditEndpoint(unit, "webhook.delivery_retried", endpoint, actor, { deliveryId: id, before: delivery.status });
  const retried = await findDelivery(unit.tx, caller, id);
  if (retried === undefined) throw new Error(`missing delivery ${id} after an update`);
  return retried;
}

/** Returns the active endpoint of a delivery. A deleted endpoint is an invalid state, not an unknown id. */
async function getEndpointOfDelivery(unit: UnitOfWork, caller: Caller, { webhookId }: Delivery) {
  try {
    return await getActiveEndpoint(unit, caller, webhookId);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "NOT_FOUND") throw error;
    throw new DomainError("STATE_INVALID", { detail: "The endpoint was deleted." });
  }
}
