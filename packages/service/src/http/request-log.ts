import { getClientAddress } from "@wayfare/egress";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Arrival time by the monotonic clock, in milliseconds. */
    startedAtMs: number;
  }
}

/** Returns a logger with the id of the request, for errors. */
export function requestLogger({ id, log }: FastifyRequest): FastifyBaseLogger {
  return log.child({ requestId: id });
}

/** Returns the time since the arrival of a request in milliseconds. */
export function durationMsOf({ startedAtMs }: FastifyRequest): number {
  return performance.now() - startedAtMs;
}

export interface EndedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  durationMs: number;
  /** Path template of the route; null if no route matches. */
  route: string | null;
  /** True if the client disconnected before the response was sent. */
  aborted: boolean;
}

/** Calls the listeners at the end of every request. Fastify's `onResponse` is not called if the client disconnects. */
export function onRequestEnd(app: FastifyInstance, listeners: readonly ((ended: EndedRequest) => void)[]): void {
  app.decorateRequest("startedAtMs", 0);
  app.addHook("onRequest", (request, reply, done) => {
    request.startedAtMs = performance.now();
    // Node caches the address, so that it is available after the socket is closed.
    void request.raw.socket.remoteAddress;
    let finished = false;
    // Not `writableFinished`, which is false at the end of a request within the process.
    reply.raw.on("finish", () => (finished = true));
    reply.raw.on("close", () => {
      const durationMs = durationMsOf(request);
      const aborted = !finished;
      const ended = { request, reply, durationMs, route: request.routeOptions.url ?? null, aborted };
      for (const listener of listeners) listener(ended);
    });
    done();
  });
}

/** Statuses whose log lines include the IP address, so that brute-force attempts can be traced. */
const addressStatuses = new Set([401, 403, 429]);

/** Logs one line for each request, without headers, bodies, query strings and raw keys. The status is null if the client disconnected. */
export function logRequest({ request, reply, durationMs, route, aborted }: EndedRequest): void {
  request.log.info(
    {
      requestId: request.id,
      method: request.method,
      route,
      status: aborted ? null : reply.statusCode,
      ms: Math.round(durationMs * 10) / 10,
      ...callerFields(request),
      ...(addressStatuses.has(reply.statusCode) ? { address: addressOrNull(request) } : {}),
    },
    "request",
  );
}

/** Returns null if the socket was closed before the request was read. */
function addressOrNull(request: FastifyRequest): string | null {
  return request.raw.socket.remoteAddress === undefined ? null : getClientAddress(request);
}

function callerFields({ caller }: FastifyRequest): { keyId: string | null; userId?: string } {
  if (caller === null) return { keyId: null };
  return caller.session === null ? { keyId: caller.id } : { keyId: null, userId: caller.id };
}
