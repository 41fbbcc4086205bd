import type { Clock } from "./clock.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";
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

export interface SendOnceOptions {
  fetch: typeof fetch;
  clock: Clock;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Sends a request once and reads the complete response.
 *
 * @throws TimeoutError, ConnectionError, or the abort reason of the caller's signal.
 */
export async function sendOnce(request: PreparedRequest, options: SendOnceOptions): Promise<RawResponse> {
  const { signal, timeoutMs, clock } = options;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  // Rejects with the reason before aborting, because platforms differ in how fetch rejects when aborted.
  const end = (reason: unknown) => {
    stop(reason);
    controller.abort(reason);
  };
  const cancelTimeout = clock.after(timeoutMs, () => {
    end(new TimeoutError(`${request.method} ${request.url} timed out after ${timeoutMs} ms`, timeoutMs));
  });
  const onAbort = () => end(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([stopped, fetchWhole(request, options.fetch, controller.signal)]);
  } finally {
    cancelTimeout();
    signal?.removeEventListener("abort", onAbort);
  }
}

async function fetchWhole(request: PreparedRequest, send: typeof fetch, signal: AbortSignal): Promise<RawResponse> {
  const { url, method, headers, body, expectsBytes: wantsBytes } = request;
  try {
    // The API never redirects, and the API key must not be sent to another server.
    const init: RequestInit = { method, headers, redirect: "manual", signal };
    const response = await send(url, body === undefined ? init : { ...init, body });
    const { status, headers: fields } = response;
    if (!wantsBytes || !response.ok) return { status, headers: fields, text: await response.text() };
    return { status, headers: fields, text: "", bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (cause) {
    throw new ConnectionError(`${method} ${url} failed: ${describe(cause)}`, { cause });
  }
}

/** Node's error is only "fetch failed"; its cause has the reason. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
