import {
  notFound,
  type ReplayAnswer,
  ReplayAnswerSchema,
  ReplayParamsSchema,
  ReplaySchema,
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
import { readEvents, readPeriod } from "./input.ts";
import { auditEndpoint, stateRefusal, takeEndpoint, type WebhookParts } from "./rules.ts";
import { toWireReplay } from "./wire.ts";

const tags = ["Webhooks"];
/** How long counting the events of a replay may take. */
const countMs = 5000;

export function registerReplayRoutes(app: App, { database, runOnce }: WebhookParts): void {
  app.post(
    "/v1/webhooks/:id/replay",
    {
      config: { access: ["usage.write"], applicationKeys: "refused", reads: "expensive" },
      schema: {
        operationId: "replayWebhook",
        tags,
        summary: "Deliver past events once more",
        description:
          "Makes new deliveries of the events of a period, each with its whole schedule, in the background. `dryRun` only counts them, up to a limit.",
        headers: idempotencyHeader,
        params: WebhookParamsSchema,
        body: refer(ReplayWebhookSchema),
        response: {
          202: { ...refer(ReplayAnswerSchema), description: "Begun, or counted." },
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
        summary: "Read how far a replay is",
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
): Promise<Made<ReplayAnswer>> {
  if (!isServed(endpoint)) throw stateRefusal(endpoint, "only an active or a paused endpoint gets deliveries");
  const { accountId, environment, id: endpointId } = endpoint;
  const events = body.events === undefined ? endpoint.events : readEvents(body.events);
  const period = readPeriod(body.since, body.until, unit.nowMs);
  const order = { accountId, environment, endpointId, events, ...period, status: body.status ?? null };
  const counted = await countReplay(unit.session, order);
  if (body.dryRun === true) return { status: 202, body: { id: null, ...counted, state: "dry_run" } };
  const id = await insertReplay(unit.session, order, { ...counted, nowMs: unit.nowMs });
  await auditEndpoint(unit, "webhook.replayed", endpoint, actor, { replayId: id, ...counted, ...body });
  return { status: 202, body: { id, ...counted, state: "running" } };
}
