import { findAcceptEncoding } from "./accept-encoding.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { OperationId } from "./operations.ts";
import type { ResponseInfo } from "./response-info.ts";
import { type AppInfo, makeUserAgent } from "./user-agent.ts";

/** A request that is about to be sent. */
export interface SentRequest {
  operation: OperationId;
  method: string;
  url: string;
  /** 1 for the first attempt. */
  attempt: number;
}

/** A response that has arrived. */
export interface SentResponse extends SentRequest {
  response: ResponseInfo;
  /** Milliseconds from the request to the head of the response. */
  tookMs: number;
}

/** Options of the client. */
export interface WayfareOptions {
  /** API key: `key_test_…`, `key_live_…` or `key_svc_…`. Omit it only in pages of the service itself, which use a session cookie. */
  apiKey?: string;
  /** Address of the service, such as `http://localhost:8080`. Default in browsers: the page's origin; required elsewhere. */
  baseUrl?: string;
  /** Environment of a session. Default: `test`. An API key has its own environment. */
  environment?: "test" | "live";
  /** `fetch` implementation. Default: the global one, which decodes compressed responses. Another one must decode what it requests. */
  fetch?: typeof fetch;
  /** Timeout of one attempt in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** Maximum number of retries. Default: 2. */
  maxRetries?: number;
  /** Called before each attempt. An error that it throws rejects the call. */
  onRequest?: (request: SentRequest) => void;
  /** Called with the status and headers of each response, also of errors and of attempts that are repeated. An error that it throws rejects the call. */
  onResponse?: (response: SentResponse) => void;
  /** Application or library that uses the client, appended to `User-Agent`. */
  appInfo?: AppInfo;
  /** Clock and timers, for tests. */
  clock?: Clock;
  /** Random number in [0, 1) for the jitter of retry delays, for tests. Default: `Math.random`. */
  random?: () => number;
}

/** Options of one call. */
export interface RequestOptions {
  /** Aborts the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Timeout of one attempt in milliseconds. Default: the client's. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries. Default: the client's. */
  maxRetries?: number | undefined;
}

/** Options of a call that creates or changes a resource or is charged. */
export interface CreateOptions extends RequestOptions {
  /**
   * Idempotency key: requests with the same key take effect, or are charged, once within 24 hours (15 minutes for a search). Default: a
   * random key per call. Pass your own if your process may crash and repeat the request.
   */
  idempotencyKey?: string | undefined;
}

/** Validated options with defaults applied. */
export interface ResolvedOptions {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
  onRequest: (request: SentRequest) => void;
  onResponse: (response: SentResponse) => void;
  clock: Clock;
  random: () => number;
}

/**
 * Validates options and applies defaults.
 *
 * @throws TypeError or RangeError if an option is invalid.
 */
export function resolveOptions(options: WayfareOptions): ResolvedOptions {
  const { fetch: given, timeoutMs = 30_000, maxRetries = 2, clock = systemClock, random = Math.random } = options;
  return {
    baseUrl: checkBaseUrl(options.baseUrl),
    headers: {
      ...createAuthHeaders(options),
      ...createEncodingHeaders(given),
      ...createUserAgentHeaders(options.appInfo),
    },
    // Called without `this`: browsers reject `fetch` with another receiver.
    fetch: given ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: checkTimeout(timeoutMs),
    maxRetries: checkMaxRetries(maxRetries),
    onRequest: options.onRequest ?? (() => {}),
    onResponse: options.onResponse ?? (() => {}),
    clock,
    random,
  };
}

/** @throws RangeError if the timeout is not positive or too large. */
export function checkTimeout(timeoutMs: number): number {
  // Timers of browsers and Node have 31 bits.
  if (timeoutMs > 0 && timeoutMs <= 2_147_483_647) return timeoutMs;
  throw new RangeError(`timeoutMs must be between 1 and 2147483647, not ${timeoutMs}.`);
}

/** @throws RangeError if the number is negative or not an integer. */
export function checkMaxRetries(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0) return maxRetries;
  throw new RangeError(`maxRetries must be a non-negative integer, not ${maxRetries}.`);
}

function checkBaseUrl(baseUrl: string | undefined): string {
  if (baseUrl === undefined) {
    if ("location" in globalThis) return "";
    throw new TypeError("baseUrl is required. Pass the address of the service, such as http://localhost:8080.");
  }
  if (/^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/.test(baseUrl)) return baseUrl.replace(/\/+$/, "");
  throw new TypeError(`baseUrl must be a URL such as http://localhost:8080, not ${JSON.stringify(baseUrl)}.`);
}

/** A `fetch` of the caller requests the codings that it decodes. */
function createEncodingHeaders(given: typeof fetch | undefined): Record<string, string> {
  const acceptEncoding = given === undefined ? findAcceptEncoding() : undefined;
  return acceptEncoding === undefined ? {} : { "Accept-Encoding": acceptEncoding };
}

function createUserAgentHeaders(appInfo: AppInfo | undefined): Record<string, string> {
  const userAgent = makeUserAgent(appInfo);
  return userAgent === undefined ? {} : { "User-Agent": userAgent };
}

/** Returns the headers that authenticate requests. Error messages never contain the key. */
function createAuthHeaders(options: WayfareOptions): Record<string, string> {
  const { apiKey, environment } = options;
  if (apiKey === undefined) {
    if ("apiKey" in options)
      throw new TypeError(
        "apiKey is undefined. Check that its environment variable is set, or omit apiKey to use a session.",
      );
    return environment === undefined ? {} : { "Wayfare-Environment": environment };
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey is empty or contains white space or other invalid characters.");
  }
  if (
    environment !== undefined &&
    apiKey.startsWith("key_") &&
    apiKey.startsWith("key_test_") !== (environment === "test")
  ) {
    throw new TypeError(
      `environment is ${environment}, but apiKey belongs to another environment. Omit environment: it follows from the key.`,
    );
  }
  return { Authorization: `Bearer ${apiKey}` };
}
