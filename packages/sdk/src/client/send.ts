import { buildUrl } from "./build-url.ts";
import { sleep } from "./clock.ts";
import { makeIdempotencyKey } from "./idempotency-key.ts";
import { type EventStream, eventStreamType, openStreamOnce } from "./open-stream.ts";
import type { OperationEntry } from "./operation-entry.ts";
import { type OperationId, type Operations, operations, type ResponseOf } from "./operations.ts";
import {
  type CreateOptions,
  checkMaxRetries,
  checkTimeout,
  type ResolvedOptions,
  type SentResponse,
} from "./options.ts";
import { isRecord, parseResponse } from "./parse-response.ts";
import { readResponseInfo } from "./response-info.ts";
import { getRetryDelayMs } from "./retry.ts";
import { type PreparedRequest, type SendOnceOptions, sendOnce } from "./send-once.ts";

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
  return async (operation, input, options = {}) => {
    const request = prepare(operation, input, options, resolved);
    return retry(operation, request, options, resolved, async (attempt) => {
      const response = await sendOnce(request, attempt);
      return parseResponse(operation, response, attempt.clock.nowMs());
    });
  };
}

/**
 * Calls an operation and resolves to the stream of its server-sent events once the first bytes have arrived. It is not retried after that.
 *
 * @throws ApiError, ConnectionError, TimeoutError, InvalidResponseError, or the abort reason of the caller's signal.
 */
export type OpenStream = <Id extends OperationId>(
  operation: Id,
  input: InputOf<Id>,
  options?: CreateOptions,
) => Promise<EventStream>;

/** Creates the function that opens streams of server-sent events. */
export function createOpenStream(resolved: ResolvedOptions): OpenStream {
  return async (operation, input, options = {}) => {
    const request = prepare(operation, input, options, resolved);
    request.headers.set("Accept", eventStreamType);
    return retry(operation, request, options, resolved, (attempt) => openStreamOnce(request, attempt));
  };
}

/** Repeats an attempt while its error can be retried. */
async function retry<T>(
  operation: OperationId,
  request: PreparedRequest,
  options: CreateOptions,
  resolved: ResolvedOptions,
  run: (options: SendOnceOptions) => Promise<T>,
): Promise<T> {
  const { clock, random } = resolved;
  const { signal } = options;
  const timeoutMs = checkTimeout(options.timeoutMs ?? resolved.timeoutMs);
  const maxRetries = checkMaxRetries(options.maxRetries ?? resolved.maxRetries);
  for (let retries = 0; ; retries += 1) {
    try {
      return await observe(operation, request, retries + 1, resolved, (fetch) =>
        run({ fetch, clock, timeoutMs, signal }),
      );
    } catch (error) {
      const delayMs = retries < maxRetries ? getRetryDelayMs({ operation, error, retries, random: random() }) : null;
      if (delayMs === null) throw error;
      await sleep(clock, delayMs, signal);
    }
  }
}

/** Runs an attempt and calls the hooks of the client outside of `fetch`, whose errors are repeated as failed connections. */
async function observe<T>(
  operation: OperationId,
  { method, url }: PreparedRequest,
  attempt: number,
  { fetch, clock, onRequest, onResponse }: ResolvedOptions,
  run: (send: typeof fetch) => Promise<T>,
): Promise<T> {
  const request = { operation, attempt, method, url };
  const startedMs = clock.nowMs();
  let arrived: SentResponse | undefined;
  onRequest(request);
  try {
    return await run(async (input, init) => {
      const response = await fetch(input, init);
      const info = readResponseInfo(response.status, response.headers);
      arrived = { ...request, response: info, tookMs: clock.nowMs() - startedMs };
      return response;
    });
  } finally {
    if (arrived !== undefined) onResponse(arrived);
  }
}

const acceptHeaders = { json: "application/json", text: "text/plain", bytes: "*/*" };

function prepare(
  operation: OperationId,
  input: Input,
  options: CreateOptions,
  resolved: ResolvedOptions,
): PreparedRequest {
  const entry: OperationEntry = operations[operation];
  checkInput(operation, input);
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

/** Explains wrong calls from JavaScript, which would otherwise send another request than the caller means. @throws TypeError */
function checkInput(operation: OperationId, input: Input): void {
  const { body, query = {} } = input;
  if ("body" in input && !isRecord(body)) {
    throw new TypeError(`${operation} expects an object with the members of the request, not ${describe(body)}.`);
  }
  // Spreading a string into a query gives a member for each character.
  if ("0" in query)
    throw new TypeError(`${operation} expects an object with filters such as { limit: 10 }, not a string.`);
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== "object") continue;
    throw new TypeError(`${operation}: ${name} must be a string, a number or a boolean, not ${describe(value)}.`);
  }
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
