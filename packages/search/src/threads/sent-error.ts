import { DomainError, type DomainErrorOptions, type ErrorCode } from "@wayfare/contract";
import { type SkipReason, SupplierFailure, type SupplierFailureKind, SupplierSkipped } from "@wayfare/suppliers";

/** An error as sent between threads. Cloning an error object would lose its class and members. */
export type SentError =
  | ({ type: "domain"; code: ErrorCode } & DomainErrorOptions)
  | { type: "skipped"; reason: SkipReason; message: string }
  | {
      type: "supplier";
      kind: SupplierFailureKind;
      status: number | null;
      code: string | null;
      message: string;
      stack: string | undefined;
    }
  | { type: "other"; name: string; message: string; stack: string | undefined };

export function toSentError(error: unknown): SentError {
  if (error instanceof DomainError) {
    const { code, detail, errors, retryAfterSeconds, timedOut, offerChange } = error;
    return {
      type: "domain",
      code,
      timedOut,
      ...(detail === undefined ? {} : { detail }),
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(offerChange === undefined ? {} : { offerChange }),
    };
  }
  if (error instanceof SupplierSkipped) return { type: "skipped", reason: error.reason, message: error.message };
  if (error instanceof SupplierFailure) {
    const { kind, status, code, message, stack } = error;
    return { type: "supplier", kind, status, code, message, stack };
  }
  if (error instanceof Error) return { type: "other", name: error.name, message: error.message, stack: error.stack };
  return { type: "other", name: "Error", message: String(error), stack: undefined };
}

export function fromSentError(sent: SentError): Error {
  switch (sent.type) {
    case "domain": {
      const { type: _, code, ...options } = sent;
      return new DomainError(code, options);
    }
    case "skipped":
      return new SupplierSkipped(sent.reason, sent.message);
    case "supplier":
      return withStack(new SupplierFailure(sent.kind, sent.message, sent), sent.stack);
    default:
      return withStack(Object.assign(new Error(sent.message), { name: sent.name }), sent.stack);
  }
}

function withStack(error: Error, stack: string | undefined): Error {
  if (stack !== undefined) error.stack = stack;
  return error;
}
