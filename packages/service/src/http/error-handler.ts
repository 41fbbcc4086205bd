import { DomainError, type ErrorCode, notFound, routeNotFound } from "@wayfare/contract";
import { DatabaseError, isUnavailable } from "@wayfare/database";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "./problem.ts";
import { requestLogger } from "./request-log.ts";
import { describeFaults } from "./validation-faults.ts";

/** Error codes for Fastify errors. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_EMPTY_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "REQUEST_INVALID",
  FST_ERR_CTP_EMPTY_JSON_BODY: "JSON_INVALID",
  FST_ERR_CTP_INVALID_JSON_BODY: "JSON_INVALID",
  FST_ERR_BAD_URL: "NOT_FOUND",
  FST_ERR_MAX_PARAM_LENGTH: "NOT_FOUND",
  FST_ERR_NOT_FOUND: "NOT_FOUND",
};

/**
 * Converts every error to a problem response, and logs internal errors only. An unavailable database fails many requests at once: those
 * errors go to `onUnavailable` instead of the log.
 */
export function makeErrorHandler(publicUrl: string, onUnavailable: (error: DatabaseError) => void = () => {}) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof DatabaseError && isUnavailable(error)) {
      onUnavailable(error);
      return sendProblem(reply, storageProblem(error, request), publicUrl);
    }
    const problem =
      isBodyAborted(request) || isDisconnect(error, reply)
        ? new DomainError("REQUEST_INVALID", { errors: [] })
        : toProblem(error, request);
    if (problem.code === "INTERNAL") requestLogger(request).error({ err: error }, "request failed");
    return sendProblem(reply, problem, publicUrl);
  };
}

/** Problem for a database failure. If COMMIT failed, the change may have been applied. */
function storageProblem({ outcomeUnknown }: DatabaseError, { headers }: FastifyRequest): DomainError {
  if (!outcomeUnknown) return new DomainError("STORAGE_UNAVAILABLE");
  const advice =
    headers["idempotency-key"] === undefined
      ? "Read the resource before you retry. With an `Idempotency-Key`, a retry would be safe."
      : "Retry with the same `Idempotency-Key`; the change is applied only once.";
  return new DomainError("STORAGE_UNAVAILABLE", {
    detail: `The database connection was lost during the commit, so the change may or may not have been applied. ${advice}`,
  });
}

/** True if the client disconnected before the body was complete. */
function isBodyAborted({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** True for an error because the client disconnected before the response. */
function isDisconnect(error: Error, { raw }: FastifyReply): boolean {
  if (!raw.destroyed) return false;
  return error.name === "AbortError" || ("code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE");
}

function toProblem(error: FastifyError | Error, request: FastifyRequest): DomainError {
  if (error instanceof DomainError) return error;
  if ("validation" in error && error.validation) return toValidationProblem(error, request);
  const code = "code" in error ? frameworkCodes[error.code] : undefined;
  if (code === "REQUEST_INVALID") return new DomainError(code, { detail: error.message, errors: [] });
  if (code === "NOT_FOUND") return routeNotFound(request.method, request.url);
  return new DomainError(code ?? "INTERNAL");
}

/** Resource names by the path segment before the id. */
const kinds: Readonly<Record<string, string>> = {
  keys: "key",
  deliveries: "delivery",
  team: "user",
  users: "user",
  offers: "offer",
  bookings: "booking",
  changes: "change",
  accounts: "account",
  applications: "application",
  watches: "watch",
  webhooks: "webhook",
  replays: "replay",
  events: "event",
  requests: "request",
  invoices: "invoice",
  invitations: "invitation",
  "sign-up-invitations": "invitation",
  passkeys: "passkey",
  sessions: "session",
  domains: "domain",
  suppliers: "supplier",
  errors: "error code",
};

/** Malformed ids get the same error as unknown ids. */
function malformedId(
  { validation = [] }: FastifyError,
  { params, method, routeOptions, url }: FastifyRequest,
): DomainError {
  const name = validation[0]?.instancePath.slice(1) ?? "";
  const segments = routeOptions.url?.split("/") ?? [];
  const kind = kinds[segments[segments.indexOf(`:${name}`) - 1] ?? ""];
  const id: unknown = new Map(Object.entries(params ?? {})).get(name);
  return kind === undefined || typeof id !== "string" ? routeNotFound(method, url) : notFound(kind, id);
}

function toValidationProblem(error: FastifyError, request: FastifyRequest): DomainError {
  if (error.validationContext === "params") return malformedId(error, request);
  const errors = describeFaults(error.validation ?? [], error.validationContext ?? "body");
  const first = errors[0]?.detail ?? "The request is invalid.";
  const detail = errors.length > 1 ? `${first} (and ${errors.length - 1} more, see errors)` : first;
  return new DomainError("REQUEST_INVALID", { detail, errors });
}
