import type { Arrived } from "./answer.ts";
import type { Clock } from "./clock.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";

/** One request, ready to be sent as often as need be. */
export interface Prepared {
  url: string;
  method: string;
  headers: Headers;
  body: string | undefined;
  /** Whether a good answer is bytes and no text. */
  wantsBytes: boolean;
}

export interface ExchangeParts {
  fetch: typeof fetch;
  clock: Clock;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Sends a request once and waits for the whole answer.
 *
 * @throws TimeoutError, ConnectionError, or the reason of the caller's signal
 */
export async function exchange(request: Prepared, parts: ExchangeParts): Promise<Arrived> {
  const { signal, timeoutMs, clock } = parts;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  // The reason goes first: what a fetch makes of an abort differs between platforms.
  const end = (reason: unknown) => {
    stop(reason);
    controller.abort(reason);
  };
  const callOff = clock.after(timeoutMs, () => {
    end(new TimeoutError(`${request.method} ${request.url} was not answered within ${timeoutMs} ms`, timeoutMs));
  });
  const onAbort = () => end(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([stopped, fetchWhole(request, parts.fetch, controller.signal)]);
  } finally {
    callOff();
    signal?.removeEventListener("abort", onAbort);
  }
}

async function fetchWhole(request: Prepared, send: typeof fetch, signal: AbortSignal): Promise<Arrived> {
  const { url, method, headers, body, wantsBytes } = request;
  try {
    // Nothing of the API redirects, and a key is for the service alone.
    const init: RequestInit = { method, headers, redirect: "manual", signal };
    const response = await send(url, body === undefined ? init : { ...init, body });
    const { status, headers: fields } = response;
    if (!wantsBytes || !response.ok) return { status, headers: fields, text: await response.text() };
    return { status, headers: fields, text: "", bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (cause) {
    throw new ConnectionError(`${method} ${url} failed: ${describe(cause)}`, { cause });
  }
}

/** Node says only "fetch failed", and the reason beneath. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
