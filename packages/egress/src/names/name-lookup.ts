import { Resolver as DnsResolver } from "node:dns/promises";
import { HostsFile } from "./hosts-file.ts";

/** Every address of a host name, IPv4 first. Rejects with an error that has a `code` if there is none. */
export type NameLookup = (host: string) => Promise<readonly string[]>;

export interface NameLookupOptions {
  /** Name servers as `address` or `address:port`; those of the operating system by default. */
  readonly servers?: readonly string[];
  readonly hosts?: HostsFile;
  /** Time for one name, over all servers and both families, in milliseconds. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 2_500;
/** Per server, so that a second server is queried in time after a first one that is down. */
const tryMs = 800;
const tries = 2;
/** RFC 6761: what `localhost` and the names under it mean without an entry in the hosts file. */
const loopbackAddresses: readonly string[] = ["127.0.0.1", "::1"];

/**
 * Looks names up in the hosts file, then in DNS over c-ares: without the threads that `dns.lookup` shares with file
 * access, and with a time limit after which the query is cancelled. Names are absolute: search domains do not apply.
 */
export function createNameLookup(options: NameLookupOptions = {}): NameLookup {
  const { servers, hosts = new HostsFile(), timeoutMs = defaultTimeoutMs } = options;
  return async (host) => {
    const listed = hosts.find(host);
    if (listed.length > 0) return listed;
    if (host === "localhost" || host.endsWith(".localhost")) return loopbackAddresses;
    return queryDns(host, timeoutMs, servers);
  };
}

/** A resolver of its own per name (20 µs): cancelling ends its queries alone, and changes of resolv.conf take effect. */
async function queryDns(host: string, timeoutMs: number, servers: readonly string[] | undefined) {
  const resolver = new DnsResolver({ timeout: tryMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    resolver.cancel();
  }, timeoutMs);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw isTimedOut ? new NameLookupError("ETIMEOUT") : errorOf(answers);
  } finally {
    clearTimeout(timer);
  }
}

/** A name that has no addresses, by the code of c-ares or one of ours. */
export class NameLookupError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`name lookup failed: ${code}`);
    this.code = code;
  }
}

/** A family without addresses (ENODATA) says less than the failure of the other one. */
function errorOf(answers: readonly PromiseSettledResult<unknown>[]): unknown {
  const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  return errors.find((error) => codeOf(error) !== "ENODATA") ?? errors[0] ?? new NameLookupError("ENODATA");
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
