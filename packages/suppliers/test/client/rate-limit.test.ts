import { expect, test } from "vitest";
import { afterAccepted, afterRefusal, readRateLimit, readRetryAt, unlimited } from "../../src/client/rate-limit.ts";

const nowMs = Date.UTC(2026, 10, 21, 12);

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

test.each([
  ["Retry-After of a refusal", 429, { "retry-after": "7", "ratelimit-reset": "30" }, nowMs + 7000],
  ["the reset of a refusal", 429, { "ratelimit-reset": "30" }, nowMs + 30_000],
  ["nothing in a refusal", 429, {}, null],
  ["the reset of a used up limit", 200, { "ratelimit-remaining": "0", "ratelimit-reset": "30" }, nowMs + 30_000],
  ["the default reset of a used up limit", 200, { "ratelimit-remaining": "0" }, nowMs + 99_000],
  ["nothing while calls are left", 200, { "ratelimit-remaining": "1", "ratelimit-reset": "30" }, null],
])("reads %s", (_, status, headers, expected) => {
  expect(readRetryAt({ status, headers }, nowMs, nowMs + 99_000)).toBe(expected);
});

test("waits until the announced time, and twice as long after each refusal without one", () => {
  let state = afterRefusal(unlimited, nowMs, nowMs + 7000);
  expect(state.blockedUntilMs).toBe(nowMs + 7000);
  let atMs = nowMs + 7000;
  for (const waitMs of [4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    state = afterRefusal(state, atMs, null);
    expect(state.blockedUntilMs).toBe(atMs + waitMs);
    atMs += waitMs;
  }
  expect(afterAccepted(state, { atMs, remaining: null, retryAtMs: null }).refusals).toBe(0);
});

test("waits after a response that leaves no calls", () => {
  const accepted = { atMs: nowMs, retryAtMs: nowMs + 1000 };
  expect(afterAccepted(unlimited, { ...accepted, remaining: 1 }).blockedUntilMs).toBe(0);
  expect(afterAccepted(unlimited, { ...accepted, remaining: 0 }).blockedUntilMs).toBe(nowMs + 1000);
  expect(afterAccepted(unlimited, { ...accepted, remaining: 0, retryAtMs: null }).blockedUntilMs).toBe(nowMs + 2000);
});
