import type { ClientCertificate } from "./client-certificate.ts";
import type { HttpMethod } from "./exchange.ts";
import type { FailureReason, Phase } from "./failures.ts";

/** An outgoing request. The client sets Host, Connection, Content-Length and Accept-Encoding itself and ignores them here. */
export interface GuardedRequest {
  /** Account of the request. DNS lookups are limited per account; requests without one share a limit. */
  readonly accountId?: string;
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Aborts the request: it fails with the reason "aborted" and its connection is closed. */
  readonly signal?: AbortSignal;
  /** Timeout of the whole request, from DNS to decoding, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number;
  /** Limit of the response body in bytes. Default: the client's. */
  readonly maxBodyBytes?: number;
  /** Sends `Accept-Encoding: gzip` and decodes a gzip response. Default: false. */
  readonly acceptGzip?: boolean;
  /** Certificate to present to the server, for https only. */
  readonly clientCertificate?: ClientCertificate;
}

/** Duration of each phase in whole milliseconds; null if it was not reached. */
export type PhaseTimings = {
  dnsMs: number | null;
  /** Includes TLS; also null for a kept-alive connection. */
  connectMs: number | null;
  /** From sending the request to the first byte of the response. */
  firstByteMs: number | null;
};

/** A response, whatever its status. */
export interface GuardedResponse {
  readonly ok: true;
  readonly status: number;
  /** Lowercase names; repeated headers are joined with commas. */
  readonly headers: Record<string, string>;
  /**
   * The body, cut at the limit. If gzip was accepted, it is decoded and its content-encoding header removed; it is empty if it exceeds the
   * limit.
   */
  readonly body: Buffer;
  /** True if the body exceeds the limit, compressed or decoded. */
  readonly truncated: boolean;
  /** IP address of the server. */
  readonly address: string;
  readonly timings: PhaseTimings & { dnsMs: number; firstByteMs: number; totalMs: number };
}

/** A request without a response. */
export interface GuardedFailure {
  readonly ok: false;
  readonly reason: FailureReason;
  /** Message for people, without secrets and without data from the server. */
  readonly detail: string;
  readonly phase: Phase;
  /** Last address that was called; null if none was, so that refused internal addresses are not disclosed. */
  readonly address: string | null;
  readonly timings: PhaseTimings & { totalMs: number };
}

export type GuardedOutcome = GuardedResponse | GuardedFailure;
