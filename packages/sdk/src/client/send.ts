import { buildUrl } from "./build-url.ts";
import { sleep } from "./clock.ts";
import { makeIdempotencyKey } from "./idempotency-key.ts";
import type { OperationEntry } from "./operation-entry.ts";
import { type OperationId, type Operations, operations, type ResponseOf } from "./operations.ts";
import { type CreateOptions, checkMaxRetries, checkTimeout, type ResolvedOptions } from "./options.ts";
import { parseResponse } from "./parse-response.ts";
import { getRetryDelayMs } from "./retry.ts";
import { type PreparedRequest, sendOnce } from "./send-once.ts";

/** `path`, `query` and `body` of an operation. */
type InputOf<Id extends OperationId> = Omit<Operations[Id], "response">;

/**
 * Calls an operation and resolves to the response body.
 *
 * @throws ApiError, ConnectionError, TimeoutError, InvalidResponseError, or the abort reason of the caller's signal.
 */
export type Send = <Id extends OperationId>(
  operation: Id,
  input: InputOf<Id>,
  options?: CreateOptions,
) => Promise<ResponseOf<Id>>;

interface Input {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
}

/** Creates the function that sends requests and retries them. */
export function createSend(resolved: ResolvedOptions): Send {
  const { fetch, clock, random } = resolved;
  return async (operation, input, options = {}) => {
    const { signal } = options;
    const timeoutMs = checkTimeout(options.timeoutMs ?? resolved.timeoutMs);
    const maxRetries = checkMaxRetries(options.maxRetries ?? resolved.maxRetries);
    const request = prepare(operations[operation], input, options, resolved);
    for (let retries = 0; ; retries += 1) {
      try {
        const response = await sendOnce(request, { fetch, clock, timeoutMs, signal });
        return parseResponse(operation, response, clock.nowMs());
      } catch (error) {
        const delayMs = retries < maxRetries ? getRetryDelayMs({ operation, error, retries, random: random() }) : null;
        if (delayMs === null) throw error;
        await sleep(clock, delayMs, signal);
      }
    }
  };
}

const acceptHeaders = { json: "application/json", text: "text/plain", bytes: "*/*" };

function prepare(
  entry: OperationEntry,
  input: Input,
  options: CreateOptions,
  resolved: ResolvedOptions,
): PreparedRequest {
  const headers = new Headers({ Accept: acceptHeaders[entry.responseType ?? "json"], ...resolved.headers });
  if (input.body !== undefined) headers.set("Content-Type", "application/json");
  // The same key in every attempt, so that the request takes effect once.
  if (entry.takesIdempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey ?? makeIdempotencyKey());
  return {
    url: resolved.baseUrl + buildUrl(entry.path, input.path, input.query),
    method: entry.method,
    headers,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    expectsBytes: entry.responseType === "bytes",
  };
}
