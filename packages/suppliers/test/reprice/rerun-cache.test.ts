import { expect, test } from "vitest";
import type { SuppliedFlight } from "../../src/port/port.ts";
import { RerunCache } from "../../src/reprice/rerun-cache.ts";

function rerunWith(offers: number): SuppliedFlight[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the cache counts offers and reads nothing of them
  return [{ cash: Array.from({ length: offers }), award: [] }] as unknown as SuppliedFlight[];
}

test("runs a search once for concurrent and later callers", async () => {
  const cache = new RerunCache();
  let runs = 0;
  const { promise, resolve } = Promise.withResolvers<SuppliedFlight[]>();
  const rerun = () => {
    runs++;
    return promise;
  };
  const both = [cache.find("a", rerun), cache.find("a", rerun)];
  const other = cache.find("b", rerun);
  resolve(rerunWith(3));
  const found = await Promise.all([...both, other, cache.find("a", rerun)]);
  expect(new Set(found).size).toBe(1);
  expect(runs).toBe(2);
});

test("does not cache a failed run", async () => {
  const cache = new RerunCache();
  await expect(cache.find("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(cache.size).toEqual({ reruns: 0, offers: 0 });
  const whole = rerunWith(3);
  expect(await cache.find("a", async () => whole)).toBe(whole);
  expect(cache.size.reruns).toBe(1);
});

test("caches a bounded number of offers, evicting the least recently used", async () => {
  const cache = new RerunCache();
  for (let n = 0; n < 100; n++) await cache.find(String(n), async () => rerunWith(999));
  expect(cache.size).toEqual({ reruns: 10, offers: 10_000 });
  await cache.find("huge", async () => rerunWith(20_000));
  expect(cache.size.offers).toBeLessThanOrEqual(10_000);
});
