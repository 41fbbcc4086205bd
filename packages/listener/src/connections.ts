import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Timeouts, in milliseconds, and limits of client connections. */
export interface ConnectionLimits {
  /** From the start of the connection, or the first byte of a request, until its headers are complete. */
  headersMs: number;
  /** From the first byte of a request until its body is complete. */
  requestMs: number;
  /** From the last byte of a response until the next request (keep-alive). */
  idleMs: number;
  /** From the last written byte of a response until the client has received it. */
  responseMs: number;
  /** Inactivity in both directions. Longer than the longest deadline of a search. */
  inactivityMs: number;
  /** Interval of the checks for the first two timeouts. */
  checkEveryMs: number;
  /** Maximum number of pipelined requests on a connection. */
  maxPipelined: number;
  /** Maximum number of open connections; further ones are closed at once. */
  maxConnections: number;
}

export const connectionDefaults: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 30_000,
  idleMs: 72_000,
  responseMs: 30_000,
  inactivityMs: 120_000,
  checkEveryMs: 5000,
  maxPipelined: 16,
  maxConnections: 10_000,
};

/** Reason for closing a connection, as in the metrics. */
export type ConnectionEnd = "request_not_sent" | "response_not_read" | "pipelined" | "inactive" | "too_many";

/** Rejected requests on one connection before it is reset. One read of 64 KiB holds fewer. */
const maxRejected = 4096;

type Guards = Pick<ConnectionLimits, "responseMs" | "maxPipelined" | "maxConnections">;

/**
 * Closes connections that Node would keep open: those of clients that do not read responses, that pipeline too many requests, or that
 * exceed the connection limit. Pipelined requests beyond the limit are not handled: after the responses to the earlier ones,
 * `rejectPipelined` sends an error and closes the connection. `handle` gets only accepted requests.
 *
 * @returns a function to call before the server closes. It closes connections without pending requests, at once and as they become idle.
 * Node would wait for connections without any request, such as browsers open speculatively, until their clients close them.
 */
export function guardConnections(
  server: Server,
  limits: Guards,
  {
    handle,
    onEnd,
    rejectPipelined,
  }: { handle: RequestListener; onEnd: (end: ConnectionEnd) => void; rejectPipelined: (socket: Socket) => void },
): () => void {
  /** Pending requests on each open connection. */
  const pending = new Map<Socket, number>();
  const requestsOf = (socket: Socket) => pending.get(socket) ?? 0;
  let isClosing = false;
  // A reset also discards the data in the kernel's send buffer.
  const end = (socket: Socket, reason: ConnectionEnd) => {
    if (socket.destroyed) return;
    socket.resetAndDestroy();
    onEnd(reason);
  };
  /** Rejected pipelined requests, on each connection with at least one. */
  const rejected = new Map<Socket, number>();
  const reject = (request: IncomingMessage) => {
    const { socket } = request;
    const count = (rejected.get(socket) ?? 0) + 1;
    rejected.set(socket, count);
    if (count === 1) onEnd("pipelined");
    if (count > maxRejected) socket.resetAndDestroy();
    else request.resume();
  };
  const endIfUnused = (socket: Socket) => {
    if (requestsOf(socket) === 0) socket.destroy();
  };
  server.maxConnections = limits.maxConnections;
  server.on("connection", (socket) => {
    pending.set(socket, 0);
    socket.once("close", () => {
      pending.delete(socket);
      rejected.delete(socket);
    });
    if (isClosing) endIfUnused(socket);
  });
  server.on("drop", () => {
    onEnd("too_many");
    server.closeIdleConnections();
  });
  server.on("timeout", (socket) => {
    // Between two requests this is the normal end of a keep-alive connection.
    if (requestsOf(socket) === 0) socket.destroy();
    else end(socket, "inactive");
  });
  const track = (socket: Socket, response: ServerResponse) => {
    pending.set(socket, requestsOf(socket) + 1);
    response.on("close", () => {
      if (socket.destroyed) return;
      pending.set(socket, requestsOf(socket) - 1);
      if (isClosing) endIfUnused(socket);
      else if (rejected.has(socket) && requestsOf(socket) === 0) rejectPipelined(socket);
    });
    whenNotRead(response, limits.responseMs, () => end(socket, "response_not_read"));
  };
  server.on("request", (request, response) => {
    const { socket } = request;
    if (rejected.has(socket) || requestsOf(socket) >= limits.maxPipelined) return reject(request);
    track(socket, response);
    handle(request, response);
  });
  return () => {
    isClosing = true;
    for (const socket of pending.keys()) endIfUnused(socket);
  };
}

/** Calls `onTimeout` if the client does not receive a completely written response in time. */
function whenNotRead(response: ServerResponse, responseMs: number, onTimeout: () => void): void {
  response.on("prefinish", () => {
    if (response.socket === null || response.socket.writableLength === 0) return;
    const timer = setTimeout(onTimeout, responseMs);
    response.once("close", () => clearTimeout(timer));
  });
}
