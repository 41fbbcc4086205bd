import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type Clock, DomainError, newId } from "@wayfare/contract";
import type { ConnectionEnd } from "./connections.ts";
import { renderProblem } from "./problem.ts";

const details: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "Request headers are too large (limit: 16 KiB).",
  ERR_HTTP_REQUEST_TIMEOUT: "Timed out while waiting for the request.",
};

/** Time for the client to read the response and close the connection, which is then destroyed. */
const lingerMs = 1000;

/** Creates the handler of connections without a valid request, such as malformed HTTP. */
export function makeClientErrorHandler(publicUrl: () => string, clock: Clock, onEnd: (end: ConnectionEnd) => void) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") onEnd("request_not_sent");
    // A browser can have connections that it has not used yet. It would take a response that waits there for the answer to its next request.
    const isUnused = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0;
    if (isUnused || error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const detail = details[error.code ?? ""] ?? "Malformed HTTP/1.1 request.";
    endWithProblem(socket, new DomainError("REQUEST_INVALID", { detail, errors: [] }), { publicUrl, clock });
  };
}

/** Creates the handler that responds to too many pipelined requests, after the responses to the accepted ones. */
export function makePipeliningRejection(publicUrl: () => string, clock: Clock, maxPipelined: number) {
  const detail = `Too many pipelined requests: at most ${maxPipelined} per connection. Later requests were not processed.`;
  return (socket: Socket): void =>
    endWithProblem(socket, new DomainError("RATE_LIMITED", { detail, retryAfterSeconds: 1 }), {
      publicUrl,
      clock,
    });
}

/** Writes a problem response directly to the socket. Incoming data is still read, because unread bytes would reset the connection. */
function endWithProblem(
  socket: Socket,
  error: DomainError,
  { publicUrl, clock }: { publicUrl: () => string; clock: Clock },
): void {
  const requestId = newId("req", clock.nowMs());
  const problem = renderProblem(error, { requestId, publicUrl: publicUrl() });
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}`,
    "Content-Type: application/problem+json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    ...(error.retryAfterSeconds === undefined ? [] : [`Retry-After: ${error.retryAfterSeconds}`]),
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
}
