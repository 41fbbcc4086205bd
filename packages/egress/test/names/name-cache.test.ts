import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNameCache, type NameCacheOptions } from "../../src/names/name-cache.ts";
import { NameLookupError } from "../../src/names/name-lookup.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A cache over lookups that a test ends by hand. */
function open(options: Partial<NameCacheOptions> = {}) {
  const pending = new Map<string, PromiseWithResolvers<readonly string[]>>();
  const started: string[] = [];
  const lookup = (host: string) => {
    const answer = Promise.withResolvers<readonly string[]>();
    pending.set(host, answer);
    started.push(host);
    return answer.promise;
  };
  const resolve = createNameCache({ lookup, nowMs: () => Date.now(), ...options });
  return {
    resolve,
    started,
    find: (host: string) => pending.get(host)?.resolve([`address of ${host}`]),
    fail: (host: string) => pending.get(host)?.reject(new NameLookupError("ETIMEOUT")),
  };
}

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => "",
    (error: NodeJS.ErrnoException) => error.code,
  );

test("shares a running lookup among accounts, and its result for a second", async () => {
  const cache = open();
  const answers = [cache.resolve("a.test", "one"), cache.resolve("a.test", "two")];
  cache.find("a.test");
  expect(await Promise.all(answers)).toEqual([["address of a.test"], ["address of a.test"]]);
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

test("limits the running lookups of an account; others of it wait in order, other accounts do not", async () => {
  const cache = open({ maxOpenPerAccount: 2 });
  const answers = ["a", "b", "c", "d"].map((host) => cache.resolve(host, "one"));
  void cache.resolve("e", "two");
  expect(cache.started).toEqual(["a", "b", "e"]);
  cache.find("b");
  await answers[1];
  await vi.waitFor(() => expect(cache.started).toEqual(["a", "b", "e", "c"]));
  cache.fail("a");
  expect(await codeOf(Promise.resolve(answers[0]))).toBe("ETIMEOUT");
  await vi.waitFor(() => expect(cache.started).toEqual(["a", "b", "e", "c", "d"]));
  cache.find("c");
  cache.find("d");
  expect(await Promise.all(answers.slice(2))).toEqual([["address of c"], ["address of d"]]);
});

test("a lookup that waits too long fails with EBUSY, which is not cached, and its slot goes to the next", async () => {
  const cache = open({ maxOpenPerAccount: 1, maxWaitMs: 1_000 });
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

test("a waiting lookup uses the result that another account got while it waited", async () => {
  const cache = open({ maxOpenPerAccount: 1 });
  void cache.resolve("a", "one");
  const waiting = cache.resolve("b", "one");
  const other = cache.resolve("b", "two");
  cache.find("b");
  await other;
  cache.find("a");
  expect(await waiting).toEqual(["address of b"]);
  expect(cache.started).toEqual(["a", "b"]);
});
