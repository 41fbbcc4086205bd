import { type ErrorCode, getErrorEntry } from "./errors.ts";
import type { Fault, OfferChange } from "./problem.ts";

export interface DomainErrorOptions {
  /** One sentence for the caller; the catalog's help if absent. */
  detail?: string;
  /** The faults of an input, one row each. */
  errors?: Fault[];
  /** Seconds until another attempt makes sense. */
  retryAfterSeconds?: number;
  /** The cause was a deadline: codes that have an alternative status leave under that one. */
  timedOut?: boolean;
  /** The current offer, of OFFER_CHANGED. */
  offerChange?: OfferChange;
}

/** An error of the catalog. Rules throw it; only the HTTP layer knows its status and headers. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly errors: Fault[] | undefined;
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
