import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { type Clock, DomainError, newId } from "@wayfare/contract";
import { type ConnectionEnd, type ConnectionLimits, createHttpServer, type HttpServer } from "@wayfare/listener";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type { App } from "./app-type.ts";
import { makeErrorHandler } from "./error-handler.ts";
import { headersNamed } from "./raw-headers.ts";
import { schemaBucket } from "./schemas.ts";

interface ServerOptions {
  clock: Clock;
  log: FastifyBaseLogger;
  publicUrl: string;
  trustProxy: readonly string[];
  /** Limits of the server that is created. */
  connections?: Partial<ConnectionLimits>;
  /** Server that already listens, and whose requests are handed over when the app is ready; a new one if absent. */
  listener?: HttpServer;
  onConnectionEnd?: (end: ConnectionEnd) => void;
}

const bodyLimitBytes = 256 * 1024;

/**
 * Creates the Fastify server with its limits, and problem responses for requests that Fastify or Node rejects.
 *
 * @returns the app, and a function that closes its connections. It must be the last `preClose` hook: it waits for pending requests, and the
 *   hooks before it end those that wait for something.
 */
export function createServer({ clock, log, publicUrl, trustProxy, ...options }: ServerOptions): {
  app: App;
  closeConnections: () => Promise<void>;
} {
  let http = options.listener;
  const app = fastify({
    // No Fastify request logging, because request-log.ts does it, and no child logger for each request, which is rarely used.
    childLoggerFactory: () => log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId("req", clock.nowMs()),
    bodyLimit: bodyLimitBytes,
    schemaController: { bucket: () => schemaBucket },
    routerOptions: { maxParamLength: 1000 },
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    return503OnClosing: false,
    serverFactory(handle) {
      http ??= createHttpServer({ ...options, clock, publicUrl: () => publicUrl }, handle);
      return http.server;
    },
    frameworkErrors: (error, request, reply) => {
      reply.header("request-id", request.id);
      makeErrorHandler(publicUrl)(error, request, reply);
    },
    // The server has its own handler.
    clientErrorHandler: () => {},
  }).withTypeProvider<TypeBoxTypeProvider>();
  if (options.onConnectionEnd !== undefined) http?.observe(options.onConnectionEnd);
  return { app, closeConnections: async () => http?.close() };
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
