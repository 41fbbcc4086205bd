import type { GuardRules } from "../addresses/ssrf-guard.ts";
import type { Resolver } from "../names/dns-cache.ts";
import { Connection, connectionKey } from "./connection.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import { type Exchange, exchange } from "./exchange.ts";
import {
  abortedFailure,
  type Failure,
  invalidGzipFailure,
  type Phase,
  plainHttpCertificateFailure,
  toFailure,
  unusableCertificateFailure,
} from "./failures.ts";
import { decodeGzip } from "./gzip.ts";
import type { GuardedFailure, GuardedOutcome, GuardedRequest, GuardedResponse, PhaseTimings } from "./outcome.ts";
import type { Proxy } from "./proxy.ts";
import { resolveAllowed } from "./resolve.ts";
import type { TlsIdentities, TlsIdentity } from "./tls-identities.ts";

/** Dependencies shared by the requests of one client. */
export interface PendingRequestDeps {
  /** Rules of the origin of a request. */
  readonly rulesOf: (origin: string) => GuardRules;
  readonly resolver: Resolver;
  readonly pool: ConnectionPool;
  readonly identities: TlsIdentities;
  readonly proxy: Proxy | null;
  readonly nowMs: () => number;
}

/** One request, from the DNS lookup to the end of the response. */
export class PendingRequest {
  readonly #deps: PendingRequestDeps;
  readonly #startedMs: number;
  readonly #timings: PhaseTimings = { dnsMs: null, connectMs: null, firstByteMs: null };
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

  /** Sends a request whose URL has been checked. Never rejects. */
  async run(request: GuardedRequest, url: URL, maxBodyBytes: number): Promise<GuardedOutcome> {
    const { rulesOf, resolver, pool, proxy } = this.#deps;
    const identity = this.#identityOf(request, url);
    if ("reason" in identity) return this.fail(identity);
    const resolution = await resolveAllowed(rulesOf(url.origin), url, resolver, request.accountId);
    this.#timings.dnsMs = this.#since(this.#startedMs);
    if (!resolution.ok) return this.fail(resolution);
    // The outcome is decided, and nothing would close a connection opened now.
    if (this.#isStopped) return this.fail(abortedFailure);
    const { addresses } = resolution;
    const connection =
      pool.acquire(connectionKey(url, identity), addresses) ??
      new Connection(url, { identity, proxy }, (closed) => pool.remove(closed));
    this.#connection = connection;
    this.#address = connection.peer;
    this.#phase = connection.peer === null ? "connect" : "request";
    let response: Exchange;
    try {
      response = await this.#exchange(connection, addresses, { ...request, maxBodyBytes }, url);
    } catch (error) {
      connection.destroy();
      return this.fail(toFailure(connection.alert ?? error, this.#phase, url.hostname));
    }
    // From here on another request may use the connection: a timeout while decoding must not close it.
    this.#connection = undefined;
    if (response.truncated) connection.destroy();
    else pool.release(connection);
    const decoded = request.acceptGzip === true ? await decodeGzip(response, maxBodyBytes) : response;
    return decoded === null ? this.fail(invalidGzipFailure) : this.#succeed(decoded);
  }

  /** Ends a request that timed out or was aborted. Closes its connection. */
  stop(failure: Failure): GuardedFailure {
    this.#isStopped = true;
    this.#connection?.destroy();
    return this.fail(failure);
  }

  /** Returns a failure with the current phase, address and timings. */
  fail({ reason, detail }: Failure): GuardedFailure {
    const timings = { ...this.#timings, totalMs: this.#since(this.#startedMs) };
    return { ok: false, reason, detail, phase: this.#phase, address: this.#address, timings };
  }

  #succeed(response: Exchange): GuardedResponse {
    const { dnsMs, connectMs, firstByteMs } = this.#timings;
    const totalMs = this.#since(this.#startedMs);
    const timings = { dnsMs: dnsMs ?? 0, connectMs, firstByteMs: firstByteMs ?? 0, totalMs };
    return { ok: true, ...response, address: this.#address ?? "", timings };
  }

  #identityOf({ clientCertificate }: GuardedRequest, { protocol }: URL): TlsIdentity | Failure {
    if (clientCertificate !== undefined && protocol !== "https:") return plainHttpCertificateFailure;
    try {
      return this.#deps.identities.get(clientCertificate);
    } catch {
      return unusableCertificateFailure;
    }
  }

  #exchange(
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
