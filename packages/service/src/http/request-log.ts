import type { FastifyInstance } from "fastify";

/** One line for each request: no headers, bodies, query strings or raw keys. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        keyId: request.caller?.keyId ?? null,
      },
      "request",
    );
  });
}
