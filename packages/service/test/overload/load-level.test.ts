import { expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { watchEventLoopDelay } from "../../src/overload/event-loop-delay.ts";
import { LoadLevel } from "../../src/overload/load-level.ts";
import { RetryAfter } from "../../src/overload/retry-after.ts";

/** The level after each delay, with a reading every 250 ms. */
function levelsFor(delaysMs: readonly number[]): string {
  const level = new LoadLevel(100);
  return delaysMs.map((delayMs, n) => level.update(delayMs, n * 250)[0]).join("");
}

test("rejects searches first, all routes at three times the delay, and ignores a single stall", () => {
  expect(levelsFor([0, 5000, 0, 5000, 0])).toBe("nnnnn");
  expect(levelsFor([99, 99, 99, 99])).toBe("nnnn");
  expect(levelsFor([100, 100, 100, 100, 100])).toBe("nnsss");
  expect(levelsFor([299, 299, 299, 299, 299, 299])).toBe("nnssss");
  expect(levelsFor([300, 300, 300, 300, 300, 300])).toBe("nnsssa");
});

test("leaves one level after a second below half of its entry delay", () => {
  const up = [300, 300, 300, 300, 300, 300];
  expect(levelsFor([...up, ...Array<number>(12).fill(10)])).toBe("nnsssaaaaasssssnnn");
  expect(levelsFor([...up, ...Array<number>(12).fill(150)])).toBe(`nnsssa${"a".repeat(12)}`);
  expect(levelsFor([...up, ...Array<number>(12).fill(60)])).toBe("nnsssaaaaassssssss");
  expect(levelsFor([...up, 10, 10, 10, 200, 10, 10, 10])).toBe(`nnsssa${"a".repeat(7)}`);
});

/** Blocks the event loop. */
function block(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test("measures the delay of a repeatedly blocked event loop without the sampling interval; an idle loop has none", async () => {
  const delay = watchEventLoopDelay();
  for (let n = 0; n < 10; n++) {
    await new Promise((resolve) => setImmediate(resolve));
    block(80);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(delay.readMs()).toBeGreaterThan(40);
  const idle = watchEventLoopDelay();
  await eventually(() => expect([delay.readMs() < 40, idle.readMs() < 40]).toEqual([true, true]));
  delay.close();
  idle.close();
});

test("spreads retries over more time as more requests are rejected", () => {
  const backlog = { expectedMs: 500, msPerSearch: 10 };
  const secondsOf = (refused: number) => {
    let turn = 0;
    const retryAfter = new RetryAfter(() => (turn++ % 100) / 100);
    return Array.from({ length: refused }, (_, n) => retryAfter.refuse(backlog, (n * 1000) / refused));
  };
  expect(new Set(secondsOf(10))).toEqual(new Set([1]));
  const many = secondsOf(1000).slice(-100);
  expect([Math.min(...many), Math.max(...many)]).toEqual([1, 12]);
  const flood = secondsOf(100_000).slice(-100);
  expect(Math.max(...flood)).toBe(30);
});

test("ignores rejections older than two seconds", () => {
  const retryAfter = new RetryAfter(() => 0.98);
  for (let n = 0; n < 1000; n++) retryAfter.refuse({ expectedMs: 0, msPerSearch: 10 }, n);
  expect(retryAfter.refuse({ expectedMs: 0, msPerSearch: 10 }, 1500)).toBe(11);
  expect(retryAfter.refuse({ expectedMs: 0, msPerSearch: 10 }, 9000)).toBe(1);
});
