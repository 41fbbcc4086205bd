import type { GuardedClient, GuardedFailure, GuardedResponse } from "@wayfare/egress";
import { type CallOutcome, type SupplierAccess, SupplierFailure } from "../port/port.ts";
import { readRateLimit, readRetryAt } from "./rate-limit.ts";

/** Limit of a response body, decoded. The largest recorded response has 3.2 MB. */
const maxBodyBytes = 8 * 1024 * 1024;
/** Speed of `JSON.parse` at worst, so that parsing ends before the deadline. */
const parseBytesPerMs = 60_000;

export interface SupplierClientOptions {
  /** Guarded client for outgoing requests. */
  egress: GuardedClient;
  /** Wall clock in milliseconds. */
  nowMs: () => number;
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
  /** Reads a large JSON document in steps. @throws SyntaxError if it is not JSON */
  read?: (body: Buffer) => Promise<unknown>;
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

/**
 * Calls one supplier's API through the guarded client. Each call needs a permit, which counts the budget of its credential and obeys the
 * supplier's rate limit and the circuit breaker. Responses are JSON of at most 8 MiB. Errors contain neither credentials nor data of a
 * response.
 */
export class SupplierClient {
  readonly #api: SupplierApi;
  readonly #options: SupplierClientOptions;

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
    const { access, signal, timeoutMs } = context;
    signal.throwIfAborted();
    const startedMs = performance.now();
    const permit = await access.budget.acquire(signal, request.isFollowUp === true ? { isFollowUp: true } : {});
    const call: { outcome: Omit<CallOutcome, "health" | "tookMs"> } = { outcome: unsent };
    const settle = (health: CallOutcome["health"]) =>
      permit.settle({ ...call.outcome, tookMs: Math.round(performance.now() - startedMs), health });
    try {
      const left = () => timeoutMs - (performance.now() - startedMs);
      const response = await this.#send(request, context, left, call);
      const value = await this.#read(response, request, { leftMs: left(), secret: access.credential.secret });
      settle("answered");
      return value;
    } catch (error) {
      settle(healthAfter(error, { status: call.outcome.status, isFollowUp: request.isFollowUp === true, signal }));
      throw error;
    }
  }

  /** Sends a request and records its outcome. */
  async #send(
    request: SupplierRequest,
    { access, signal, accountId }: CallContext,
    leftMs: () => number,
    call: { outcome: Omit<CallOutcome, "health" | "tookMs"> },
  ): Promise<GuardedResponse> {
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
      timeoutMs: Math.max(1, leftMs()),
      maxBodyBytes,
      acceptGzip: true,
    });
    if (!outcome.ok) {
      call.outcome = { ...unsent, billed: wasSent(outcome) };
      signal.throwIfAborted();
      throw this.#toFailure(outcome);
    }
    request.onStatus?.(outcome.status);
    const nowMs = this.#options.nowMs();
    call.outcome = {
      billed: !isFree(outcome.status),
      status: outcome.status,
      rateLimit: readRateLimit(outcome.headers, nowMs),
      retryAtMs: readRetryAt(outcome, nowMs, this.#api.resetAtMs?.(nowMs) ?? null),
    };
    signal.throwIfAborted();
    return outcome;
  }

  async #read(
    { status, headers, body, truncated }: GuardedResponse,
    { parse, read }: SupplierRequest,
    { leftMs, secret }: { leftMs: number; secret: string },
  ): Promise<unknown> {
    const { name } = this.#api;
    const mediaType = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const isSuccess = status >= 200 && status < 300;
    if (truncated) throw new SupplierFailure("too_large", `${name} sent more than 8 MiB`, { status });
    if (leftMs < body.length / parseBytesPerMs) {
      throw new SupplierFailure("timeout", `${name} answered too late to read the response`, { status });
    }
    const value =
      isSuccess && read !== undefined
        ? await readInSteps(body, mediaType, read)
        : readJson(body.toString(), mediaType, isSuccess ? parse : undefined);
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
    return isJson(mediaType) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined for a document that is not JSON, as `readJson` does. */
async function readInSteps(
  body: Buffer,
  mediaType: string,
  read: NonNullable<SupplierRequest["read"]>,
): Promise<unknown> {
  if (!isJson(mediaType)) return undefined;
  try {
    return await read(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isJson(mediaType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType);
}

function toStatusFailure(name: string, status: number, code: string | null): SupplierFailure {
  const kind = status === 401 || status === 403 ? "credential" : status === 429 ? "rate_limited" : "status";
  return new SupplierFailure(kind, `${name} answered with status ${status}`, { status, code });
}

/** True unless the request cannot have reached the supplier. */
function wasSent({ phase }: GuardedFailure): boolean {
  return phase === "request" || phase === "response";
}

/** Outcome of a call that was not sent. */
const unsent = { billed: false, status: null, rateLimit: null, retryAtMs: null } as const;

/** Returns what a failed call says about the supplier. @param status of its response; null without one */
function healthAfter(
  error: unknown,
  { status, isFollowUp, signal }: { status: number | null; isFollowUp: boolean; signal: AbortSignal },
): CallOutcome["health"] {
  if (status === 429) return "refused";
  if (status !== null && status >= 500) return "outage";
  const isTimeout = isDeadline(signal) || (error instanceof SupplierFailure && error.kind === "timeout");
  // An answer is one, even if it arrives too late to be read. The next pages of a large result may be late as well.
  if (isTimeout && status === null) return isFollowUp ? "unknown" : "outage";
  if (isTimeout) return "answered";
  if (!(error instanceof SupplierFailure)) return "unknown";
  return error.kind === "too_large" || error.kind === "status" ? "answered" : "outage";
}

/** True if the deadline of the search has ended the call, not the client. */
function isDeadline({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === "DeadlineExceededError";
}
