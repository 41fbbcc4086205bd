import { LoggedRequestSchema, notFound, RequestParamsSchema, refer, requestQuery } from "@wayfare/contract";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { listAnswers, listQuery, readDatedPage } from "../http/pages.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { firstRequestIdAt, requestRetentionMs } from "./days.ts";
import { findRequest, listRequests } from "./store.ts";

interface RequestParts extends Pick<ResourceParts, "database" | "clock" | "cursors"> {
  /** Writes what this process has recorded, so that a caller finds its last request. */
  flush(): Promise<void>;
}

const read = { access: ["usage.read"], applicationKeys: "own" } as const;
const tags = ["Usage"];

export function registerRequestRoutes(app: App, parts: RequestParts): void {
  const { database, clock, cursors } = parts;
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
          "Lists the requests of the caller's environment in the last 30 days, without their bodies, newest first. Use it to find failures by status, route or key. Requests appear a few seconds after they end.",
        querystring: listQuery(requestQuery),
        response: listAnswers(LoggedRequestSchema),
      },
    },
    (request) =>
      readDatedPage(cursors, request, "req", async (caller, { filters, firstId: fromId = "", ...range }) => {
        await parts.flush();
        const oldestId = firstId();
        const filter = { ...filters, statuses: readStatuses(filters.status) };
        return listRequests(database.reads, caller, {
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
        description: "Returns one request of the last 30 days by the id in its `Request-Id` header, without its body.",
        params: RequestParamsSchema,
        response: { 200: refer(LoggedRequestSchema), ...answers(["NOT_FOUND"]) },
      },
    },
    async (request) => {
      await parts.flush();
      const question = { id: request.params.id, firstId: firstId() };
      const found = await findRequest(database, getCaller(request), question);
      if (found === undefined) throw notFound("request", request.params.id);
      return found;
    },
  );
}

/** `404` is itself, `4xx` its whole class. */
function readStatuses(text: string | undefined): [number, number] | undefined {
  if (text === undefined) return undefined;
  return [Number(text.replaceAll("x", "0")), Number(text.replaceAll("x", "9"))];
}
