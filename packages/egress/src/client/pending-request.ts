import type { SecureContext } from "node:tls";
import type { GuardRules } from "../addresses/address-guard.ts";
import type { Resolver } from "../names/name-cache.ts";
import { Connection } from "./connection.ts";
import { type Exchange, exchange } from "./exchange.ts";
import { type Fault, faultOf, type Phase, timeoutFault } from "./failures.ts";
import type { IdleConnections } from "./idle-connections.ts";
import type { GuardedAnswer, GuardedFailure, GuardedOutcome, GuardedRequest, PartTimings } from "./outcome.ts";
import { resolveVetted } from "./resolve.ts";

/** What the requests of one client share. */
export interface FlightParts {
  readonly rules: GuardRules;
  readonly resolver: Resolver;
  readonly maxBodyBytes: number;
  readonly idle: IdleConnections;
  readonly secureContext: SecureContext;
  readonly nowMs: () => number;
}

/** One request on its way, from the name to the end of the answer. */
export class Flight {
  readonly #parts: FlightParts;
  readonly #startedMs: number;
  readonly #timings: PartTimings = { dnsMs: null, connectMs: null, firstByteMs: null };
  #phase: Phase = "dns";
  #address: string | null = null;
  #connection: Connection | undefined;
  #isExpired = false;

  constructor(parts: FlightParts) {
    this.#parts = parts;
    this.#startedMs = parts.nowMs();
  }

  /** Makes a request whose URL has been parsed and is known to be allowed. Never rejects. */
  async run(request: GuardedRequest, url: URL): Promise<GuardedOutcome> {
    const { rules, resolver, idle, secureContext } = this.#parts;
    const resolution = await resolveVetted(rules, url, (host) => resolver(host, request.accountId));
    this.#timings.dnsMs = this.#since(this.#startedMs);
    if (!resolution.ok) return this.fail(resolution);
    // The deadline has spoken already, and nobody would stop a connection made now.
    if (this.#isExpired) return this.fail(timeoutFault("dns", url.hostname));
    const { addresses } = resolution;
    const connection =
      idle.take(url.origin, addresses) ?? new Connection(url, secureContext, (closed) => idle.drop(closed));
    this.#connection = connection;
    this.#address = connection.peer;
    this.#phase = connection.peer === null ? "connect" : "request";
    try {
      const answer = await this.#converse(connection, addresses, request, url);
      if (answer.truncated) connection.destroy();
      else idle.put(connection);
      return this.#succeed(answer);
    } catch (error) {
      connection.destroy();
      return this.fail(faultOf(error, this.#phase, url.hostname));
    }
  }

  /** The failure where the deadline comes first; whatever is open is closed. */
  expire(host: string): GuardedFailure {
    this.#isExpired = true;
    this.#connection?.destroy();
    return this.fail(timeoutFault(this.#phase, host));
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
    { method, headers, body }: GuardedRequest,
    url: URL,
  ): Promise<Exchange> {
    const { maxBodyBytes, nowMs } = this.#parts;
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
      { method, path: url.pathname + url.search, headers, body: body ?? null },
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
    return Math.round(this.#parts.nowMs() - instantMs);
  }
}
