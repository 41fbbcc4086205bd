import { ApiError, ConnectionError, InvalidResponseError, TimeoutError } from "./errors.ts";
import { type OperationId, operations } from "./operations.ts";

/** A failed attempt. */
export interface FailedAttempt {
  operation: OperationId;
  error: unknown;
  /** Retries so far. */
  retries: number;
  /** Random number in [0, 1) for the jitter. */
  random: number;
}

const firstDelayMs = 500;
const maxDelayMs = 8_000;
/** A longer `Retry-After` is not waited for: the error is thrown. */
const maxRetryAfterSeconds = 60;

/**
 * Returns the delay before the next retry, or null if the request is not retried.
 *
 * Requests that were rejected temporarily (429, 503, 409 `IDEMPOTENCY_IN_PROGRESS`) are always retried. If the response was lost, or the
 * service lost its database (503 `STORAGE_UNAVAILABLE`), the request may have taken effect: only idempotent operations are retried.
 */
export function getRetryDelayMs({ operation, error, retries, random }: FailedAttempt): number | null {
  if (!isTemporaryRejection(error) && !(mayHaveTakenEffect(error) && isIdempotent(operation))) return null;
  const ceilingMs = Math.min(maxDelayMs, firstDelayMs * 2 ** retries);
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (retryAfterSeconds === null) return ceilingMs * (0.5 + random / 2);
  if (retryAfterSeconds > maxRetryAfterSeconds) return null;
  // Jitter: other clients received the same Retry-After.
  return retryAfterSeconds * 1000 + firstDelayMs * random;
}

function isTemporaryRejection(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === "STORAGE_UNAVAILABLE") return false;
  return error.status === 429 || error.status === 503 || error.code === "IDEMPOTENCY_IN_PROGRESS";
}

function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof ApiError) {
    return error.status === 502 || error.status === 504 || error.code === "STORAGE_UNAVAILABLE";
  }
  return error instanceof ConnectionError || error instanceof TimeoutError || error instanceof InvalidResponseError;
}

function isIdempotent(operation: OperationId): boolean {
  const { method, takesIdempotencyKey = false, isIdempotent: isMarked = false } = operations[operation];
  return method === "GET" || takesIdempotencyKey || isMarked;
}
