import {
  notFound,
  ReplayParamsSchema,
  ReplaySchema,
  type ReplayStarted,
  ReplayStartedSchema,
  type ReplayWebhook,
  ReplayWebhookSchema,
  ref,
  WebhookParamsSchema,
} from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { countReplay, type EndpointRecord, findReplay, insertReplay, isVerified } from "@wayfare/webhooks";
import { actorOf } from "../audit/actor.ts";
import type { Actor } from "../audit/store.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { type EffectResult, idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import { readEvents, readReplayRange } from "./input.ts";
import { auditEndpoint, getEndpoint, stateRefusal, type WebhookDeps } from "./rules.ts";
import { toWireReplay } from "./wire.ts";

const tags = ["Webhooks"];
/** Timeout of counting the events of a replay. */
const countMs = 5000;

export function registerReplayRoutes(app: App, { database, runIdempotent }: WebhookDeps): void {
  app.post(
    "/v1/webhooks/:id/replay",
    {
      config: { access: ["usage.write"], applicationKeys: "own", reads: "expensive" },
      schema: {
        operationId: "replayWebhook",
        tags,
        summary: "Replay past events",
        description:
          "Starts a background job that creates new deliveries for the events of a period. Failed deliveries are retried as usual. With `dryRun`, the events are only counted, up to a limit. Returns 409 unless the endpoint is active or paused.",
        headers: idempotencyHeader,
        params: WebhookParamsSchema,
        body: ref(ReplayWebhookSchema),
        response: {
          202: {
            ...ref(ReplayStartedSchema),
            description: "The replay was started, or its events were counted with `dryRun`.",
          },
          ...problemResponses([...bodyProblems, "NOT_FOUND", "STATE_INVALID", ...idempotencyProblems]),
        },
      },
    },
    (request, reply) => {
      const effect = async (unit: UnitOfWork) => {
        const endpoint = await getEndpoint(unit, getCaller(request), request.params.id, "share");
        return startReplay(unit, { endpoint, body: request.body, actor: actorOf(request) });
      };
      return runIdempotent(request, reply, effect, { timeoutMs: countMs });
    },
  );
  app.get(
    "/v1/webhooks/:id/replays/:replayId",
    {
      config: { access: ["usage.read"], applicationKeys: "own" },
      schema: {
        operationId: "getWebhookReplay",
        tags,
        summary: "Get a replay",
        description: "Returns the status of a replay and the number of deliveries it has created.",
        params: ReplayParamsSchema,
        response: { 200: ref(ReplaySchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const { id: endpointId, replayId: id } = request.params;
      await getEndpoint({ tx: database }, getCaller(request), endpointId, "none");
      const found = await findReplay(database, getCaller(request), { endpointId, id });
      if (found === undefined) throw notFound("replay", id);
      return toWireReplay(found);
    },
  );
}

async function startReplay(
  unit: UnitOfWork,
  { endpoint, body, actor }: { endpoint: EndpointRecord; body: ReplayWebhook; actor: Actor },
): Promise<EffectResult<ReplayStarted>> {
  if (!isVerified(endpoint))
    throw stateRefusal(endpoint, "deliveries can be replayed only to an active or paused endpoint");
  const { accountId, environment, applicationId, filterPath, id: endpointId } = endpoint;
  const events = body.types === undefined ? endpoint.events : readEvents(body.types, "/types");
  const range = readReplayRange(body, unit.nowMs);
  const order = {
    accountId,
    environment,
    applicationId,
    filterPath,
    endpointId,
    events,
    ...range,
    status: body.status ?? null,
  };
  const counted = await countReplay(unit.tx, order);
  if (body.dryRun === true) return { status: 202, body: { id: null, ...counted, status: "dry_run" } };
  const id = await insertReplay(unit.tx, order, { ...counted, nowMs: unit.nowMs });
  await auditEndpoint(unit, "webhook.replayed", endpoint, actor, { replayId: id, ...counted, ...body });
  return { status: 202, body: { id, ...counted, status: "running" } };
}
