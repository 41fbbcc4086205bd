import type { Server, ServerResponse } from "node:http";
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

/** Ends the connections that Node by itself would keep: of clients who do not read, who ask far ahead, or who are too many. */
export function guardConnections(
  server: Server,
  limits: Pick<ConnectionLimits, "answerMs" | "pipelined" | "connections">,
  onEnd: (end: ConnectionEnd) => void,
): void {
  server.maxConnections = limits.connections;
  server.on("drop", () => {
    // Whoever is idle makes room for whoever comes next.
    server.closeIdleConnections();
    onEnd("too_many");
  });
  const underWay = new WeakMap<Socket, number>();
  server.on("timeout", (socket) => {
    // Between two requests this is the end of a kept connection, and nobody's fault.
    if ((underWay.get(socket) ?? 0) === 0) return socket.destroy();
    reset(socket);
    onEnd("silent");
  });
  server.on("request", ({ socket }, response) => {
    const ahead = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, ahead);
    response.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    if (ahead > limits.pipelined && !socket.destroyed) {
      reset(socket);
      onEnd("pipelined");
    }
    endUnlessRead(
      response,
      socket,
      () => {
        reset(socket);
        onEnd("answer_not_read");
      },
      limits.answerMs,
    );
  });
}

/** Once an answer is written as a whole, gives the client so long to take it. */
function endUnlessRead(response: ServerResponse, socket: Socket, end: () => void, answerMs: number): void {
  response.once("prefinish", () => {
    if (socket.writableLength === 0) return;
    const timer = setTimeout(end, answerMs);
    response.once("close", () => clearTimeout(timer));
  });
}

/** Ends a connection at once; a reset lets the kernel forget, too, what the client has not read. */
function reset(socket: Socket): void {
  socket.resetAndDestroy();
}
