import type { GuardedClient, GuardedFailure, GuardedResponse } from "@wayfare/egress";
import { LRUCache } from "lru-cache";
import { type SupplierAccess, SupplierFailure } from "../port/port.ts";
import { CircuitBreaker, type CircuitBreakerOptions } from "./circuit-breaker.ts";
import { RateLimiter, readRateLimit } from "./rate-limit.ts";

/** Limit of a response body, decoded. The largest recorded response has 3.2 MB. */
const maxBodyBytes = 8 * 1024 * 1024;
/** Speed of `JSON.parse` at worst, so that parsing ends before the deadline. */
const parseBytesPerMs = 60_000;
const maxCredentials = 1_000;

export interface SupplierClientOptions {
  /** Guarded client for outgoing requests. */
  egress: GuardedClient;
  /** Wall clock in milliseconds. */
  nowMs: () => number;
  breaker?: CircuitBreakerOptions;
}

/** Differences between the APIs of suppliers. */
export interface SupplierApi {
  name: string;
  baseUrl: string;
  /** Headers of each request; they may contain the secret. */
  headersOf: (secret: string, body: string | null) => Record<string, string>;
  /** Reads the error code of a response that is not a success; null if it has none. */
  readErrorCode: (body: unknown) => string | null;
  /** Statuses of responses that the supplier does not count; none if absent. */
  isFree?: (status: number) => boolean;
  /** Time at which a used up limit is reset, if the response does not say it. */
  resetAtMs?: (nowMs: number) => number;
}

export interface SupplierRequest {
  method: "GET" | "POST";
  /** Path and query, relative to the base URL. */
  path: string;
  body?: unknown;
  /** Set for calls that belong to one that was counted, such as polls for its result. */
  isFollowUp?: true;
  /** Reads a body that is not one JSON document; called with its media type. */
  parse?: (text: string, mediaType: string) => unknown;
  /** Called with the status of a response before its body is read. */
  onStatus?: (status: number) => void;
}

/** Access and time of a call. */
export interface CallContext {
  access: SupplierAccess;
  signal: AbortSignal;
  /** Milliseconds until the deadline. */
  timeoutMs: number;
  accountId?: string;
}

interface CredentialState {
  breaker: CircuitBreaker;
  rateLimiter: RateLimiter;
}

/**
 * Calls one supplier's API through the guarded client. Each call needs a permit of the budget, obeys the limits that the supplier has
 * announced and passes a circuit breaker, both per credential and process. Responses are JSON of at most 8 MiB. Errors contain neither
 * credentials nor data of a response.
 */
export class SupplierClient {
  readonly #api: SupplierApi;
  readonly #options: SupplierClientOptions;
  readonly #states = new LRUCache<string, CredentialState>({ max: maxCredentials });

  constructor(api: SupplierApi, options: SupplierClientOptions) {
    this.#api = api;
    this.#options = options;
  }

  /**
   * Sends a request and returns the JSON of its response.
   *
   * @throws SupplierSkipped if the call was not made, SupplierFailure if it failed, the signal's reason if it was aborted.
   */
  async call(request: SupplierRequest, context: CallContext): Promise<unknown> {
    const { access, signal } = context;
    signal.throwIfAborted();
    const { breaker, rateLimiter } = this.#stateOf(access.credential.id);
    rateLimiter.check();
    breaker.enter();
    try {
      const value = await this.#send(request, context, rateLimiter);
      breaker.succeed();
      return value;
    } catch (error) {
      if (isOutage(error) || isDeadline(signal)) breaker.fail();
      else if (error instanceof SupplierFailure) breaker.succeed();
      else breaker.abandon();
      throw error;
    }
  }

  async #send(request: SupplierRequest, context: CallContext, rateLimiter: RateLimiter): Promise<unknown> {
    const { access, signal, timeoutMs, accountId } = context;
    const startedMs = performance.now();
    const permit = request.isFollowUp === true ? null : await access.budget.acquire(signal);
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const { baseUrl, headersOf, isFree = () => false } = this.#api;
    const outcome = await this.#options.egress.send({
      ...(accountId === undefined ? {} : { accountId }),
      method: request.method,
      url: baseUrl + request.path,
      headers: {
        accept: "application/json",
        ...(body === null ? {} : { "content-type": "application/json" }),
        ...headersOf(access.credential.secret, body),
      },
      ...(body === null ? {} : { body }),
      signal,
      timeoutMs: Math.max(1, timeoutMs - (performance.now() - startedMs)),
      maxBodyBytes,
      acceptGzip: true,
    });
    const tookMs = Math.round(performance.now() - startedMs);
    if (!outcome.ok) {
      permit?.settle({ billed: wasSent(outcome), status: null, tookMs, rateLimit: null });
      signal.throwIfAborted();
      throw this.#toFailure(outcome);
    }
    request.onStatus?.(outcome.status);
    const nowMs = this.#options.nowMs();
    const rateLimit = readRateLimit(outcome.headers, nowMs);
    permit?.settle({ billed: !isFree(outcome.status), status: outcome.status, tookMs, rateLimit });
    signal.throwIfAborted();
    const resetAtMs = this.#api.resetAtMs?.(nowMs) ?? null;
    if (outcome.status === 429) rateLimiter.refuse(outcome.headers, resetAtMs);
    else rateLimiter.record(rateLimit, resetAtMs);
    return this.#read(outcome, request, { leftMs: timeoutMs - tookMs, secret: access.credential.secret });
  }

  #stateOf(credentialId: string): CredentialState {
    const known = this.#states.get(credentialId);
    if (known !== undefined) return known;
    const { nowMs, breaker = {} } = this.#options;
    const state = { breaker: new CircuitBreaker(nowMs, breaker), rateLimiter: new RateLimiter(nowMs) };
    this.#states.set(credentialId, state);
    return state;
  }

  #read(
    { status, headers, body, truncated }: GuardedResponse,
    { parse }: SupplierRequest,
    { leftMs, secret }: { leftMs: number; secret: string },
  ): unknown {
    const { name } = this.#api;
    const mediaType = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const isSuccess = status >= 200 && status < 300;
    if (truncated) throw new SupplierFailure("too_large", `${name} sent more than 8 MiB`, { status });
    if (leftMs < body.length / parseBytesPerMs) {
      throw new SupplierFailure("timeout", `${name} answered too late to read the response`, { status });
    }
    const value = readJson(body.toString(), mediaType, isSuccess ? parse : undefined);
    if (isSuccess && value !== undefined) return value;
    if (isSuccess) throw new SupplierFailure("format", `${name} did not send JSON`, { status });
    const code = value === undefined ? null : this.#api.readErrorCode(value);
    // A code is kept only if it is one: a response may repeat the request, with its credential.
    const isSafe =
      code !== null && /^[a-z0-9_.-]{1,64}$/i.test(code) && !secret.includes(code) && !code.includes(secret);
    throw toStatusFailure(name, status, isSafe ? code : null);
  }

  #toFailure({ reason, detail }: GuardedFailure): SupplierFailure {
    const kind = reason === "timeout" ? "timeout" : reason === "protocol" ? "format" : "connection";
    return new SupplierFailure(kind, `${this.#api.name}: ${detail}`);
  }
}

function readJson(text: string, mediaType: string, parse: SupplierRequest["parse"]): unknown {
  try {
    if (parse !== undefined) return parse(text, mediaType);
    return /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function toStatusFailure(name: string, status: number, code: string | null): SupplierFailure {
  const kind = status === 401 || status === 403 ? "credential" : status === 429 ? "rate_limited" : "status";
  return new SupplierFailure(kind, `${name} answered with status ${status}`, { status, code });
}

/** True unless the request cannot have reached the supplier. */
function wasSent({ phase }: GuardedFailure): boolean {
  return phase === "request" || phase === "response";
}

/** True for failures of the supplier itself. Refused requests are answers. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof SupplierFailure)) return false;
  const { kind, status } = error;
  return kind !== "rate_limited" && (kind !== "status" || (status !== null && status >= 500));
}

/** True if the deadline of the search has ended the call, not the client. */
function isDeadline({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === "DeadlineExceededError";
}
