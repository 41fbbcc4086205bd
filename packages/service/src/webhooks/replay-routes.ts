import {
  notFound,
  ReplayParamsSchema,
  ReplaySchema,
  type ReplayStarted,
  ReplayStartedSchema,
  type ReplayWebhook,
  ReplayWebhookSchema,
  refer,
  WebhookParamsSchema,
} from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
import { countReplay, type EndpointRecord, findReplay, insertReplay, isServed } from "@wayfare/webhooks";
import { actorOf } from "../audit/actor.ts";
import type { Actor } from "../audit/store.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { idempotencyHeader, type Made, onceProblems } from "../storage/idempotency.ts";
import { readEvents, readReplayRange } from "./input.ts";
import { auditEndpoint, stateRefusal, takeEndpoint, type WebhookParts } from "./rules.ts";
import { toWireReplay } from "./wire.ts";

const tags = ["Webhooks"];
/** How long counting the events of a replay may take. */
const countMs = 5000;

export function registerReplayRoutes(app: App, { database, runOnce }: WebhookParts): void {
  app.post(
    "/v1/webhooks/:id/replay",
    {
      config: { access: ["usage.write"], applicationKeys: "own", reads: "expensive" },
      schema: {
        operationId: "replayWebhook",
        tags,
        summary: "Replay past events",
        description:
          "Creates new deliveries for the events of a period, in the background. Each delivery is retried like any other. With `dryRun` the events are only counted, up to a limit.",
        headers: idempotencyHeader,
        params: WebhookParamsSchema,
        body: refer(ReplayWebhookSchema),
        response: {
          202: { ...refer(ReplayStartedSchema), description: "The replay was started, or its events were counted." },
          ...answers([...bodyProblems, "NOT_FOUND", "STATE_INVALID", ...onceProblems]),
        },
      },
    },
    (request, reply) => {
      const effect = async (unit: Unit) => {
        const endpoint = await takeEndpoint(unit, getCaller(request), request.params.id, "share");
        return beginReplay(unit, { endpoint, body: request.body, actor: actorOf(request) });
      };
      return runOnce(request, reply, effect, { timeoutMs: countMs });
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
        description: "Returns the progress of a replay: its status and how many deliveries it has created.",
        params: ReplayParamsSchema,
        response: { 200: refer(ReplaySchema), ...answers(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const { id: endpointId, replayId: id } = request.params;
      await takeEndpoint({ session: database }, getCaller(request), endpointId, "none");
      const found = await findReplay(database, getCaller(request), { endpointId, id });
      if (found === undefined) throw notFound("replay", id);
      return toWireReplay(found);
    },
  );
}

async function beginReplay(
  unit: Unit,
  { endpoint, body, actor }: { endpoint: EndpointRecord; body: ReplayWebhook; actor: Actor },
): Promise<Made<ReplayStarted>> {
  if (!isServed(endpoint)) throw stateRefusal(endpoint, "only an active or a paused endpoint gets deliveries");
  const { accountId, environment, applicationId, id: endpointId } = endpoint;
  const events = body.types === undefined ? endpoint.events : readEvents(body.types, "/types");
  const range = readReplayRange(body, unit.nowMs);
  const order = { accountId, environment, applicationId, endpointId, events, ...range, status: body.status ?? null };
  const counted = await countReplay(unit.session, order);
  if (body.dryRun === true) return { status: 202, body: { id: null, ...counted, status: "dry_run" } };
  const id = await insertReplay(unit.session, order, { ...counted, nowMs: unit.nowMs });
  await auditEndpoint(unit, "webhook.replayed", endpoint, actor, { replayId: id, ...counted, ...body });
  return { status: 202, body: { id, ...counted, status: "running" } };
}
