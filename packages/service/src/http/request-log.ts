import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

interface Answered {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Whether the caller was gone before the answer was out. */
  aborted: boolean;
}

/** Tells of each request once it is over, however it ended; `onResponse` is not called where the caller has gone. */
export function whenAnswered(app: FastifyInstance, tell: (answered: Answered) => void): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () => tell({ request, reply, aborted: !reply.raw.writableFinished }));
  });
}

/** One line for each request, its status null where the caller has gone: no headers, bodies, query strings or raw keys. */
export function registerRequestLog(app: FastifyInstance): void {
  whenAnswered(app, ({ request, reply, aborted }) => {
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
  });
}
