import type { FastifyInstance, FastifyReply } from "fastify";

/** One line for each request: no headers, bodies, query strings or raw keys. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        aborted: wasAborted(reply),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        keyId: request.caller?.keyId ?? null,
      },
      "request",
    );
  });
}

/** Whether the caller was gone before the answer was out. */
export function wasAborted(reply: FastifyReply): boolean {
  return !reply.raw.writableFinished;
}
