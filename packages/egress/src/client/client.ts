import { checkUrl, type GuardRules, rulesOfOrigin } from "../addresses/ssrf-guard.ts";
import { createDnsCache, type Resolver } from "../names/dns-cache.ts";
import { createDnsLookup } from "../names/dns-lookup.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { abortedFailure, timeoutFailure } from "./failures.ts";
import type { GuardedFailure, GuardedOutcome, GuardedRequest } from "./outcome.ts";
import { PendingRequest, type PendingRequestDeps } from "./pending-request.ts";
import type { Proxy } from "./proxy.ts";
import { TlsIdentities } from "./tls-identities.ts";

/** HTTP client with an SSRF guard for untrusted URLs: webhook endpoints of customers, and supplier APIs. */
export interface GuardedClient {
  /** Sends a request. Never rejects: a failure is an outcome. Does not follow redirects. */
  send(request: GuardedRequest): Promise<GuardedOutcome>;
  /** Refuses new requests, waits for pending ones and closes every connection. */
  close(): Promise<void>;
}

export interface GuardedClientOptions {
  readonly rules: GuardRules;
  /** Default timeout of a request. */
  readonly timeoutMs: number;
  /** Default limit of a response body. */
  readonly maxBodyBytes: number;
  /** Resolves the host of each request; the hosts file and DNS by default. */
  readonly resolver?: Resolver;
  /** Name servers to query instead of the operating system's, as `address` or `address:port`. */
  readonly nameServers?: readonly string[];
  /** A certificate authority to trust instead of the public ones, in PEM. */
  readonly ca?: string;
  /** Proxy for all addresses but those of loopback. It is given checked addresses, not names. */
  readonly proxy?: Proxy | null;
  /** Clock of the timings, in milliseconds. Timeouts use the real clock. */
  readonly now?: () => number;
  /** Maximum number of idle connections, 1,000 by default. The least recently used one is closed first. */
  readonly maxIdleConnections?: number;
}

const defaultIdleConnections = 1_000;
const maxCachedUrls = 10_000;

/**
 * Creates the client for outgoing requests. Each request checks the URL, resolves its host, checks every address and
 * connects to one of them; TLS and the Host header use the URL's host. Connections are kept alive for 30 seconds and
 * reused if their peer passes the check again. A connection with a client certificate is reused only for its owner and certificate.
 *
 * @throws TypeError if an allowed range is not a CIDR range.
 */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { rules, ca, proxy = null, now = () => performance.now() } = options;
  const resolver = options.resolver ?? createResolver(options.nameServers, now);
  const pool = new ConnectionPool(options.maxIdleConnections ?? defaultIdleConnections);
  const identities = new TlsIdentities({ minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) });
  const rulesOf = createRulesLookup(rules);
  const deps: PendingRequestDeps = { rulesOf, resolver, pool, identities, proxy, nowMs: now };
  const checkCached = createCachedCheck(rulesOf);
  const pendingOutcomes = new Set<Promise<GuardedOutcome>>();
  let isClosed = false;
  // Reports an invalid range when the client is created rather than at the first request.
  checkCached("https://192.0.2.1/");

  return {
    async send(request) {
      const pending = new PendingRequest(deps);
      if (request.signal?.aborted === true) return pending.fail(abortedFailure);
      const checked = isClosed ? "The client is closed." : checkCached(request.url);
      if (typeof checked === "string") return pending.fail({ reason: "refused", detail: checked });
      const { timeoutMs, maxBodyBytes } = { ...options, ...request };
      const outcome = untilStopped(pending, { ...request, timeoutMs, maxBodyBytes }, checked);
      pendingOutcomes.add(outcome);
      try {
        return await outcome;
      } finally {
        pendingOutcomes.delete(outcome);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(pendingOutcomes);
      pool.clear();
    },
  };
}

function createResolver(servers: readonly string[] | undefined, nowMs: () => number): Resolver {
  return createDnsCache({ lookup: createDnsLookup(servers === undefined ? {} : { servers }), nowMs });
}

/** Creates a function that returns the rules of an origin: always the same object, by which results of checks are cached. */
function createRulesLookup(rules: GuardRules): (origin: string) => GuardRules {
  const listed = new Map(rules.origins?.map((origin) => [origin, rulesOfOrigin(rules, origin)]));
  return (origin) => listed.get(origin) ?? rules;
}

/** Creates a function that parses and checks URLs, with a cache: the result depends on the URL alone, and most URLs repeat. */
function createCachedCheck(rulesOf: (origin: string) => GuardRules): (url: string) => URL | string {
  const cache = new Map<string, URL | string>();
  return (url) => {
    const cached = cache.get(url);
    if (cached !== undefined) return cached;
    const checked = checkUrl(rulesOf(URL.parse(url)?.origin ?? ""), url) ?? new URL(url);
    if (cache.size >= maxCachedUrls) cache.clear();
    cache.set(url, checked);
    return checked;
  };
}

/** Returns the outcome of a request, or a failure when it times out or is aborted. */
async function untilStopped(
  pending: PendingRequest,
  request: GuardedRequest & { timeoutMs: number; maxBodyBytes: number },
  url: URL,
): Promise<GuardedOutcome> {
  const { signal, timeoutMs, maxBodyBytes } = request;
  const { promise: stopped, resolve } = Promise.withResolvers<GuardedFailure>();
  const timer = setTimeout(() => resolve(pending.stop(timeoutFailure(pending.phase, url.hostname))), timeoutMs);
  const abort = () => resolve(pending.stop(abortedFailure));
  signal?.addEventListener("abort", abort);
  try {
    return await Promise.race([pending.run(request, url, maxBodyBytes), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
