import { Resolver as DnsResolver } from "node:dns/promises";
import { HostsFile } from "./hosts-file.ts";

/** Looks up all addresses of a host name, IPv4 first. Rejects with an error that has a `code` if there is none. */
export type DnsLookup = (host: string) => Promise<readonly string[]>;

export interface DnsLookupOptions {
  /** Name servers as `address` or `address:port`. Default: those of the operating system. */
  readonly servers?: readonly string[];
  readonly hosts?: HostsFile;
  /** Timeout of a lookup over all servers and both address families, in milliseconds. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 2_500;
/** Timeout per server, so that the second server is queried in time when the first is down. */
const tryMs = 800;
const tries = 2;
/** Addresses of `localhost` and its subdomains without an entry in the hosts file (RFC 6761). */
const loopbackAddresses: readonly string[] = ["127.0.0.1", "::1"];

/**
 * Creates a DNS lookup that reads the hosts file, then queries DNS with c-ares. Unlike `dns.lookup`, it does not use the
 * thread pool of file access, and it cancels the query after a timeout. Names are absolute: search domains do not apply.
 */
export function createDnsLookup(options: DnsLookupOptions = {}): DnsLookup {
  const { servers, hosts = new HostsFile(), timeoutMs = defaultTimeoutMs } = options;
  return async (host) => {
    const listed = hosts.find(host);
    if (listed.length > 0) return listed;
    if (host === "localhost" || host.endsWith(".localhost")) return loopbackAddresses;
    return queryDns(host, timeoutMs, servers);
  };
}

/** Creates a resolver per lookup (20 µs), so that cancelling ends only its queries and changes of resolv.conf take effect. */
async function queryDns(host: string, timeoutMs: number, servers: readonly string[] | undefined) {
  const resolver = new DnsResolver({ timeout: tryMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    resolver.cancel();
  }, timeoutMs);
  try {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    if (addresses.length > 0) return addresses;
    throw isTimedOut ? new DnsLookupError("ETIMEOUT") : errorOf(results);
  } finally {
    clearTimeout(timer);
  }
}

/** A failed DNS lookup, with the code of c-ares, or EBUSY. */
export class DnsLookupError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`DNS lookup failed: ${code}`);
    this.code = code;
  }
}

/** Prefers another error to ENODATA, which means only that one address family has no records. */
function errorOf(results: readonly PromiseSettledResult<unknown>[]): unknown {
  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  return errors.find((error) => codeOf(error) !== "ENODATA") ?? errors[0] ?? new DnsLookupError("ENODATA");
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
