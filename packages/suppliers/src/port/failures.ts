/** Reason why a supplier was not called. */
export type SkipReason =
  /** Its calls or its spend are used up. */
  | "budget"
  /** It failed repeatedly and is not called for a while. */
  | "breaker"
  /** It does not support the query. */
  | "unsupported"
  /** Too many searches are pending, or the supplier limits the rate of calls. */
  | "busy";

/** Thrown by a supplier that was not called, or not for all of the search. Batches that it yielded before are kept. */
export class SupplierSkipped extends Error {
  override readonly name: string = "SupplierSkipped";
  readonly reason: SkipReason;

  constructor(reason: SkipReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Thrown by a supplier with more pending searches than it can complete in time. The search was not started. */
export class SupplierBusy extends SupplierSkipped {
  override readonly name = "SupplierBusy";

  constructor(message: string) {
    super("busy", message);
  }
}

/** Kind of a failed call. */
export type SupplierFailureKind =
  /** No response in time. */
  | "timeout"
  /** No connection, or it was closed before the end of the response. */
  | "connection"
  /** The supplier does not accept the credential. */
  | "credential"
  /** The supplier limits the rate of calls. */
  | "rate_limited"
  /** Any other status than success. */
  | "status"
  /** The response is not in the supplier's format. */
  | "format"
  /** The response exceeds the size limit. */
  | "too_large";

/** Thrown for an event that is not signed by the supplier, or too old. The message has no data of the request. */
export class UnverifiedEventError extends Error {
  override readonly name = "UnverifiedEventError";
}

/** Thrown by a supplier whose call failed. The message contains neither credentials nor data of the response. */
export class SupplierFailure extends Error {
  override readonly name = "SupplierFailure";
  readonly kind: SupplierFailureKind;
  /** HTTP status of the response; null without a response. */
  readonly status: number | null;
  /** Error code in the supplier's response, if it has a documented format. */
  readonly code: string | null;

  constructor(
    kind: SupplierFailureKind,
    message: string,
    { status = null, code = null }: { status?: number | null; code?: string | null } = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.code = code;
  }
}
