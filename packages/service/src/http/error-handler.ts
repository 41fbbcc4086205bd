import { DomainError, type ErrorCode } from "@wayfare/contract";
import { DatabaseError, isUnavailable } from "@wayfare/database";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "./problem.ts";
import { logOf } from "./request-log.ts";
import { describeFaults } from "./validation-faults.ts";

/** What the framework's own refusals are called in our catalogue. */
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
 * Turns every error into a problem, and logs only faults of this service. An unavailable database fails many requests at once: those
 * errors go to `onUnavailable` instead of the log.
 */
export function makeErrorHandler(publicUrl: string, onUnavailable: (error: DatabaseError) => void = () => {}) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof DatabaseError && isUnavailable(error)) {
      onUnavailable(error);
      return sendProblem(reply, storageProblem(error, request), publicUrl);
    }
    const problem = bodyBrokeOff(request) ? new DomainError("REQUEST_INVALID", { errors: [] }) : toProblem(error);
    if (problem.code === "INTERNAL") logOf(request).error({ err: error }, "request failed");
    return sendProblem(reply, problem, publicUrl);
  };
}

/** The database failed. Where that was during COMMIT, the change may have been made. */
function storageProblem({ outcomeUnknown }: DatabaseError, { headers }: FastifyRequest): DomainError {
  if (!outcomeUnknown) return new DomainError("STORAGE_UNAVAILABLE");
  const advice =
    headers["idempotency-key"] === undefined
      ? "Read the resource before you send the request again; with an `Idempotency-Key`, sending it again would be safe."
      : "Send the request again with the same `Idempotency-Key`: it takes effect once.";
  return new DomainError("STORAGE_UNAVAILABLE", {
    detail: `The connection to the database was lost while the change was committed, so it may or may not have taken effect. ${advice}`,
  });
}

/** Whether the caller went away before the body was complete; nobody will read the answer. */
function bodyBrokeOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function toProblem(error: FastifyError | Error): DomainError {
  if (error instanceof DomainError) return error;
  if ("validation" in error && error.validation) return toValidationProblem(error);
  const code = "code" in error ? frameworkCodes[error.code] : undefined;
  if (code === "REQUEST_INVALID") return new DomainError(code, { detail: error.message, errors: [] });
  return new DomainError(code ?? "INTERNAL");
}

function toValidationProblem(error: FastifyError): DomainError {
  if (error.validationContext === "params") return new DomainError("NOT_FOUND");
  const errors = describeFaults(error.validation ?? [], error.validationContext ?? "body");
  const first = errors[0]?.detail ?? "The request does not match its schema.";
  const detail = errors.length > 1 ? `${first} (and ${errors.length - 1} more, see errors)` : first;
  return new DomainError("REQUEST_INVALID", { detail, errors });
}
