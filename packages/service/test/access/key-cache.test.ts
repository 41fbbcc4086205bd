import { expect, test } from "vitest";
import { samplePlans } from "../../../billing/test/sample-plans.ts";
import { KeyCache, keyCacheMs } from "../../src/access/key-cache.ts";
import type { KnownKey } from "../../src/http/caller.ts";

const accountId = "acct_1";

/** Creates a record that differs from every other one. */
function makeRecord(id: string): KnownKey {
  const lists = { ranges: [], accountRanges: [], usageLimits: {} };
  return {
    id,
    accountId,
    environment: "test",
    scopes: [],
    expiresAtMs: null,
    graceEndsAtMs: null,
    applicationId: null,
    clockOffsetMs: 0,
    paidPeriod: null,
    account: { suspendedAtMs: null, closesAtMs: null },
    plan: samplePlans.free,
    ...lists,
  };
}

/** Creates a cache with a clock and reads that the test controls. The raw key is its own id. */
function makeCache() {
  const clock = { nowMs: 1_000_000 };
  const reads: (PromiseWithResolvers<KnownKey | undefined> & { rawKey: string })[] = [];
  const cache = new KeyCache({
    cacheKeyOf: (rawKey) => rawKey,
    read: (rawKey) => {
      const read = { ...Promise.withResolvers<KnownKey | undefined>(), rawKey };
      reads.push(read);
      return read.promise;
    },
    nowMs: () => clock.nowMs,
  });
  const answer = (at: number, key: KnownKey | undefined = makeRecord(reads[at]?.rawKey ?? "")) => {
    reads[at]?.resolve(key);
    return key;
  };
  const fill = async (rawKey: string) => {
    const found = cache.find(rawKey);
    const record = answer(reads.length - 1);
    await found;
    return record;
  };
  return { cache, clock, reads, answer, fill };
}

test("concurrent lookups of one key share a read; lookups of other keys do not", async () => {
  const { cache, reads, answer } = makeCache();
  const found = Promise.all([1, 2, 3].map(async () => cache.find("a")));
  const other = cache.find("b");
  expect(reads.map((read) => read.rawKey)).toEqual(["a", "b"]);
  const record = answer(0);
  expect(await found).toEqual([record, record, record]);
  expect(cache.find("a")).toBe(record);
  answer(1);
  expect(await other).toMatchObject({ id: "b" });
  expect(reads).toHaveLength(2);
});

test("an entry expires 30 s after the start of its read", async () => {
  const { cache, clock, reads, answer } = makeCache();
  expect(keyCacheMs).toBe(30_000);
  const found = cache.find("a");
  clock.nowMs += 20_000;
  const record = answer(0);
  await found;
  clock.nowMs += 9_999;
  expect(cache.find("a")).toBe(record);
  clock.nowMs += 1;
  expect(cache.find("a")).toBeInstanceOf(Promise);
  expect(reads).toHaveLength(2);
});

test("does not share a read that has been pending for 30 s", async () => {
  const { cache, clock, reads, answer } = makeCache();
  const early = cache.find("a");
  clock.nowMs += 29_999;
  const joined = cache.find("a");
  expect(reads).toHaveLength(1);
  clock.nowMs += 1;
  const late = cache.find("a");
  const old = answer(0);
  expect(await Promise.all([early, joined])).toEqual([old, old]);
  const sharedLate = cache.find("a");
  const fresh = answer(1);
  expect(await late).toBe(fresh);
  expect(await sharedLate).toBe(fresh);
  expect(cache.find("a")).toBe(fresh);
  expect(reads).toHaveLength(2);
});

test("does not share a read that began before an invalidation", async () => {
  const { cache, reads, answer } = makeCache();
  const before = cache.find("a");
  cache.invalidate("a");
  const after = cache.find("a");
  expect(reads).toHaveLength(2);
  const fresh = answer(1);
  expect(await after).toBe(fresh);
  const old = answer(0);
  expect(await before).toBe(old);
  expect(cache.find("a")).toBe(fresh);
});

test("does not cache the result of a read that began before an invalidation", async () => {
  const { cache, reads, answer } = makeCache();
  const before = cache.find("a");
  cache.invalidate("a");
  answer(0);
  await before;
  void cache.find("a");
  expect(reads).toHaveLength(2);
});

test("invalidates a key by its id or its account and keeps other keys", async () => {
  const { cache, fill } = makeCache();
  await fill("a");
  const record = await fill("b");
  cache.invalidate("a");
  expect(cache.find("a")).toBeInstanceOf(Promise);
  expect(cache.find("b")).toBe(record);
  cache.invalidate("acct_2");
  expect(cache.find("b")).toBe(record);
  cache.invalidate(accountId);
  expect(cache.find("b")).toBeInstanceOf(Promise);
});

test("does not cache unknown keys", async () => {
  const { cache, reads } = makeCache();
  for (let reading = 0; reading < 3; reading++) {
    const found = cache.find("a");
    reads[reading]?.resolve(undefined);
    expect(await found).toBeUndefined();
  }
  expect(reads).toHaveLength(3);
});

test("does not serve an entry from the future after the clock is set back", async () => {
  const { cache, clock, reads, fill } = makeCache();
  await fill("a");
  const pending = cache.find("b");
  clock.nowMs -= 3_600_000;
  expect(cache.find("a")).toBeInstanceOf(Promise);
  expect(cache.find("b")).not.toBe(pending);
  expect(reads).toHaveLength(4);
});

test("a failed read rejects all waiting lookups, and the next lookup reads again", async () => {
  const { cache, reads, answer } = makeCache();
  const found = [cache.find("a"), cache.find("a")];
  reads[0]?.reject(new Error("no connection"));
  for (const each of found) await expect(each).rejects.toThrow("no connection");
  const again = cache.find("a");
  const record = answer(1);
  expect(await again).toBe(record);
});

test("clear drops all keys and pending reads", async () => {
  const { cache, reads, answer, fill } = makeCache();
  await fill("a");
  const pending = cache.find("b");
  cache.clear();
  expect(cache.find("a")).toBeInstanceOf(Promise);
  expect(cache.find("b")).not.toBe(pending);
  answer(1);
  await pending;
  expect(cache.find("b")).toBeInstanceOf(Promise);
  expect(reads).toHaveLength(4);
});
