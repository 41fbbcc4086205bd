import { addressOf } from "@wayfare/egress";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** When it came, by a clock that is never set. */
    startedAtMs: number;
  }
}

/** A log whose lines name a request; for where something goes wrong. */
export function logOf({ id, log }: FastifyRequest): FastifyBaseLogger {
  return log.child({ requestId: id });
}

/** How long a request has taken so far, in milliseconds. */
export function durationMsOf({ startedAtMs }: FastifyRequest): number {
  return performance.now() - startedAtMs;
}

export interface Answered {
  request: FastifyRequest;
  reply: FastifyReply;
  durationMs: number;
  /** The template of the route's path; null where no route was met. */
  route: string | null;
  /** Whether the caller was gone before the answer was out. */
  aborted: boolean;
}

/** Tells all of each request once it is over, however it ended; `onResponse` is not called where the caller has gone. */
export function whenAnswered(app: FastifyInstance, tellers: readonly ((answered: Answered) => void)[]): void {
  app.decorateRequest("startedAtMs", 0);
  app.addHook("onRequest", (request, reply, done) => {
    request.startedAtMs = performance.now();
    // Node keeps the address of a socket that is closed only where it was read before.
    void request.raw.socket.remoteAddress;
    reply.raw.on("close", () => {
      const durationMs = durationMsOf(request);
      const aborted = !reply.raw.writableFinished;
      const answered = { request, reply, durationMs, route: request.routeOptions.url ?? null, aborted };
      for (const tell of tellers) tell(answered);
    });
    done();
  });
}

/** Refusals whose log line holds the address that the request came from, so that a guesser can be found. */
const addressStatuses = new Set([401, 403, 429]);

/** One line for each request, its status null where the caller has gone: no headers, bodies, query strings or raw keys. */
export function logRequest({ request, reply, durationMs, route, aborted }: Answered): void {
  request.log.info(
    {
      requestId: request.id,
      method: request.method,
      route,
      status: aborted ? null : reply.statusCode,
      ms: Math.round(durationMs * 10) / 10,
      ...whoCalled(request),
      ...(addressStatuses.has(reply.statusCode) ? { address: addressOrNull(request) } : {}),
    },
    "request",
  );
}

/** Null for a socket that was closed before the request was read. */
function addressOrNull(request: FastifyRequest): string | null {
  return request.raw.socket.remoteAddress === undefined ? null : addressOf(request);
}

function whoCalled({ caller }: FastifyRequest): { keyId: string | null; userId?: string } {
  if (caller === null) return { keyId: null };
  return caller.session === null ? { keyId: caller.id } : { keyId: null, userId: caller.id };
}
