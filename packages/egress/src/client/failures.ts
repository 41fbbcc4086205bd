import { errors } from "undici";
import { UnvettedPeerError } from "./dial.ts";
import { ProtocolError } from "./exchange.ts";

/**
 * Where a request was when it failed. "request": the connection was open, and nothing had come back. "response": the
 * answer had begun.
 */
export type Phase = "dns" | "connect" | "tls" | "request" | "response";

/** Why a request has no answer. */
export type FailureReason = "refused" | "dns" | "connect" | "tls" | "timeout" | "reset" | "protocol" | "aborted";

/** A failure without its circumstances. The detail is words for a person and holds nothing that the server sent. */
export interface Fault {
  readonly reason: FailureReason;
  readonly detail: string;
}

const timeouts: Record<Phase, string> = {
  dns: "its name was not resolved",
  connect: "no connection was made",
  tls: "the TLS handshake was not done",
  request: "no answer began",
  response: "the answer did not end",
};

const protocolCodes: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too large.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The answer does not have the length that it says.",
  UND_ERR_INVALID_ARG: "The request cannot be written as HTTP.",
  UND_ERR_NOT_SUPPORTED: "The request cannot be written as HTTP.",
};

export const invalidGzipFault: Fault = { reason: "protocol", detail: "The body of the answer is not valid gzip." };
export const abortedFault: Fault = { reason: "aborted", detail: "The request was aborted." };

/** The fault of a request that met its deadline. */
export function timeoutFault(phase: Phase, host: string): Fault {
  return { reason: "timeout", detail: `${host} took too long: ${timeouts[phase]}.` };
}

/** The fault behind an error of the socket, TLS or undici. */
export function faultOf(error: unknown, phase: Phase, host: string): Fault {
  const code = codeOf(error);
  const suffix = code === "" ? "" : ` (${code})`;
  if (error instanceof UnvettedPeerError) return { reason: "refused", detail: error.message };
  if (error instanceof ProtocolError) return { reason: "protocol", detail: error.message };
  const words = protocolCodes[code];
  if (words !== undefined) return { reason: "protocol", detail: words };
  if (phase === "dns" || phase === "connect") {
    return { reason: "connect", detail: `${host} did not take the connection${suffix}.` };
  }
  if (phase === "tls") return { reason: "tls", detail: `The TLS handshake with ${host} failed${suffix}.` };
  if (isNoHttp(error, code)) return { reason: "protocol", detail: `${host} did not answer with HTTP/1.1${suffix}.` };
  const when = phase === "request" ? "before it answered" : "in the middle of its answer";
  return { reason: "reset", detail: `${host} closed the connection ${when}${suffix}.` };
}

function isNoHttp(error: unknown, code: string): boolean {
  // An end that comes too early is no fault of the syntax, although the parser says so. It gives no code (undici 8.12).
  if (error instanceof errors.HTTPParserError) return !error.message.includes("Invalid EOF state");
  // undici gives its answer to 100 Continue and 101 Switching Protocols no code of their own.
  return code === "UND_ERR_SOCKET" && error instanceof Error && error.message.startsWith("bad ");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
