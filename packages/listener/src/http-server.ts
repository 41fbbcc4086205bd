import { createServer, type RequestListener, type Server } from "node:http";
import type { Clock } from "@wayfare/contract";
import { makeClientErrorHandler, makePipeliningRejection } from "./client-errors.ts";
import { type ConnectionEnd, type ConnectionLimits, connectionDefaults, guardConnections } from "./connections.ts";

export interface HttpServerOptions {
  clock: Clock;
  /** Public URL of the service, which is known when the server listens. */
  publicUrl: () => string;
  connections?: Partial<ConnectionLimits>;
}

/** Requests of one or several sockets, whose handler can be replaced while they are open. */
export interface HttpServer {
  /** The first server. */
  readonly server: Server;
  /** Calls `onEnd` for each connection that is closed because of a limit. */
  observe(onEnd: (end: ConnectionEnd) => void): void;
  /** Gives all later requests to `handle`. */
  handOver(handle: RequestListener): void;
  /** Accepts no more connections, and closes each connection as it becomes idle. Resolves when all are closed. */
  close(): Promise<void>;
  /** Closes all connections, also those with pending requests. */
  closeAllConnections(): void;
}

const maxHeaderBytes = 16 * 1024;

/** Creates an HTTP server with the limits on connections, and problem responses for requests that Node rejects. It does not listen yet. */
export function createHttpServer(
  { clock, publicUrl, ...options }: HttpServerOptions,
  first: RequestListener,
): HttpServer {
  const limits = { ...connectionDefaults, ...options.connections };
  let handle = first;
  let observeEnd: (end: ConnectionEnd) => void = () => {};
  const onEnd = (end: ConnectionEnd): void => observeEnd(end);
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    requireHostHeader: false,
  });
  server.setTimeout(limits.inactivityMs);
  server.on("clientError", makeClientErrorHandler(publicUrl, clock, onEnd));
  // Unknown expectations are ignored. By default Node responds with 417 and no problem body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  const closeIdle = guardConnections(server, limits, {
    handle: (request, response) => handle(request, response),
    onEnd,
    rejectPipelined: makePipeliningRejection(publicUrl, clock, limits.maxPipelined),
  });
  return {
    server,
    observe(onConnectionEnd) {
      observeEnd = onConnectionEnd;
    },
    handOver(next) {
      handle = next;
    },
    close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      // An error only says that the server does not listen.
      server.close(() => resolve());
      closeIdle();
      return promise;
    },
    closeAllConnections: () => server.closeAllConnections(),
  };
}
