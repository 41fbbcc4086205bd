import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Clock, DomainError, newId } from "@wayfare/contract";
import { renderProblem } from "./problem.ts";
import type { SecurityHeaders } from "./security-headers.ts";

/** Parts of a start, in the order in which they load. */
export const loadingParts = ["code", "database", "migrations", "flights", "search_threads"] as const;

export type LoadingPart = (typeof loadingParts)[number];

interface StartingOptions {
  clock: Clock;
  publicUrl: () => string;
  headersOf: SecurityHeaders;
  /** Returns the parts that are not loaded yet. */
  loading: () => readonly LoadingPart[];
  /** Called for each request that got a 503 problem. */
  onRefused: () => void;
}

/** Most starts take less than that. */
const retryAfterSeconds = 2;

const starting = new DomainError("OVERLOADED", {
  detail:
    "The service is starting. The request was not processed. Repeat it after the number of seconds in `Retry-After`.",
  retryAfterSeconds,
});

/**
 * Creates the handler of requests during the start: `/healthz` returns 200 as later, `/readyz` lists the parts that are still loading, and every
 * other request gets a 503 problem. It responds at once and does not read bodies.
 */
export function makeStartingHandler({
  clock,
  publicUrl,
  headersOf,
  loading,
  onRefused,
}: StartingOptions): RequestListener {
  return (request, response) => {
    const requestId = newId("req", clock.nowMs());
    response.setHeader("request-id", requestId);
    for (const [name, value] of Object.entries(headersOf(request.url ?? ""))) response.setHeader(name, value);
    const probe = probedPath(request);
    if (probe === "/healthz") return sendJson(response, 200, { ok: true });
    response.setHeader("cache-control", "no-store");
    if (probe === "/readyz") return sendJson(response, 503, { ready: false, loading: loading() });
    onRefused();
    const problem = renderProblem(starting, { requestId, publicUrl: publicUrl() });
    response.setHeader("content-type", "application/problem+json; charset=utf-8");
    response.setHeader("retry-after", String(retryAfterSeconds));
    sendJson(response, problem.status, problem);
  };
}

/** Returns the path that a probe reads; undefined for other methods. */
function probedPath({ method, url = "" }: IncomingMessage): string | undefined {
  return method === "GET" || method === "HEAD" ? url.split("?", 1)[0] : undefined;
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.statusCode = status;
  if (!response.hasHeader("content-type")) response.setHeader("content-type", "application/json; charset=utf-8");
  response.setHeader("content-length", Buffer.byteLength(body));
  response.end(body);
}
