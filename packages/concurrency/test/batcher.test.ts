import { expect, test } from "vitest";
import { Batcher } from "../src/index.ts";

/** Creates a batcher whose writes the test completes. */
function open(maxItems?: number) {
  const writes: { items: string[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const batcher = new Batcher<string>(
    (items) => new Promise((finish, fail) => void writes.push({ items, finish, fail })),
    maxItems === undefined ? {} : { maxItems },
  );
  return { batcher, writes, batches: () => writes.map(({ items }) => items.join("")) };
}

/** Waits for pending microtasks. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("writes a single item immediately, and items added during a write as the next batch", async () => {
  const { batcher, writes, batches } = open();
  const first = batcher.add("a");
  await settled();
  const others = ["b", "c", "d"].map((item) => batcher.add(item));
  await settled();
  expect(batches()).toStrictEqual(["a"]);
  writes[0]?.finish();
  await first;
  await settled();
  expect(batches()).toStrictEqual(["a", "bcd"]);
  writes[1]?.finish();
  await Promise.all(others);
});

test("writes the items of one tick in batches of at most `maxItems`, one at a time and in order", async () => {
  const { batcher, writes, batches } = open(2);
  const all = ["a", "b", "c", "d", "e"].map((item) => batcher.add(item));
  for (const [n, expected] of [["ab"], ["ab", "cd"], ["ab", "cd", "e"]].entries()) {
    await settled();
    expect(batches()).toStrictEqual(expected);
    writes[n]?.finish();
  }
  await Promise.all(all);
});

test("writes an item once if it is added twice while waiting, and again if it is added during its write", async () => {
  const { batcher, writes, batches } = open(2);
  const first = batcher.add("a");
  expect(batcher.add("a")).toBe(first);
  await settled();
  const again = batcher.add("a");
  void batcher.add("b");
  void batcher.add("c");
  expect(batcher.add("a")).toBe(again);
  for (const write of [0, 1, 2]) {
    writes[write]?.finish();
    await settled();
  }
  expect(batches()).toStrictEqual(["a", "ab", "c"]);
  await again;
});

test("rejects the items of a failed batch only", async () => {
  const { batcher, writes } = open(1);
  const failing = expect(batcher.add("a")).rejects.toThrow("disk");
  const next = batcher.add("b");
  await settled();
  writes[0]?.fail(new Error("disk"));
  await failing;
  await settled();
  writes[1]?.finish();
  await expect(next).resolves.toBeUndefined();
});

test("accepts items after all batches were written", async () => {
  const { batcher, writes } = open();
  for (const n of [0, 1]) {
    const added = batcher.add("a");
    await settled();
    writes[n]?.finish();
    await added;
  }
  expect(writes).toHaveLength(2);
});
