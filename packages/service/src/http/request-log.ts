import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export interface Answered {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Whether the caller was gone before the answer was out. */
  aborted: boolean;
}

/** Tells all of each request once it is over, however it ended; `onResponse` is not called where the caller has gone. */
export function whenAnswered(app: FastifyInstance, tellers: readonly ((answered: Answered) => void)[]): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.once("close", () => {
      const aborted = !reply.raw.writableFinished;
      for (const tell of tellers) tell({ request, reply, aborted });
    });
    done();
  });
}

/** One line for each request, its status null where the caller has gone: no headers, bodies, query strings or raw keys. */
export function logRequest({ request, reply, aborted }: Answered): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: aborted ? null : reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      keyId: request.caller?.keyId ?? null,
    },
    "request",
  );
}
