import type { Socket } from "node:net";
import { newId } from "@wayfare/contract";
import type { Clock } from "../clock.ts";
import type { ConnectionEnd } from "../overload/connections.ts";
import { ProblemError, renderProblem } from "./problem.ts";

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
    const requestId = newId("req", clock.nowMs());
    const detail = details[error.code ?? ""] ?? "This is not a valid HTTP/1.1 request.";
    const problem = renderProblem(new ProblemError("REQUEST_INVALID", { detail, errors: [] }), {
      requestId,
      publicUrl,
    });
    const body = JSON.stringify(problem);
    const head = [
      "HTTP/1.1 400 Bad Request",
      "Content-Type: application/problem+json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Request-Id: ${requestId}`,
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once("close", () => clearTimeout(timer));
  };
}
