import { expect, test } from "vitest";
import { LiveSearches } from "../../src/overload/live-searches.ts";

test("gives an account half of the places, all accounts all of them, and each place back", async () => {
  const searches = new LiveSearches({ max: 32 });
  const gate = Promise.withResolvers<void>();
  const running: Promise<unknown>[] = [];
  const start = (account: string, count: number) => {
    for (let n = 0; n < count; n++) running.push(searches.run(account, () => gate.promise));
  };
  start("first", 15);
  expect(searches.isFullFor("first")).toBe(false);
  start("first", 1);
  expect([searches.isFullFor("first"), searches.isFullFor("second")]).toEqual([true, false]);
  start("second", 16);
  expect([searches.length, searches.isFullFor("third")]).toEqual([32, true]);
  running.push(searches.run("second", () => Promise.reject(new Error("planted"))).catch(() => {}));
  gate.resolve();
  await Promise.all(running);
  expect(searches.length).toBe(0);
  expect(["first", "second", "third"].map((account) => searches.isFullFor(account))).toEqual([false, false, false]);
});
