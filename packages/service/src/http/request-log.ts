import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export interface Answered {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The template of the route's path; null where no route was met. */
  route: string | null;
  /** Whether the caller was gone before the answer was out. */
  aborted: boolean;
}

/** Tells all of each request once it is over, however it ended; `onResponse` is not called where the caller has gone. */
export function whenAnswered(app: FastifyInstance, tellers: readonly ((answered: Answered) => void)[]): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.on("close", () => {
      const aborted = !reply.raw.writableFinished;
      const answered = { request, reply, route: request.routeOptions.url ?? null, aborted };
      for (const tell of tellers) tell(answered);
    });
    done();
  });
}

/** One line for each request, its status null where the caller has gone: no headers, bodies, query strings or raw keys. */
export function logRequest({ request, reply, route, aborted }: Answered): void {
  request.log.info(
    {
      method: request.method,
      route,
      status: aborted ? null : reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...whoCalled(request),
    },
    "request",
  );
}

function whoCalled({ caller }: FastifyRequest): { keyId: string | null; userId?: string } {
  if (caller === null) return { keyId: null };
  return caller.session === null ? { keyId: caller.id } : { keyId: null, userId: caller.id };
}
