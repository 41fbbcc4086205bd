import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What a client may cost before its connection is ended. Times in milliseconds. */
export interface ConnectionLimits {
  /** From the opening, or the first byte of a request, until its headers are complete. */
  headersMs: number;
  /** From the first byte of a request until its body is complete. */
  requestMs: number;
  /** From the last byte of an answer until the next request. */
  idleMs: number;
  /** From the last byte of an answer that we have written until the client's kernel has taken it. */
  answerMs: number;
  /** Without any byte in either direction, whatever is going on. Longer than the longest deadline of a search. */
  silenceMs: number;
  /** How often requests are looked at for the first two. */
  checkEveryMs: number;
  /** Requests that a client may send ahead of their answers on one connection. */
  pipelined: number;
  /** Connections at once; more are closed as they open. */
  connections: number;
}

export const connectionDefaults: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 30_000,
  idleMs: 72_000,
  answerMs: 30_000,
  silenceMs: 120_000,
  checkEveryMs: 5000,
  pipelined: 16,
  connections: 10_000,
};

/** What a connection was ended for, as metrics name it. */
export type ConnectionEnd = "request_not_sent" | "answer_not_read" | "pipelined" | "silent" | "too_many";

/** Refused requests on one connection before it is reset: one read of 64 KiB holds no more. */
const maxRefused = 4096;

type Guards = Pick<ConnectionLimits, "answerMs" | "pipelined" | "connections">;

/**
 * Ends the connections that Node by itself would keep: of clients who do not read, who send too many requests ahead of their answers, or
 * who are too many. Requests beyond the limit are not handled; once those before them are answered, `endAhead` answers for them and ends
 * the connection. Listeners of `request` that are there already get only admitted requests. What it answers is called before the server closes: it ends those on which no request is under way, at once and as soon as that is so. Node
 * would wait for one on which nothing has come yet, such as browsers open ahead of need, until its client closes it.
 */
export function guardConnections(
  server: Server,
  limits: Guards,
  { onEnd, endAhead }: { onEnd: (end: ConnectionEnd) => void; endAhead: (socket: Socket) => void },
): () => void {
  /** Requests under way on each open connection. */
  const underWay = new Map<Socket, number>();
  const requestsOf = (socket: Socket) => underWay.get(socket) ?? 0;
  let isClosing = false;
  // A reset lets the kernel, too, forget what the client has not read.
  const end = (socket: Socket, reason: ConnectionEnd) => {
    if (socket.destroyed) return;
    socket.resetAndDestroy();
    onEnd(reason);
  };
  /** Requests beyond the limit, on each connection that had one. */
  const refused = new Map<Socket, number>();
  const refuse = (request: IncomingMessage) => {
    const { socket } = request;
    const count = (refused.get(socket) ?? 0) + 1;
    refused.set(socket, count);
    if (count === 1) onEnd("pipelined");
    if (count > maxRefused) socket.resetAndDestroy();
    else request.resume();
  };
  const endIfUnused = (socket: Socket) => {
    if (requestsOf(socket) === 0) socket.destroy();
  };
  server.maxConnections = limits.connections;
  server.on("connection", (socket) => {
    underWay.set(socket, 0);
    socket.once("close", () => {
      underWay.delete(socket);
      refused.delete(socket);
    });
    if (isClosing) endIfUnused(socket);
  });
  server.on("drop", () => {
    onEnd("too_many");
    server.closeIdleConnections();
  });
  server.on("timeout", (socket) => {
    // Between two requests this is the end of a kept connection, and nobody's fault.
    if (requestsOf(socket) === 0) socket.destroy();
    else end(socket, "silent");
  });
  const admit = (socket: Socket, response: ServerResponse) => {
    underWay.set(socket, requestsOf(socket) + 1);
    response.on("close", () => {
      if (socket.destroyed) return;
      underWay.set(socket, requestsOf(socket) - 1);
      if (isClosing) endIfUnused(socket);
      else if (refused.has(socket) && requestsOf(socket) === 0) endAhead(socket);
    });
    whenNotRead(response, limits.answerMs, () => end(socket, "answer_not_read"));
  };
  const handlers = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const { socket } = request;
    if (refused.has(socket) || requestsOf(socket) >= limits.pipelined) return refuse(request);
    admit(socket, response);
    for (const handle of handlers) Reflect.apply(handle, server, [request, response]);
  });
  return () => {
    isClosing = true;
    for (const socket of underWay.keys()) endIfUnused(socket);
  };
}

/** Tells where an answer that has been written as a whole is not taken in time. */
function whenNotRead(response: ServerResponse, answerMs: number, tell: () => void): void {
  response.on("prefinish", () => {
    if (response.socket === null || response.socket.writableLength === 0) return;
    const timer = setTimeout(tell, answerMs);
    response.once("close", () => clearTimeout(timer));
  });
}
