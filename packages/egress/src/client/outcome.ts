import type { HttpMethod } from "./exchange.ts";
import type { FailureReason, Phase } from "./failures.ts";

/** A request to a server outside. The client sets Host, Connection, Content-Length and Accept-Encoding itself and drops them here. */
export interface GuardedRequest {
  /** The account it is made for; name lookups are limited per account. Requests without one share a limit. */
  readonly accountId?: string;
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Ends the request with the reason "aborted" and closes its connection. */
  readonly signal?: AbortSignal;
  /** One deadline over DNS, connecting, TLS, headers, body and decoding, in milliseconds; by default the client's. */
  readonly timeoutMs?: number;
  /** Where the body of the answer is cut; by default the client's. */
  readonly maxBodyBytes?: number;
  /** Asks for gzip and decodes such an answer. Without it, nothing is asked for and nothing is decoded. */
  readonly acceptGzip?: boolean;
}

/** Whole milliseconds, each of its own part, null where it did not come to that. */
export type PartTimings = {
  dnsMs: number | null;
  /** With TLS; null also where a connection was kept alive. */
  connectMs: number | null;
  /** From the request to the first byte of the answer. */
  firstByteMs: number | null;
};

/** An answer, whatever its status. */
export interface GuardedAnswer {
  readonly ok: true;
  readonly status: number;
  /** Names in lower case; repeated ones joined with commas. */
  readonly headers: Record<string, string>;
  /**
   * Held in memory as a whole, cut at the cap. As it came, unless gzip was accepted: then it is decoded, without its content-encoding header,
   * and empty if it is longer than the cap.
   */
  readonly body: Buffer;
  /** The answer is longer than the cap; of gzip, as it came or decoded. */
  readonly truncated: boolean;
  /** The address that was called. */
  readonly address: string;
  readonly timings: PartTimings & { dnsMs: number; firstByteMs: number; totalMs: number };
}

/** No answer. */
export interface GuardedFailure {
  readonly ok: false;
  readonly reason: FailureReason;
  /** Words for a person, without secrets and without anything that the server sent. */
  readonly detail: string;
  readonly phase: Phase;
  /** The address that was called last; null where none was, so that refused addresses of our network stay with us. */
  readonly address: string | null;
  readonly timings: PartTimings & { totalMs: number };
}

export type GuardedOutcome = GuardedAnswer | GuardedFailure;
