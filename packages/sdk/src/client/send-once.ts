import { Attempt, type AttemptOptions } from "./attempt.ts";
import { ConnectionError } from "./errors.ts";
import type { RawResponse } from "./parse-response.ts";

/** A request that can be sent several times. */
export interface PreparedRequest {
  url: string;
  method: string;
  headers: Headers;
  body: string | undefined;
  /** True if a successful response is binary. */
  expectsBytes: boolean;
}

export interface SendOnceOptions extends AttemptOptions {
  fetch: typeof fetch;
}

/**
 * Sends a request once and reads the complete response.
 *
 * @throws TimeoutError, ConnectionError, or the abort reason of the caller's signal.
 */
export async function sendOnce(request: PreparedRequest, options: SendOnceOptions): Promise<RawResponse> {
  const attempt = new Attempt(`${request.method} ${request.url}`, options);
  try {
    return await attempt.run(fetchWhole(request, options.fetch, attempt.signal));
  } finally {
    attempt.release();
  }
}

async function fetchWhole(request: PreparedRequest, send: typeof fetch, signal: AbortSignal): Promise<RawResponse> {
  try {
    const response = await fetchHead(request, send, signal);
    const { status, headers } = response;
    if (!request.expectsBytes || !response.ok) return { status, headers, text: await response.text() };
    return { status, headers, text: "", bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (cause) {
    throw makeConnectionError(request, cause);
  }
}

/** Sends a request and resolves when the head of the response has arrived. */
export function fetchHead(request: PreparedRequest, send: typeof fetch, signal: AbortSignal): Promise<Response> {
  const { url, method, headers, body } = request;
  // The API never redirects, and the API key must not be sent to another server.
  const init: RequestInit = { method, headers, redirect: "manual", signal };
  return send(url, body === undefined ? init : { ...init, body });
}

/** Creates the error of a failed connection. */
export function makeConnectionError({ method, url }: PreparedRequest, cause: unknown): ConnectionError {
  return new ConnectionError(`${method} ${url} failed: ${describe(cause)}`, { cause });
}

/** Node's error is only "fetch failed"; its cause has the reason. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
