import { type DnsLookup, DnsLookupError } from "./dns-lookup.ts";

/** Resolves a host name for a request of an account. Rejects with an error that has a `code` if there is no address. */
export type Resolver = (host: string, accountId: string) => Promise<readonly string[]>;

export interface DnsCacheOptions {
  readonly lookup: DnsLookup;
  readonly nowMs: () => number;
  /** Maximum number of concurrent lookups per account. */
  readonly maxPerAccount?: number;
  /** Maximum time in milliseconds that a lookup waits for others of its account. */
  readonly maxWaitMs?: number;
}

/** Cache lifetimes. The SSRF guard checks cached addresses at each request, too. */
const foundMs = 1_000;
const failedMs = 5_000;
const maxNames = 10_000;
const defaults = { maxPerAccount: 16, maxWaitMs: 5_000 };

interface CachedName {
  addresses: Promise<readonly string[]>;
  /** Infinity while the lookup runs. */
  expiresMs: number;
}

/**
 * Creates a resolver with a cache. Concurrent requests share lookups, and each account has a limit of concurrent lookups, so
 * that slow name servers delay only the lookups of their account.
 */
export function createDnsCache(options: DnsCacheOptions): Resolver {
  const { lookup, nowMs, maxPerAccount, maxWaitMs } = { ...defaults, ...options };
  const names = new Map<string, CachedName>();
  const semaphore = new AccountSemaphore(maxPerAccount, maxWaitMs);

  const findCached = (host: string) => {
    const cached = names.get(host);
    return cached !== undefined && nowMs() < cached.expiresMs ? cached.addresses : undefined;
  };
  const start = (host: string) => {
    const cached: CachedName = { addresses: lookup(host), expiresMs: Number.POSITIVE_INFINITY };
    if (names.size >= maxNames) names.clear();
    names.set(host, cached);
    cached.addresses.then(
      () => void (cached.expiresMs = nowMs() + foundMs),
      () => void (cached.expiresMs = nowMs() + failedMs),
    );
    return cached.addresses;
  };

  return async (host, accountId) =>
    findCached(host) ?? (await semaphore.run(accountId, () => findCached(host) ?? start(host)));
}

/** Semaphore per account. Tasks beyond the limit wait in order and fail with EBUSY after `maxWaitMs`. */
class AccountSemaphore {
  readonly #maxOpen: number;
  readonly #maxWaitMs: number;
  readonly #accounts = new Map<string, { open: number; waiting: Set<() => void> }>();

  constructor(maxOpen: number, maxWaitMs: number) {
    this.#maxOpen = maxOpen;
    this.#maxWaitMs = maxWaitMs;
  }

  async run<T>(accountId: string, task: () => Promise<T>): Promise<T> {
    const account = this.#accounts.get(accountId) ?? { open: 0, waiting: new Set() };
    this.#accounts.set(accountId, account);
    if (account.open < this.#maxOpen) account.open += 1;
    else await this.#wait(account.waiting);
    try {
      return await task();
    } finally {
      const [next] = account.waiting;
      // The next task takes over the slot, so the count does not change.
      if (next !== undefined) next();
      else if (--account.open === 0) this.#accounts.delete(accountId);
    }
  }

  #wait(waiting: Set<() => void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        waiting.delete(start);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(new DnsLookupError("EBUSY"));
      }, this.#maxWaitMs);
      waiting.add(start);
    });
  }
}
