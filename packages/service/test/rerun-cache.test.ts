import { expect, test } from "vitest";
import { type Rerun, RerunCache } from "../src/search/rerun-cache.ts";

function rerunWith(offers: number, status: "ok" | "timeout" = "ok"): Rerun {
  const cash = Array.from({ length: offers });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the cache counts offers and reads nothing of them
  const candidates = [{ cash, award: [] }] as unknown as Rerun["candidates"];
  return { candidates, supply: [{ source: "sandbox", status, offers, tookMs: 1 }] };
}

test("runs a search once for those that need it at the same time and afterwards", async () => {
  const cache = new RerunCache();
  let runs = 0;
  const { promise, resolve } = Promise.withResolvers<Rerun>();
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

test("keeps neither a run that failed nor one that a supplier did not answer", async () => {
  const cache = new RerunCache();
  await expect(cache.find("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await cache.find("a", async () => rerunWith(3, "timeout"));
  expect(cache.size).toEqual({ reruns: 0, offers: 0 });
  const whole = rerunWith(3);
  expect(await cache.find("a", async () => whole)).toBe(whole);
  expect(cache.size.reruns).toBe(1);
});

test("holds a bounded number of offers, the latest used", async () => {
  const cache = new RerunCache();
  for (let n = 0; n < 100; n++) await cache.find(String(n), async () => rerunWith(999));
  expect(cache.size).toEqual({ reruns: 10, offers: 10_000 });
  await cache.find("huge", async () => rerunWith(20_000));
  expect(cache.size.offers).toBeLessThanOrEqual(10_000);
});
