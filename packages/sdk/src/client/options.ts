import { type Clock, systemClock } from "./clock.ts";

/** Where the service is, who calls, and how patient the client is. */
export interface WayfareOptions {
  /** `key_test_…`, `key_live_…` or `key_svc_…`. Left out, a page of the service's own relies on its session's cookie. */
  apiKey?: string;
  /** Such as `http://localhost:8080`; where a page calls, its own origin unless given. */
  baseUrl?: string;
  /** Which data a session sees; `test` unless given. A key has its own. */
  environment?: "test" | "live";
  /** The platform's own unless given. */
  fetch?: typeof fetch;
  /** How long one attempt may take, in milliseconds; 30,000 unless given. */
  timeoutMs?: number;
  /** How often a request is sent again at most; 2 unless given. */
  maxRetries?: number;
  /** For tests. */
  clock?: Clock;
  /** From 0 up to 1, for the part of a delay that is drawn; `Math.random` unless given. For tests. */
  random?: () => number;
}

/** What one call does otherwise. */
export interface RequestOptions {
  /** Ends the call: it rejects with the signal's reason, and waits for nothing more. */
  signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds. */
  timeoutMs?: number | undefined;
  /** How often the request is sent again at most. */
  maxRetries?: number | undefined;
}

/** Options of one call that creates, changes or is charged for something. */
export interface CreateOptions extends RequestOptions {
  /**
   * Identifies the request: sent again within 24 hours (15 minutes for a search), it takes effect or is charged once. Default: a random
   * key per call. Pass your own if your process may crash and send the request again.
   */
  idempotencyKey?: string | undefined;
}

/** The options as they hold. */
export interface Settings {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
  clock: Clock;
  random: () => number;
}

/** @throws TypeError or RangeError for an option that cannot be meant */
export function readOptions(options: WayfareOptions): Settings {
  const { fetch: given, timeoutMs = 30_000, maxRetries = 2, clock = systemClock, random = Math.random } = options;
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    headers: readCaller(options),
    // Called without the client as its `this`, which browsers refuse.
    fetch: given ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: readTimeout(timeoutMs),
    maxRetries: readRetries(maxRetries),
    clock,
    random,
  };
}

/** @throws RangeError unless it is a time to wait */
export function readTimeout(timeoutMs: number): number {
  // Timers of browsers and of Node hold 31 bits.
  if (timeoutMs > 0 && timeoutMs <= 2_147_483_647) return timeoutMs;
  throw new RangeError(`timeoutMs is milliseconds above 0, not ${timeoutMs}`);
}

/** @throws RangeError unless it counts something */
export function readRetries(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0) return maxRetries;
  throw new RangeError(`maxRetries is a whole number from 0 on, not ${maxRetries}`);
}

function readBaseUrl(baseUrl: string | undefined): string {
  if (baseUrl === undefined) {
    if ("location" in globalThis) return "";
    throw new TypeError("baseUrl is missing: give the address of the service, such as http://localhost:8080");
  }
  if (/^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/.test(baseUrl)) return baseUrl.replace(/\/+$/, "");
  throw new TypeError(`baseUrl is an address such as http://localhost:8080, not ${JSON.stringify(baseUrl)}`);
}

/** No message here holds the key. */
function readCaller(options: WayfareOptions): Record<string, string> {
  const { apiKey, environment } = options;
  if (apiKey === undefined) {
    if ("apiKey" in options)
      throw new TypeError("apiKey is undefined: is a setting missing? Leave it out for a session.");
    return environment === undefined ? {} : { "Wayfare-Environment": environment };
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey is empty or holds spaces, line breaks or other characters that no key has");
  }
  if (
    environment !== undefined &&
    apiKey.startsWith("key_") &&
    apiKey.startsWith("key_test_") !== (environment === "test")
  ) {
    throw new TypeError(
      `environment is ${environment}, and the key is of the other one: a key sees its own data alone`,
    );
  }
  return { Authorization: `Bearer ${apiKey}` };
}
