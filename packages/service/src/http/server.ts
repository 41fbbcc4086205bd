import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { type Clock, DomainError, newId } from "@wayfare/contract";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type { App } from "./app-type.ts";
import { makeClientErrorHandler, makePipeliningRejection } from "./client-errors.ts";
import { type ConnectionEnd, type ConnectionLimits, connectionDefaults, guardConnections } from "./connections.ts";
import { makeErrorHandler } from "./error-handler.ts";
import { headersNamed } from "./raw-headers.ts";
import { schemaBucket } from "./schemas.ts";

interface ServerOptions {
  clock: Clock;
  log: FastifyBaseLogger;
  publicUrl: string;
  trustProxy: readonly string[];
  connections?: Partial<ConnectionLimits>;
  onConnectionEnd?: (end: ConnectionEnd) => void;
}

const bodyLimitBytes = 256 * 1024;

/** Creates the Fastify server with its limits, and problem responses for requests that Fastify or Node rejects. */
export function createServer({ clock, log, publicUrl, trustProxy, ...options }: ServerOptions): App {
  const limits = { ...connectionDefaults, ...options.connections };
  const onEnd = options.onConnectionEnd ?? (() => {});
  const app = fastify({
    // No Fastify request logging, because request-log.ts does it, and no child logger for each request, which is rarely used.
    childLoggerFactory: () => log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId("req", clock.nowMs()),
    bodyLimit: bodyLimitBytes,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.inactivityMs,
    keepAliveTimeout: limits.idleMs,
    maxRequestsPerSocket: 0,
    schemaController: { bucket: () => schemaBucket },
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
  // Unknown expectations are ignored. By default Node responds with 417 and no problem body.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  const rejectPipelined = makePipeliningRejection(publicUrl, clock, limits.maxPipelined);
  const closeIdle = guardConnections(app.server, limits, { onEnd, rejectPipelined });
  app.addHook("preClose", (done) => {
    closeIdle();
    done();
  });
  return app;
}

/** Adds the request id to every response, and checks for a single Host header, because Node's own rejection has no problem body. */
export function registerRequestBasics(app: App): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("request-id", request.id);
    const hosts = headersNamed("host", request.raw.rawHeaders).length;
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion !== "1.1")) return done();
    const detail = hosts === 0 ? "HTTP/1.1 requires a Host header." : "Multiple Host headers. Send exactly one.";
    done(new DomainError("REQUEST_INVALID", { detail, errors: [] }));
  });
}
