import type { ErrorCode, Fault, Offer, OfferDifference } from "@wayfare/contract";

/** Every error of the client's own is one. What the caller aborts rejects with the reason of its signal instead. */
export class WayfareError extends Error {
  override readonly name: string = "WayfareError";
}

/** Nothing could be sent, or what was sent got no answer. */
export class ConnectionError extends WayfareError {
  override readonly name = "ConnectionError";
}

/** No answer came in time. */
export class TimeoutError extends WayfareError {
  override readonly name = "TimeoutError";
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number) {
    super(message);
    this.timeoutMs = timeoutMs;
  }
}

/** Something answered that is not this API: a proxy, or the wrong address. */
export class UnreadableAnswerError extends WayfareError {
  override readonly name = "UnreadableAnswerError";
  /** The HTTP status. */
  readonly status: number;
  readonly requestId: string | null;

  constructor(message: string, status: number, requestId: string | null) {
    super(message);
    this.status = status;
    this.requestId = requestId;
  }
}

/** What is known of a refusal. */
export interface ApiErrorParts {
  /** The HTTP status. */
  status: number;
  /**
   * The stable name of the error. A newer service may have codes that this client does not know; what no service of ours
   * has written, such as a proxy's page, is `HTTP_` and its status.
   */
  code: ErrorCode | `HTTP_${number}` | (string & {});
  /** The code in a few words. */
  title: string;
  /** What happened this time. */
  detail: string;
  /** One row for each fault of the request; empty unless the status is 400 or 422. */
  errors: readonly Fault[];
  /** To quote when asking for help, `req_…`. */
  requestId: string | null;
  /** How long to wait, where the answer says so. */
  retryAfterSeconds: number | null;
}

/** The service refused or failed. Its subclasses tell the families apart, `code` what it was. */
export class ApiError extends WayfareError implements ApiErrorParts {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: ApiErrorParts["code"];
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly Fault[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(parts: ApiErrorParts) {
    super(
      `${parts.status} ${parts.code}: ${describe(parts)}${parts.requestId === null ? "" : ` (${parts.requestId})`}`,
    );
    this.status = parts.status;
    this.code = parts.code;
    this.title = parts.title;
    this.detail = parts.detail;
    this.errors = parts.errors;
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/** The detail, with the number of further faults and a hint at a wrong base URL. */
function describe({ detail, errors, code }: ApiErrorParts): string {
  if (code === "NOT_FOUND" && detail.startsWith("No route matches")) return `${detail} Is baseUrl right?`;
  return errors.length > 1 && !detail.endsWith("more, see errors)")
    ? `${detail} (and ${errors.length - 1} more, see errors)`
    : detail;
}

/** The request is wrong, and stays so: 400, 422 and every other 4xx that has no class of its own. */
export class ValidationError extends ApiError {
  override readonly name = "ValidationError";
}

/** 401: there is no key or session, or it is not valid. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}

/** 402: the quota is used up, or an invoice is open. */
export class QuotaError extends ApiError {
  override readonly name = "QuotaError";
}

/** 403: the key may not do this, or not from here. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}

/** 404: there is no such thing in this account and environment. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** 409: the current state does not allow it. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
  /** With the code `OFFER_CHANGED`: the current offer of the same flight. Book its `id` to accept it. */
  readonly offer: Offer | null;
  /** With the code `OFFER_CHANGED`: the price of `offer` minus that of the offer that was to be booked. */
  readonly difference: OfferDifference | null;

  constructor(parts: ApiErrorParts & Partial<Pick<ConflictError, "offer" | "difference">>) {
    super(parts);
    this.offer = parts.offer ?? null;
    this.difference = parts.difference ?? null;
  }
}

/** 429: too many requests, even after waiting. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** 5xx: the service or its suppliers failed. */
export class ServiceError extends ApiError {
  override readonly name = "ServiceError";
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  402: QuotaError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** The error of a status, in the class of its family. */
export function makeApiError(parts: ConstructorParameters<typeof ConflictError>[0]): ApiError {
  const { status } = parts;
  if (status >= 500) return new ServiceError(parts);
  return new (classes[status] ?? (status >= 400 ? ValidationError : ApiError))(parts);
}
