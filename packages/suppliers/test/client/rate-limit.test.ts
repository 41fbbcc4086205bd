import { expect, test } from "vitest";
import { RateLimiter, readRateLimit } from "../../src/client/rate-limit.ts";

const nowMs = Date.UTC(2026, 10, 21, 12);

function open() {
  const clock = { nowMs };
  const limiter = new RateLimiter(() => clock.nowMs);
  const check = () => {
    try {
      limiter.check();
      return null;
    } catch (error) {
      return error instanceof Error && "reason" in error ? error.reason : error;
    }
  };
  return { clock, limiter, check };
}

test.each([
  ["a date", { "ratelimit-reset": "Sat, 21 Nov 2026 12:00:30 GMT" }],
  ["seconds from now", { "x-ratelimit-reset": "30" }],
  ["seconds since 1970", { "x-ratelimit-reset": String(nowMs / 1000 + 30) }],
])("reads a reset that is %s", (_, headers) => {
  expect(readRateLimit({ ...headers, "ratelimit-limit": "60", "ratelimit-remaining": "0" }, nowMs)).toEqual({
    limit: 60,
    remaining: 0,
    resetAtMs: nowMs + 30_000,
  });
});

test("ignores headers that are not limits", () => {
  expect(readRateLimit({ "ratelimit-remaining": "many", "ratelimit-reset": "soon" }, nowMs)).toBeNull();
});

test("makes no call until the reset, once nothing remains", () => {
  const { clock, limiter, check } = open();
  limiter.record({ limit: 60, remaining: 1, resetAtMs: nowMs + 1000 }, null);
  expect(check()).toBeNull();
  limiter.record({ limit: 60, remaining: 0, resetAtMs: nowMs + 1000 }, null);
  expect(check()).toBe("busy");
  clock.nowMs += 1000;
  expect(check()).toBeNull();
});

test("calls a long wait a budget", () => {
  const { limiter, check } = open();
  limiter.record({ limit: 1000, remaining: 0, resetAtMs: null }, nowMs + 12 * 3_600_000);
  expect(check()).toBe("budget");
});

test("obeys Retry-After, and waits twice as long after each refusal without one", () => {
  const { clock, limiter, check } = open();
  limiter.refuse({ "retry-after": "7" }, null);
  clock.nowMs += 6999;
  expect(check()).toBe("busy");
  clock.nowMs += 1;
  expect(check()).toBeNull();
  for (const waitMs of [4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    limiter.refuse({}, null);
    clock.nowMs += waitMs - 1;
    expect(check()).toBe("busy");
    clock.nowMs += 1;
    expect(check()).toBeNull();
  }
});
