import type { FailureReason, Phase } from "./failures.ts";

/** A request to a server that a customer named. Host, Connection, Content-Length and Accept-Encoding are ours to say. */
export interface GuardedRequest {
  /** Whose endpoint it goes to; name lookups are limited per account. */
  readonly accountId: string;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
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
  /** As it came, not decoded, cut at the cap. */
  readonly body: Buffer;
  /** The answer is longer than the cap. */
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
