import {
  ChangeWatchSchema,
  CreateWatchSchema,
  DeletedWatchSchema,
  formatInstant,
  ref,
  WatchParamsSchema,
  WatchSchema,
  watchQuery,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { actorOf } from "../audit/actor.ts";
import type { App } from "../http/app-type.ts";
import { getCaller, timesOf } from "../http/caller.ts";
import { listQuery, listResponses, readDatedPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { changeWatch, createWatch, getWatch, removeWatch, type WatchRuleDeps } from "./rules.ts";
import { listWatches } from "./store.ts";
import { toWireWatch } from "./wire.ts";

const write = { access: ["flights.search"], applicationKeys: "own" } as const;
/** The scopes of searches. */
const read = { access: ["usage.read", "flights.search"], applicationKeys: "own" } as const;
const tags = ["Watches"];

export type WatchDeps = ResourceDeps & WatchRuleDeps;

export function registerWatchRoutes(app: App, deps: WatchDeps): void {
  registerWatchReading(app, deps);
  registerWatchCreation(app, deps);
  registerWatchChanges(app, deps);
}

function registerWatchReading(app: App, { database, cursors }: WatchDeps): void {
  app.get(
    "/v1/watches",
    {
      config: read,
      schema: {
        operationId: "listWatches",
        tags,
        summary: "List watches",
        description: "Lists the watches of the caller's environment, newest first. Deleted watches are not listed.",
        querystring: listQuery(watchQuery),
        response: listResponses(WatchSchema),
      },
    },
    async (request) => {
      const page = await readDatedPage(cursors, request, "wat", (caller, range) =>
        listWatches(database, caller, range),
      );
      return { ...page, data: page.data.map((watch) => toWireWatch(watch, getCaller(request).clockOffsetMs)) };
    },
  );
  app.get(
    "/v1/watches/:id",
    {
      config: read,
      schema: {
        operationId: "getWatch",
        tags,
        summary: "Get a watch",
        description: "Returns a watch with its last run and the flights that match.",
        params: WatchParamsSchema,
        response: { 200: ref(WatchSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      const caller = getCaller(request);
      const found = await getWatch({ tx: database }, caller, request.params.id);
      return toWireWatch(found, caller.clockOffsetMs);
    },
  );
}

function registerWatchCreation(app: App, deps: WatchDeps): void {
  app.post(
    "/v1/watches",
    {
      config: write,
      schema: {
        operationId: "createWatch",
        tags,
        summary: "Create a watch",
        description:
          "Repeats a search and sends `watch.matched` when flights match the condition that did not match before, or match better than last reported. The first run is made at once. Each run counts as one search; runs without quota are skipped. Returns 422 if the search or the condition is invalid, and 409 if the account has too many watches.",
        headers: idempotencyHeader,
        body: ref(CreateWatchSchema),
        response: {
          201: { ...ref(WatchSchema), description: "The watch." },
          ...problemResponses([...bodyProblems, "SEARCH_UNPROCESSABLE", "CONFLICT", ...idempotencyProblems]),
        },
      },
    },
    (request, reply) =>
      deps.runIdempotent(request, reply, async (unit) => {
        const { body } = request;
        const created = await createWatch(unit, deps, { body, owner: getCaller(request), actor: actorOf(request) });
        return { status: 201, body: toWireWatch(created, unit.nowMs - unit.wallMs) };
      }),
  );
}

function registerWatchChanges(app: App, deps: WatchDeps): void {
  const { database, clock } = deps;
  app.patch(
    "/v1/watches/:id",
    {
      config: write,
      schema: {
        operationId: "changeWatch",
        tags,
        summary: "Change a watch",
        description:
          "Pauses or resumes a watch, or changes its interval, end or metadata. A resumed watch runs at once. Flights that were reported before the pause are not reported again. The search and the condition cannot be changed: create another watch.",
        params: WatchParamsSchema,
        body: ref(ChangeWatchSchema),
        response: {
          200: ref(WatchSchema),
          ...problemResponses([...bodyProblems, "NOT_FOUND", "STATE_INVALID", "SEARCH_UNPROCESSABLE"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
        const { body: changes, params } = request;
        const caller = { owner: getCaller(request), actor: actorOf(request) };
        const changed = await changeWatch(unit, deps, { ...params, ...caller, changes });
        return toWireWatch(changed, unit.nowMs - unit.wallMs);
      }),
  );
  app.delete(
    "/v1/watches/:id",
    {
      config: write,
      schema: {
        operationId: "deleteWatch",
        tags,
        summary: "Delete a watch",
        description: "Deletes a watch. Its events are kept. This cannot be undone.",
        params: WatchParamsSchema,
        response: { 200: ref(DeletedWatchSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    (request) =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
        const { id } = request.params;
        await removeWatch(unit, { id, owner: getCaller(request), actor: actorOf(request) });
        return { id, deletedAt: formatInstant(unit.nowMs) };
      }),
  );
}
