import { expect, test } from "vitest";
import { ClaimInterval } from "../../src/dispatcher/claim-interval.ts";

/** Returns the interval after three seconds at a steady rate, if every claim finds what has arrived since the last one. */
function settle(perSecond: number): number {
  const interval = new ClaimInterval();
  let [nowMs, ms, arrived] = [0, 20, 0];
  while (nowMs < 3000) {
    nowMs += ms;
    arrived += (ms * perSecond) / 1000;
    const claimed = Math.floor(arrived);
    arrived -= claimed;
    ms = interval.next({ requested: claimed + 1, claimed }, nowMs);
  }
  return ms;
}

test("claims about six deliveries at a time, between 5 and 20 ms apart", () => {
  expect(settle(50)).toBe(20);
  expect(settle(500)).toBeGreaterThan(10);
  expect(settle(500)).toBeLessThan(14);
  expect(settle(1000)).toBeGreaterThan(5);
  expect(settle(1000)).toBeLessThan(7.5);
  expect(settle(5000)).toBe(5);
});

test("claims 10 ms apart while a backlog fills every claim, whatever the rate", () => {
  const interval = new ClaimInterval();
  for (let nowMs = 0; nowMs < 1000; nowMs += 10) {
    expect(interval.next({ requested: 200, claimed: 200 }, nowMs)).toBe(10);
  }
});

test("claims 20 ms apart before the rate is known", () => {
  expect(new ClaimInterval().next({ requested: 4, claimed: 1 }, 1_000_000)).toBeLessThanOrEqual(20);
  expect(new ClaimInterval().next({ requested: 4, claimed: 0 }, 0)).toBe(20);
});
