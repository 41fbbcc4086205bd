import { type NameLookup, NameLookupError } from "./name-lookup.ts";

/** Addresses of a host name for a request of an account. Rejects with an error that has a `code` if there are none. */
export type Resolver = (host: string, accountId: string) => Promise<readonly string[]>;

export interface NameCacheOptions {
  readonly lookup: NameLookup;
  readonly nowMs: () => number;
  /** Lookups of one account that run at once. */
  readonly maxOpenPerAccount?: number;
  /** How long a lookup may wait for others of its account, in milliseconds. */
  readonly maxWaitMs?: number;
}

/** The guard judges cached addresses at each request, too. */
const foundMs = 1_000;
const failedMs = 5_000;
const maxNames = 10_000;
const defaults = { maxOpenPerAccount: 16, maxWaitMs: 5_000 };

interface CachedName {
  answer: Promise<readonly string[]>;
  /** Infinity while the lookup runs. */
  expiresMs: number;
}

/**
 * Shares lookups and their results among requests, and limits how many an account runs at once: names that are slow to
 * fail delay the other names of their account at most.
 */
export function createNameCache(options: NameCacheOptions): Resolver {
  const { lookup, nowMs, maxOpenPerAccount, maxWaitMs } = { ...defaults, ...options };
  const names = new Map<string, CachedName>();
  const limit = new AccountLimit(maxOpenPerAccount, maxWaitMs);

  const findCached = (host: string) => {
    const cached = names.get(host);
    return cached !== undefined && nowMs() < cached.expiresMs ? cached.answer : undefined;
  };
  const start = (host: string) => {
    const cached: CachedName = { answer: lookup(host), expiresMs: Number.POSITIVE_INFINITY };
    if (names.size >= maxNames) names.clear();
    names.set(host, cached);
    cached.answer.then(
      () => void (cached.expiresMs = nowMs() + foundMs),
      () => void (cached.expiresMs = nowMs() + failedMs),
    );
    return cached.answer;
  };

  return async (host, accountId) =>
    findCached(host) ?? (await limit.run(accountId, () => findCached(host) ?? start(host)));
}

/** Runs at most so many tasks of an account at once; others wait, in order, and fail with EBUSY after a time limit. */
class AccountLimit {
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
      // A waiting task takes the slot over, so that the count stays.
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
        reject(new NameLookupError("EBUSY"));
      }, this.#maxWaitMs);
      waiting.add(start);
    });
  }
}
