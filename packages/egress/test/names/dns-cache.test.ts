import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDnsCache, type DnsCacheOptions } from "../../src/names/dns-cache.ts";
import { DnsLookupError } from "../../src/names/dns-lookup.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A cache over lookups that the test completes manually. */
function open(options: Partial<DnsCacheOptions> = {}) {
  const pending = new Map<string, PromiseWithResolvers<readonly string[]>>();
  const started: string[] = [];
  const lookup = (host: string) => {
    const result = Promise.withResolvers<readonly string[]>();
    pending.set(host, result);
    started.push(host);
    return result.promise;
  };
  const resolve = createDnsCache({ lookup, nowMs: () => Date.now(), ...options });
  return {
    resolve,
    started,
    find: (host: string) => pending.get(host)?.resolve([`address of ${host}`]),
    fail: (host: string) => pending.get(host)?.reject(new DnsLookupError("ETIMEOUT")),
  };
}

const codeOf = (result: Promise<unknown>) =>
  result.then(
    () => "",
    (error: NodeJS.ErrnoException) => error.code,
  );

test("shares a running lookup among accounts, and its result for a second", async () => {
  const cache = open();
  const results = [cache.resolve("a.test", "one"), cache.resolve("a.test", "two")];
  cache.find("a.test");
  expect(await Promise.all(results)).toEqual([["address of a.test"], ["address of a.test"]]);
  vi.advanceTimersByTime(999);
  await cache.resolve("a.test", "three");
  expect(cache.started).toEqual(["a.test"]);
  vi.advanceTimersByTime(1);
  void cache.resolve("a.test", "one");
  expect(cache.started).toEqual(["a.test", "a.test"]);
});

test("keeps a failure for five seconds from its end", async () => {
  const cache = open();
  const first = codeOf(cache.resolve("a.test", "one"));
  vi.advanceTimersByTime(2_500);
  cache.fail("a.test");
  expect(await first).toBe("ETIMEOUT");
  vi.advanceTimersByTime(4_999);
  expect(await codeOf(cache.resolve("a.test", "two"))).toBe("ETIMEOUT");
  expect(cache.started).toHaveLength(1);
  vi.advanceTimersByTime(1);
  void cache.resolve("a.test", "one");
  expect(cache.started).toHaveLength(2);
});

test("limits the concurrent lookups of an account without delaying other accounts", async () => {
  const cache = open({ maxPerAccount: 2 });
  const results = ["a", "b", "c", "d"].map((host) => cache.resolve(host, "one"));
  void cache.resolve("e", "two");
  expect(cache.started).toEqual(["a", "b", "e"]);
  cache.find("b");
  await results[1];
  await vi.waitFor(() => expect(cache.started).toEqual(["a", "b", "e", "c"]));
  cache.fail("a");
  expect(await codeOf(Promise.resolve(results[0]))).toBe("ETIMEOUT");
  await vi.waitFor(() => expect(cache.started).toEqual(["a", "b", "e", "c", "d"]));
  cache.find("c");
  cache.find("d");
  expect(await Promise.all(results.slice(2))).toEqual([["address of c"], ["address of d"]]);
});

test("fails with EBUSY, which is not cached, after waiting too long, and releases its slot", async () => {
  const cache = open({ maxPerAccount: 1, maxWaitMs: 1_000 });
  void cache.resolve("a", "one");
  const late = codeOf(cache.resolve("b", "one"));
  vi.advanceTimersByTime(1_000);
  expect(await late).toBe("EBUSY");
  const next = cache.resolve("b", "one");
  cache.find("a");
  await vi.waitFor(() => expect(cache.started).toEqual(["a", "b"]));
  cache.find("b");
  expect(await next).toEqual(["address of b"]);
});

test("uses the result of another account's lookup that finished while waiting", async () => {
  const cache = open({ maxPerAccount: 1 });
  void cache.resolve("a", "one");
  const waiting = cache.resolve("b", "one");
  const other = cache.resolve("b", "two");
  cache.find("b");
  await other;
  cache.find("a");
  expect(await waiting).toEqual(["address of b"]);
  expect(cache.started).toEqual(["a", "b"]);
});
