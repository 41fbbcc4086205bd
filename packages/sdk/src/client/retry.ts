import { ApiError, ConnectionError, TimeoutError, UnreadableAnswerError } from "./errors.ts";
import { type OperationId, operations } from "./operations.ts";

/** What decides on another attempt. */
export interface FailedAttempt {
  operation: OperationId;
  error: unknown;
  /** Retries so far. */
  retries: number;
  /** From 0 to 1, for the part of the delay that is drawn. */
  random: number;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** A service that asks for more than this is better asked again by somebody who knows why. */
const longestRetryAfterSeconds = 60;

/** Operations other than GET that are safe to send again without an `Idempotency-Key`: the second time changes nothing. */
const repeatable: ReadonlySet<OperationId> = new Set([
  "changeKey",
  "revokeKey",
  "revokeLeakedKey",
  "changeApplication",
  "changeAccount",
  "changeWebhook",
  "verifyWebhook",
  "previewSubscription",
]);

/**
 * How long to wait before the request is sent once more; null where it is not.
 *
 * What was refused for now (429, 503, 409 `IDEMPOTENCY_IN_PROGRESS`) is always sent again. Where the answer was lost, or the service
 * lost its database (503 `STORAGE_UNAVAILABLE`), the effect may have happened: only what may happen twice is sent again.
 */
export function delayBeforeRetry({ operation, error, retries, random }: FailedAttempt): number | null {
  if (!isRefusedForNow(error) && !(mayHaveHappened(error) && isRepeatable(operation))) return null;
  const ceilingMs = Math.min(longestDelayMs, firstDelayMs * 2 ** retries);
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (retryAfterSeconds === null) return ceilingMs * (0.5 + random / 2);
  if (retryAfterSeconds > longestRetryAfterSeconds) return null;
  // Not to the millisecond: everybody else was told the same.
  return retryAfterSeconds * 1000 + firstDelayMs * random;
}

function isRefusedForNow(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === "STORAGE_UNAVAILABLE") return false;
  return error.status === 429 || error.status === 503 || error.code === "IDEMPOTENCY_IN_PROGRESS";
}

function mayHaveHappened(error: unknown): boolean {
  if (error instanceof ApiError) {
    return error.status === 502 || error.status === 504 || error.code === "STORAGE_UNAVAILABLE";
  }
  return error instanceof ConnectionError || error instanceof TimeoutError || error instanceof UnreadableAnswerError;
}

function isRepeatable(operation: OperationId): boolean {
  const { method, takesIdempotencyKey = false } = operations[operation];
  return method === "GET" || takesIdempotencyKey || repeatable.has(operation);
}
