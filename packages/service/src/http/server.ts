import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { type Clock, DomainError, newId } from "@wayfare/contract";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type { App } from "./app-type.ts";
import { type ConnectionEnd, type ConnectionLimits, connectionDefaults, guardConnections } from "./connections.ts";
import { makeErrorHandler } from "./error-handler.ts";
import { makeAheadRefusal, makeClientErrorHandler } from "./raw-errors.ts";
import { headersNamed } from "./raw-headers.ts";

interface ServerParts {
  clock: Clock;
  log: FastifyBaseLogger;
  publicUrl: string;
  trustProxy: readonly string[];
  connections?: Partial<ConnectionLimits>;
  onConnectionEnd?: (end: ConnectionEnd) => void;
}

const bodyLimitBytes = 256 * 1024;

/** Fastify with its limits, and a problem for everything that it refuses by itself. */
export function createServer({ clock, log, publicUrl, trustProxy, ...parts }: ServerParts): App {
  const limits = { ...connectionDefaults, ...parts.connections };
  const onEnd = parts.onConnectionEnd ?? (() => {});
  const app = fastify({
    // No logger of the framework's own, which would time each request beside us, and no child for each, which most would use once.
    childLoggerFactory: () => log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId("req", clock.nowMs()),
    bodyLimit: bodyLimitBytes,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silenceMs,
    keepAliveTimeout: limits.idleMs,
    maxRequestsPerSocket: 0,
    routerOptions: { maxParamLength: 1000 },
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
      reply.header("request-id", request.id);
      makeErrorHandler(publicUrl)(error, request, reply);
    },
    clientErrorHandler: makeClientErrorHandler(publicUrl, clock, onEnd),
  }).withTypeProvider<TypeBoxTypeProvider>();
  // Node would answer 417 by itself, without a problem in it; an expectation that is not known is best ignored.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  const endAhead = makeAheadRefusal(publicUrl, clock, limits.pipelined);
  const letGo = guardConnections(app.server, limits, { onEnd, endAhead });
  app.addHook("preClose", (done) => {
    letGo();
    done();
  });
  return app;
}

/** What holds for every request: its id on the answer, and one Host header, which Node would refuse without a problem in its answer. */
export function registerRequestBasics(app: App): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("request-id", request.id);
    const hosts = headersNamed("host", request.raw.rawHeaders).length;
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion !== "1.1")) return done();
    const detail = hosts === 0 ? "HTTP/1.1 needs a Host header." : "Send one Host header.";
    done(new DomainError("REQUEST_INVALID", { detail, errors: [] }));
  });
}
