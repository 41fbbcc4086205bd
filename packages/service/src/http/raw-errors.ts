import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type Clock, DomainError, newId } from "@wayfare/contract";
import type { ConnectionEnd } from "./connections.ts";
import { renderProblem } from "./problem.ts";

const details: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "The headers are too large.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request did not arrive in time.",
};

/** How long a client has to take the answer and to close its side, which it may never do. */
const lingerMs = 1000;

/** Answers what never became a request, such as a line that is not HTTP. */
export function makeClientErrorHandler(publicUrl: string, clock: Clock, onEnd: (end: ConnectionEnd) => void) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") onEnd("request_not_sent");
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const detail = details[error.code ?? ""] ?? "This is not a valid HTTP/1.1 request.";
    endWithProblem(socket, new DomainError("REQUEST_INVALID", { detail, errors: [] }), { publicUrl, clock });
  };
}

/** Answers a client that has sent too many requests ahead of their answers, after those that were answered. */
export function makeAheadRefusal(publicUrl: string, clock: Clock, maxAhead: number) {
  const detail = `At most ${maxAhead} requests may wait for their answers on one connection. Later ones were not handled.`;
  return (socket: Socket): void =>
    endWithProblem(socket, new DomainError("RATE_LIMITED", { detail, retryAfterSeconds: 1 }), {
      publicUrl,
      clock,
    });
}

/** Writes a problem past Node's own responses. What the client still sends is read: unread bytes would reset the connection. */
function endWithProblem(
  socket: Socket,
  error: DomainError,
  { publicUrl, clock }: { publicUrl: string; clock: Clock },
): void {
  const requestId = newId("req", clock.nowMs());
  const problem = renderProblem(error, { requestId, publicUrl });
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
