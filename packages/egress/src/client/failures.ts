import { errors } from "undici";
import { UnvettedPeerError } from "./dial.ts";
import { ProtocolError } from "./exchange.ts";
import { ProxyError } from "./proxy.ts";

/**
 * Phase in which a request failed. "request": the connection was open and no byte of the response had arrived. "response":
 * the response had begun.
 */
export type Phase = "dns" | "connect" | "tls" | "request" | "response";

/** Reason why a request has no response. */
export type FailureReason = "refused" | "dns" | "connect" | "tls" | "timeout" | "reset" | "protocol" | "aborted";

/** Cause of a failure. The detail is a message for people without data from the server. */
export interface Failure {
  readonly reason: FailureReason;
  readonly detail: string;
}

const timeouts: Record<Phase, string> = {
  dns: "DNS lookup did not finish",
  connect: "no connection was established",
  tls: "the TLS handshake did not finish",
  request: "no response was received",
  response: "the response did not finish",
};

const protocolCodes: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: "The response headers are too large.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The response body does not match its Content-Length.",
  UND_ERR_INVALID_ARG: "The request cannot be sent as HTTP/1.1.",
  UND_ERR_NOT_SUPPORTED: "The request cannot be sent as HTTP/1.1.",
};

export const invalidGzipFailure: Failure = { reason: "protocol", detail: "The response body is not valid gzip." };
export const plainHttpCertificateFailure: Failure = {
  reason: "refused",
  detail: "A client certificate can be presented to an https URL only.",
};
export const unusableCertificateFailure: Failure = {
  reason: "tls",
  detail: "The client certificate or its private key cannot be used.",
};
export const abortedFailure: Failure = { reason: "aborted", detail: "The request was aborted." };

/** Returns the failure of a request that timed out. */
export function timeoutFailure(phase: Phase, host: string): Failure {
  return { reason: "timeout", detail: `Request to ${host} timed out: ${timeouts[phase]}.` };
}

/** Converts an error of the socket, TLS or undici. */
export function toFailure(error: unknown, phase: Phase, host: string): Failure {
  const code = codeOf(error);
  const suffix = code === "" ? "" : ` (${code})`;
  if (error instanceof UnvettedPeerError) return { reason: "refused", detail: error.message };
  if (error instanceof ProxyError)
    return { reason: "connect", detail: `Could not connect to ${host}: ${error.message}.` };
  if (error instanceof ProtocolError) return { reason: "protocol", detail: error.message };
  const detail = protocolCodes[code];
  if (detail !== undefined) return { reason: "protocol", detail };
  if (phase === "dns" || phase === "connect") {
    return { reason: "connect", detail: `Could not connect to ${host}${suffix}.` };
  }
  if (phase === "tls") return { reason: "tls", detail: `The TLS handshake with ${host} failed${suffix}.` };
  // With TLS 1.3 a server refuses a client certificate after the handshake, with an alert.
  if (isTlsAlert(code)) return { reason: "tls", detail: `${host} refused the TLS connection${suffix}.` };
  if (isNotHttp(error, code)) return { reason: "protocol", detail: `${host} did not respond with HTTP/1.1${suffix}.` };
  const when = phase === "request" ? "before a response" : "before the end of the response";
  return { reason: "reset", detail: `${host} closed the connection ${when}${suffix}.` };
}

function isNotHttp(error: unknown, code: string): boolean {
  // A connection that ends early is not a syntax error, although undici's parser reports one, without a code (undici 8.12).
  if (error instanceof errors.HTTPParserError) return !error.message.includes("Invalid EOF state");
  // undici has no separate code for an unexpected 100 Continue or 101 Switching Protocols.
  return code === "UND_ERR_SOCKET" && error instanceof Error && error.message.startsWith("bad ");
}

export function isTlsAlert(code: string): boolean {
  return code.startsWith("ERR_SSL_") && code.includes("_ALERT_");
}

/** Returns the code of an error; empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
