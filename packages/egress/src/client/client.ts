import { createSecureContext } from "node:tls";
import { type GuardRules, refuseUrl } from "../addresses/address-guard.ts";
import { createNameCache, type Resolver } from "../names/name-cache.ts";
import { createNameLookup } from "../names/name-lookup.ts";
import { abortedFault, timeoutFault } from "./failures.ts";
import { IdleConnections } from "./idle-connections.ts";
import type { GuardedFailure, GuardedOutcome, GuardedRequest } from "./outcome.ts";
import { PendingRequest, type PendingRequestDeps } from "./pending-request.ts";

/** Sends requests to URLs that are not trusted: webhook endpoints that customers register, and APIs of suppliers. */
export interface GuardedClient {
  /** Never rejects: a failure is an outcome. Follows no redirects. */
  send(request: GuardedRequest): Promise<GuardedOutcome>;
  /** Takes no more requests, waits for those under way and closes every connection. */
  close(): Promise<void>;
}

export interface GuardedClientOptions {
  readonly rules: GuardRules;
  /** The deadline of a request that sets none. */
  readonly timeoutMs: number;
  /** The cap of a request that sets none. */
  readonly maxBodyBytes: number;
  /** Resolves the host of each request; the hosts file and DNS by default. */
  readonly resolver?: Resolver;
  /** Name servers to query instead of the operating system's, as `address` or `address:port`. */
  readonly nameServers?: readonly string[];
  /** A certificate authority to trust instead of the public ones, in PEM. */
  readonly ca?: string;
  /** The clock of the timings, in milliseconds. The deadline takes the real one. */
  readonly now?: () => number;
  /** Connections kept open between requests, 1,000 where not given; the one used least lately makes room. */
  readonly maxIdleConnections?: number;
}

const defaultIdleConnections = 1_000;
const mostKnownUrls = 10_000;

/**
 * The one client for outgoing requests. Each send judges the URL, resolves its host, judges every address and
 * connects to one of them, with TLS and Host still those of the URL's host. Connections are kept alive for half a minute
 * and reused where their peer was vetted again. Throws where an allowed range is no CIDR.
 */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { rules, ca, now = () => performance.now() } = options;
  const resolver = options.resolver ?? createResolver(options.nameServers, now);
  const idle = new IdleConnections(options.maxIdleConnections ?? defaultIdleConnections);
  const secureContext = createSecureContext({ minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) });
  const deps: PendingRequestDeps = { rules, resolver, idle, secureContext, nowMs: now };
  const judge = rememberingJudge(rules);
  const underWay = new Set<Promise<GuardedOutcome>>();
  let isClosed = false;
  // An invalid range is the mistake of whoever made the client, and is found here rather than at the first send.
  judge("https://192.0.2.1/");

  return {
    async send(request) {
      const pending = new PendingRequest(deps);
      if (request.signal?.aborted === true) return pending.fail(abortedFault);
      const verdict = isClosed ? "The client is closed." : judge(request.url);
      if (typeof verdict === "string") return pending.fail({ reason: "refused", detail: verdict });
      const { timeoutMs, maxBodyBytes } = { ...options, ...request };
      const outcome = untilStopped(pending, { ...request, timeoutMs, maxBodyBytes }, verdict);
      underWay.add(outcome);
      try {
        return await outcome;
      } finally {
        underWay.delete(outcome);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
      idle.clear();
    },
  };
}

function createResolver(servers: readonly string[] | undefined, nowMs: () => number): Resolver {
  return createNameCache({ lookup: createNameLookup(servers === undefined ? {} : { servers }), nowMs });
}

/** Parses URLs and says why one may not be called. What a URL says itself never changes, and most are those of deliveries before. */
function rememberingJudge(rules: GuardRules): (url: string) => URL | string {
  const known = new Map<string, URL | string>();
  return (url) => {
    const before = known.get(url);
    if (before !== undefined) return before;
    const verdict = refuseUrl(rules, url) ?? new URL(url);
    if (known.size >= mostKnownUrls) known.clear();
    known.set(url, verdict);
    return verdict;
  };
}

/** The outcome of a request, or its failure once it meets its deadline or is aborted. */
async function untilStopped(
  pending: PendingRequest,
  request: GuardedRequest & { timeoutMs: number; maxBodyBytes: number },
  url: URL,
): Promise<GuardedOutcome> {
  const { signal, timeoutMs, maxBodyBytes } = request;
  const { promise: stopped, resolve } = Promise.withResolvers<GuardedFailure>();
  const timer = setTimeout(() => resolve(pending.stop(timeoutFault(pending.phase, url.hostname))), timeoutMs);
  const abort = () => resolve(pending.stop(abortedFault));
  signal?.addEventListener("abort", abort);
  try {
    return await Promise.race([pending.run(request, url, maxBodyBytes), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
