import type { SecureContext } from "node:tls";
import type { GuardRules } from "../addresses/address-guard.ts";
import type { Resolver } from "../names/name-cache.ts";
import { Connection } from "./connection.ts";
import { type Exchange, exchange } from "./exchange.ts";
import { abortedFault, type Fault, faultOf, invalidGzipFault, type Phase } from "./failures.ts";
import { decodeGzip } from "./gzip.ts";
import type { IdleConnections } from "./idle-connections.ts";
import type { GuardedAnswer, GuardedFailure, GuardedOutcome, GuardedRequest, PartTimings } from "./outcome.ts";
import { resolveVetted } from "./resolve.ts";

/** Shared by the requests of one client. */
export interface PendingRequestDeps {
  readonly rules: GuardRules;
  readonly resolver: Resolver;
  readonly idle: IdleConnections;
  readonly secureContext: SecureContext;
  readonly nowMs: () => number;
}

/** One request, from the name lookup to the end of the answer. */
export class PendingRequest {
  readonly #deps: PendingRequestDeps;
  readonly #startedMs: number;
  readonly #timings: PartTimings = { dnsMs: null, connectMs: null, firstByteMs: null };
  #phase: Phase = "dns";
  #address: string | null = null;
  #connection: Connection | undefined;
  #isStopped = false;

  constructor(deps: PendingRequestDeps) {
    this.#deps = deps;
    this.#startedMs = deps.nowMs();
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Makes a request whose URL has been parsed and is known to be allowed. Never rejects. */
  async run(request: GuardedRequest, url: URL, maxBodyBytes: number): Promise<GuardedOutcome> {
    const { rules, resolver, idle, secureContext } = this.#deps;
    const resolution = await resolveVetted(rules, url, resolver, request.accountId);
    this.#timings.dnsMs = this.#since(this.#startedMs);
    if (!resolution.ok) return this.fail(resolution);
    // The outcome is known already, and nothing would close a connection made now.
    if (this.#isStopped) return this.fail(abortedFault);
    const { addresses } = resolution;
    const connection =
      idle.take(url.origin, addresses) ?? new Connection(url, secureContext, (closed) => idle.drop(closed));
    this.#connection = connection;
    this.#address = connection.peer;
    this.#phase = connection.peer === null ? "connect" : "request";
    let answer: Exchange;
    try {
      answer = await this.#converse(connection, addresses, { ...request, maxBodyBytes }, url);
    } catch (error) {
      connection.destroy();
      return this.fail(faultOf(error, this.#phase, url.hostname));
    }
    // From here on another request may have the connection: a deadline met while decoding must not close it.
    this.#connection = undefined;
    if (answer.truncated) connection.destroy();
    else idle.put(connection);
    const decoded = request.acceptGzip === true ? await decodeGzip(answer, maxBodyBytes) : answer;
    return decoded === null ? this.fail(invalidGzipFault) : this.#succeed(decoded);
  }

  /** The failure of a request that is given up, by its deadline or its caller. Closes its connection. */
  stop(fault: Fault): GuardedFailure {
    this.#isStopped = true;
    this.#connection?.destroy();
    return this.fail(fault);
  }

  /** The failure as things stand now. */
  fail({ reason, detail }: Fault): GuardedFailure {
    const timings = { ...this.#timings, totalMs: this.#since(this.#startedMs) };
    return { ok: false, reason, detail, phase: this.#phase, address: this.#address, timings };
  }

  #succeed(answer: Exchange): GuardedAnswer {
    const { dnsMs, connectMs, firstByteMs } = this.#timings;
    const totalMs = this.#since(this.#startedMs);
    const timings = { dnsMs: dnsMs ?? 0, connectMs, firstByteMs: firstByteMs ?? 0, totalMs };
    return { ok: true, ...answer, address: this.#address ?? "", timings };
  }

  #converse(
    connection: Connection,
    addresses: readonly string[],
    { method, headers, body, acceptGzip = false, maxBodyBytes }: GuardedRequest & { maxBodyBytes: number },
    url: URL,
  ): Promise<Exchange> {
    const { nowMs } = this.#deps;
    const dialedMs = nowMs();
    let writtenMs = dialedMs;
    connection.assign(addresses, {
      onPhase: (phase, address) => {
        this.#phase = phase;
        this.#address = address;
      },
      onOpen: () => {
        this.#timings.connectMs = this.#since(dialedMs);
      },
    });
    return exchange(
      connection.client,
      { method, path: url.pathname + url.search, headers, body: body ?? null, acceptGzip },
      maxBodyBytes,
      {
        onWrite: () => {
          this.#phase = "request";
          writtenMs = nowMs();
        },
        onFirstByte: () => {
          this.#phase = "response";
          this.#timings.firstByteMs ??= this.#since(writtenMs);
        },
      },
    );
  }

  #since(instantMs: number): number {
    return Math.round(this.#deps.nowMs() - instantMs);
  }
}
