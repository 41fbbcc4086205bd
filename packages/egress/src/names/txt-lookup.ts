import { Resolver } from "node:dns/promises";

const tryMs = 800;
const tries = 2;
const defaultTimeoutMs = 5_000;
const maxRecords = 50;

interface TxtLookupOptions {
  /** Name servers as `address` or `address:port`. Default: those of the operating system. */
  readonly servers?: readonly string[];
  /** Timeout of a lookup over all servers, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Looks up the TXT records of a name, each with its parts joined. Returns an empty list if there is none or DNS does not answer. */
export function createTxtLookup({
  servers,
  timeoutMs = defaultTimeoutMs,
}: TxtLookupOptions = {}): (name: string) => Promise<readonly string[]> {
  return async (name) => {
    const resolver = new Resolver({ timeout: tryMs, tries });
    if (servers !== undefined) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      const records = await resolver.resolveTxt(name).catch(() => []);
      return records.slice(0, maxRecords).map((parts) => parts.join(""));
    } finally {
      clearTimeout(timer);
    }
  };
}
