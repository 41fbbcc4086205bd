import { type ErrorCode, getErrorEntry } from "./errors.ts";
import type { FieldError, OfferChange } from "./problem.ts";

export interface DomainErrorOptions {
  /** One sentence for the caller. Default: the help text of the catalog. */
  detail?: string;
  /** Errors of single members of the input. */
  errors?: FieldError[];
  /** Seconds to wait before the next attempt. */
  retryAfterSeconds?: number;
  /** True if the cause was a timeout. Selects the alternative status of codes that have one. */
  timedOut?: boolean;
  /** Current offer, for OFFER_CHANGED. */
  offerChange?: OfferChange;
}

/** Error of the catalog, thrown by domain code. The HTTP layer adds its status and headers. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly timedOut: boolean;
  readonly offerChange: OfferChange | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(options.detail ?? getErrorEntry(code).title);
    this.name = "DomainError";
    this.code = code;
    this.detail = options.detail;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.timedOut = options.timedOut ?? false;
    this.offerChange = options.offerChange;
  }
}
