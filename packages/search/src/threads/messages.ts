import { DomainError, type DomainErrorOptions, type ErrorCode } from "@wayfare/contract";
import type { SupplyReport } from "@wayfare/suppliers";
import type { CurrentOfferJob, RepriceJob } from "../pipeline/runner.ts";
import type { SearchChunk, SearchJob } from "../pipeline/search-job.ts";
import type { ContentCoding } from "../serialize/compress.ts";

/** Call of a method of a thread's runner. */
export type ThreadCall =
  | { method: "search"; job: SearchJob & { coding: ContentCoding } }
  | { method: "stream"; job: SearchJob }
  | { method: "reprice"; job: RepriceJob }
  | { method: "findCurrent"; job: CurrentOfferJob };

/** Message to a search thread. `id` identifies the call. */
export type ToThread =
  | { type: "call"; id: number; call: ThreadCall }
  /** Requests the next chunk of a stream. */
  | { type: "pull"; id: number }
  | { type: "abort"; id: number }
  /** Answers `admit`. Without an error, the work may start. */
  | { type: "admitted"; admission: number; error?: SentError };

/** Message from a search thread. */
export type FromThread =
  | { type: "result"; id: number; result: unknown }
  | { type: "error"; id: number; error: SentError }
  /** The next chunk of a stream; undefined at its end. */
  | { type: "chunk"; id: number; chunk: SearchChunk | undefined }
  | { type: "supplierFailed"; id: number; report: Omit<SupplyReport, "failure"> & { failure: SentError } }
  /** Requests the admission of work that costs as much as a search. */
  | { type: "admit"; id: number; admission: number }
  /** Admitted work has ended. */
  | { type: "released"; admission: number; succeeded: boolean };

/** An error as sent between threads. Cloning an error object would lose its class and members. */
export type SentError =
  | ({ code: ErrorCode } & DomainErrorOptions)
  | { code: null; name: string; message: string; stack: string | undefined };

export function toSentError(error: unknown): SentError {
  if (error instanceof DomainError) {
    const { code, detail, errors, retryAfterSeconds, timedOut, offerChange } = error;
    return {
      code,
      timedOut,
      ...(detail === undefined ? {} : { detail }),
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(offerChange === undefined ? {} : { offerChange }),
    };
  }
  if (error instanceof Error) return { code: null, name: error.name, message: error.message, stack: error.stack };
  return { code: null, name: "Error", message: String(error), stack: undefined };
}

export function fromSentError(sent: SentError): Error {
  if (sent.code !== null) {
    const { code, ...options } = sent;
    return new DomainError(code, options);
  }
  const error = new Error(sent.message);
  error.name = sent.name;
  if (sent.stack !== undefined) error.stack = sent.stack;
  return error;
}
