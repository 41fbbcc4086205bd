import type { ErrorCode, FieldError, Offer, OfferDifference } from "../generated/types.ts";
import type { ResponseInfo } from "./response-info.ts";

/** Base class of all errors of this client. An aborted call rejects with the reason of its signal instead. */
export class WayfareError extends Error {
  override readonly name: string = "WayfareError";
}

/** The request could not be sent, or the connection failed before a response. */
export class ConnectionError extends WayfareError {
  override readonly name = "ConnectionError";
}

/** The request timed out. */
export class TimeoutError extends WayfareError {
  override readonly name = "TimeoutError";
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number) {
    super(message);
    this.timeoutMs = timeoutMs;
  }
}

/** The response is not valid JSON: a proxy sent, truncated or changed it, or `baseUrl` is wrong. */
export class InvalidResponseError extends WayfareError {
  override readonly name = "InvalidResponseError";
  /** The HTTP status. */
  readonly status: number;
  readonly requestId: string | null;
  readonly response: ResponseInfo;

  constructor(message: string, response: ResponseInfo) {
    super(message);
    this.status = response.status;
    this.requestId = response.requestId;
    this.response = response;
  }
}

/** Fields of an API error. */
export interface ApiErrorFields {
  /** The HTTP status. */
  status: number;
  /**
   * Error code. A newer service may return codes that this client does not know. If the response was not sent by the
   * service, such as a proxy's error page, the code is `HTTP_` and the status.
   */
  code: ErrorCode | `HTTP_${number}` | (string & {});
  /** Short description of the error code. */
  title: string;
  /** Explanation of this occurrence. */
  detail: string;
  /** One entry for each invalid field; empty unless the status is 400 or 422. */
  errors: readonly FieldError[];
  /** Id of the request (`req_…`). Include it in support requests. */
  requestId: string | null;
  /** Seconds to wait before a retry; null if the response does not say. */
  retryAfterSeconds: number | null;
  /** Status, headers and rate limits of the response. */
  response: ResponseInfo;
}

/** Error response of the API. Its subclasses distinguish statuses; `code` has the exact error. */
export class ApiError extends WayfareError implements ApiErrorFields {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: ApiErrorFields["code"];
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly response: ResponseInfo;

  constructor(fields: ApiErrorFields) {
    super(
      `${fields.status} ${fields.code}: ${describe(fields)}${fields.requestId === null ? "" : ` (${fields.requestId})`}`,
    );
    this.status = fields.status;
    this.code = fields.code;
    this.title = fields.title;
    this.detail = fields.detail;
    this.errors = fields.errors;
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.response = fields.response;
  }
}

/** Returns the detail, the number of further field errors, and a hint about a wrong base URL. */
function describe({ detail, errors, code }: ApiErrorFields): string {
  if (code === "NOT_FOUND" && detail.startsWith("No route matches")) return `${detail} Check baseUrl.`;
  return errors.length > 1 && !detail.endsWith("more, see errors)")
    ? `${detail} (and ${errors.length - 1} more, see errors)`
    : detail;
}

/** Invalid request: 400, 422 and every other 4xx status without its own class. */
export class ValidationError extends ApiError {
  override readonly name = "ValidationError";
}

/** 401: the API key or session is missing or invalid. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}

/** 402: the quota is exhausted, or an invoice is unpaid. */
export class QuotaError extends ApiError {
  override readonly name = "QuotaError";
}

/** 403: the key lacks the scope, or the IP address is not allowed. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}

/** 404: the resource does not exist in this account and environment. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** 409 or 410: the request conflicts with the current state, for example a sold-out or changed offer, or an expired cursor. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
  /** For the code `OFFER_CHANGED`: the current offer for the same flight. Book its `id` to accept it. */
  readonly offer: Offer | null;
  /** For the code `OFFER_CHANGED`: the price of `offer` minus the price of the requested offer. */
  readonly difference: OfferDifference | null;

  constructor(fields: ApiErrorFields & Partial<Pick<ConflictError, "offer" | "difference">>) {
    super(fields);
    this.offer = fields.offer ?? null;
    this.difference = fields.difference ?? null;
  }
}

/** 429: rate limit exceeded, after all retries. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** 5xx: the service, a supplier or a proxy failed. */
export class ServiceError extends ApiError {
  override readonly name = "ServiceError";
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  402: QuotaError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: ConflictError,
  429: RateLimitError,
};

/** Creates the error of a status. */
export function makeApiError(fields: ConstructorParameters<typeof ConflictError>[0]): ApiError {
  const { status } = fields;
  if (status >= 500) return new ServiceError(fields);
  return new (classes[status] ?? (status >= 400 ? ValidationError : ApiError))(fields);
}
