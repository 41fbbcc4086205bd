import { LoggedRequestSchema, notFound, RequestParamsSchema, ref, requestQuery } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { listQuery, listResponses, readDatedPage } from "../http/pagination.ts";
import { problemResponses } from "../http/problem-responses.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import type { RequestLog } from "./log.ts";
import { firstRequestIdAt, requestRetentionMs } from "./partitions.ts";

interface RequestDeps extends Pick<ResourceDeps, "clock" | "cursors"> {
  requestLog: RequestLog;
  /** Flushes the records of this process, so that a caller finds its last request. */
  flush(): Promise<void>;
}

const read = { access: ["usage.read"], applicationKeys: "own" } as const;
const tags = ["Usage"];

export function registerRequestRoutes(app: App, deps: RequestDeps): void {
  const { requestLog, clock, cursors } = deps;
  const firstId = () => firstRequestIdAt(clock.nowMs() - requestRetentionMs);
  app.get(
    "/v1/requests",
    {
      config: { ...read, reads: "expensive" },
      schema: {
        operationId: "listRequests",
        tags,
        summary: "List requests",
        description:
          "Lists the requests of the caller's environment in the last 30 days, newest first. Use the filters to find failures by status, route or key. Bodies, headers and query strings are not stored. Requests are included a few seconds after they end.",
        querystring: listQuery(requestQuery),
        response: listResponses(LoggedRequestSchema),
      },
    },
    (request) =>
      readDatedPage(cursors, request, "req", async (caller, { filters, firstId: fromId = "", ...range }) => {
        await deps.flush();
        const oldestId = firstId();
        const filter = { ...filters, statuses: readStatuses(filters.status) };
        return requestLog.list(caller, {
          filter,
          firstId: fromId > oldestId ? fromId : oldestId,
          ...range,
        });
      }),
  );
  app.get(
    "/v1/requests/:id",
    {
      config: read,
      schema: {
        operationId: "getRequest",
        tags,
        summary: "Get a request",
        description:
          "Returns a request of the last 30 days by the id in its `Request-Id` response header. Bodies, headers and query strings are not stored.",
        params: RequestParamsSchema,
        response: { 200: ref(LoggedRequestSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      await deps.flush();
      const query = { id: request.params.id, firstId: firstId() };
      const found = await requestLog.find(getCaller(request), query);
      if (found === undefined) throw notFound("request", request.params.id);
      return found;
    },
  );
}

/** Parses `404` as one status and `4xx` as a range. */
function readStatuses(text: string | undefined): [number, number] | undefined {
  if (text === undefined) return undefined;
  return [Number(text.replaceAll("x", "0")), Number(text.replaceAll("x", "9"))];
}
