import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ApiError,
  ConnectionError,
  type CreateKey,
  type CreateOptions,
  RateLimitError,
  type SearchRequest,
  TimeoutError,
  Wayfare,
} from "../../src/index.ts";
import { fakeFetch, type Outcome, problem, VirtualClock } from "./fake-service.ts";

const timeoutMs = 10_000;
const newKey: CreateKey = { name: "Shop", environment: "test", scopes: ["usage.read"] };
const newSearch: SearchRequest = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
const clockResponse = { now: "2026-11-21T07:33:00.000Z", offsetSeconds: 60 };

/** Outcomes of an attempt by kind: rejected temporarily, response lost, or final. */
const outcomes = {
  succeeded: { kind: "final", make: () => Response.json(clockResponse) },
  invalid: { kind: "final", make: () => problem(422, "IDEMPOTENCY_KEY_REUSED") },
  conflict: { kind: "final", make: () => problem(409, "STATE_INVALID") },
  failed: { kind: "final", make: () => problem(500, "INTERNAL") },
  limited: { kind: "rejected", make: () => problem(429, "RATE_LIMITED", { "retry-after": "7" }) },
  overloaded: { kind: "rejected", make: () => problem(503, "OVERLOADED") },
  running: { kind: "rejected", make: () => problem(409, "IDEMPOTENCY_IN_PROGRESS") },
  limitedForLong: { kind: "final", make: () => problem(429, "RATE_LIMITED", { "retry-after": "61" }) },
  proxy: { kind: "lost", make: () => new Response("<html>", { status: 502 }) },
  storage: { kind: "lost", make: () => problem(503, "STORAGE_UNAVAILABLE") },
  garbled: { kind: "lost", make: () => new Response("<html>", { status: 200 }) },
  reset: { kind: "lost", make: () => new TypeError("fetch failed") },
  silence: { kind: "lost", make: () => "silence" },
} satisfies Record<string, { kind: "final" | "rejected" | "lost"; make: () => Outcome }>;
type OutcomeName = keyof typeof outcomes;

/** Calls, with whether they are idempotent and whether they send an Idempotency-Key. */
const calls = {
  reading: { isIdempotent: true, hasKey: false, run: (client: Wayfare) => client.testClock.get() },
  searching: {
    isIdempotent: true,
    hasKey: true,
    run: (client: Wayfare) => client.search(newSearch),
  },
  creating: { isIdempotent: true, hasKey: true, run: (client: Wayfare) => client.keys.create(newKey) },
  advancing: {
    isIdempotent: false,
    hasKey: false,
    run: (client: Wayfare) => client.testClock.advance({ seconds: 60 }),
  },
  deleting: { isIdempotent: false, hasKey: false, run: (client: Wayfare) => client.webhooks.delete("whk_1") },
  retrying: { isIdempotent: false, hasKey: false, run: (client: Wayfare) => client.deliveries.retry("dlv_1") },
};

interface Case {
  call: keyof typeof calls;
  planned: OutcomeName[];
  maxRetries: number;
  random: number;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  call: fc.constantFrom(...(Object.keys(calls) as (keyof typeof calls)[])),
  planned: fc.array(fc.constantFrom(...(Object.keys(outcomes) as OutcomeName[])), { minLength: 8, maxLength: 8 }),
  maxRetries: fc.integer({ min: 0, max: 7 }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

async function run({ call, planned, maxRetries, random }: Case) {
  const clock = new VirtualClock();
  const { fetch, sent } = fakeFetch((attempt) => outcomes[planned[attempt] ?? "succeeded"].make(), clock);
  const client = new Wayfare({ baseUrl: "http://service", fetch, clock, timeoutMs, maxRetries, random: () => random });
  const result = await clock.settle<unknown>(calls[call].run(client));
  return { result, sent, clock };
}

/** Reference implementation: the attempts that are made. */
function listAttempts({ call, planned, maxRetries }: Case): OutcomeName[] {
  const attempts: OutcomeName[] = [];
  for (const name of planned.slice(0, maxRetries + 1)) {
    attempts.push(name);
    const { kind } = outcomes[name];
    if (kind === "final" || (kind === "lost" && !calls[call].isIdempotent)) break;
  }
  return attempts;
}

describe("retries", () => {
  test("makes exactly the safe attempts and returns the last outcome", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const { result, sent, clock } = await run(given);
        const expected = listAttempts(given);
        expect(sent).toHaveLength(expected.length);
        expect(result.status).toBe(expected.at(-1) === "succeeded" ? "fulfilled" : "rejected");
        expect(clock.timers).toBe(0);
      }),
      { numRuns: 300, seed: 9 },
    );
  });

  test("sends the same request with the same Idempotency-Key in every attempt", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const { sent } = await run(given);
        const seen = sent.map(({ method, url, headers, body }) => JSON.stringify([method, url, [...headers], body]));
        expect(new Set(seen).size).toBe(1);
        expect(sent[0]?.headers.has("idempotency-key")).toBe(calls[given.call].hasKey);
      }),
      { numRuns: 100, seed: 9 },
    );
  });

  test("doubles the delay from 250–500 ms up to 8 s and respects Retry-After", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const { sent } = await run(given);
        for (const [retries, next] of sent.slice(1).entries()) {
          const name = given.planned[retries] ?? "succeeded";
          const tookMs = name === "silence" ? timeoutMs : 0;
          const waitedMs = next.atMs - (sent[retries]?.atMs ?? 0) - tookMs;
          const ceilingMs = Math.min(8000, 500 * 2 ** retries);
          const [shortest, longest] = name === "limited" ? [7000, 7500] : [ceilingMs / 2, ceilingMs];
          expect(waitedMs).toBeGreaterThanOrEqual(shortest);
          expect(waitedMs).toBeLessThanOrEqual(longest);
        }
      }),
      { numRuns: 300, seed: 9 },
    );
  });

  test("limits the delay to 8 s", async () => {
    const planned: OutcomeName[] = Array.from({ length: 8 }, () => "overloaded");
    const { sent } = await run({ call: "reading", planned, maxRetries: 7, random: 0.999 });
    const waits = sent.slice(1).map(({ atMs }, index) => Math.round((atMs - (sent[index]?.atMs ?? 0)) / 100) / 10);
    expect(waits).toEqual([0.5, 1, 2, 4, 8, 8, 8]);
  });

  test.each<[string, (client: Wayfare, options?: CreateOptions) => Promise<unknown>]>([
    ["keys.create", (client, options) => client.keys.create(newKey, options)],
    ["search", (client, options) => client.search(newSearch, options)],
    ["flights.search", (client, options) => client.flights.search(newSearch, options)],
  ])("%s sends a new Idempotency-Key per call, or the given one", async (_, call) => {
    const { fetch, sent } = fakeFetch(() => Response.json({}));
    const client = new Wayfare({ baseUrl: "http://service", fetch });
    await call(client);
    await call(client);
    await call(client, { idempotencyKey: "order-8731" });
    const [first, second, third] = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(third).toBe("order-8731");
  });

  test.each([
    ["a date", "Sat, 21 Nov 2026 07:33:05 GMT", 5000],
    ["a past date", "Sat, 21 Nov 2026 07:00:00 GMT", 0],
    ["0", "0", 0],
  ])("accepts %s as Retry-After", async (_, retryAfter, waitedMs) => {
    const clock = new VirtualClock();
    const respond = (attempt: number) =>
      attempt === 0 ? problem(503, "OVERLOADED", { "retry-after": retryAfter }) : Response.json(clockResponse);
    const { fetch, sent } = fakeFetch(respond, clock);
    const client = new Wayfare({ baseUrl: "http://service", fetch, clock, random: () => 0 });
    await clock.settle(client.testClock.get());
    expect(sent.map(({ atMs }) => atMs - (sent[0]?.atMs ?? 0))).toEqual([0, waitedMs]);
  });

  test("throws without a retry if Retry-After exceeds a minute", async () => {
    const { fetch } = fakeFetch(() => problem(429, "RATE_LIMITED", { "retry-after": "3600" }));
    const error = await new Wayfare({ baseUrl: "http://service", fetch }).testClock.get().catch((reason) => reason);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 3600 });
  });

  test("a call overrides the timeout and retries of the client", async () => {
    const clock = new VirtualClock();
    const { fetch, sent } = fakeFetch(() => "silence", clock);
    const client = new Wayfare({ baseUrl: "http://service", fetch, clock });
    const { status } = await clock.settle(client.testClock.get({ timeoutMs: 100, maxRetries: 1 }));
    expect(status).toBe("rejected");
    expect(sent).toHaveLength(2);
    expect(clock.nowMs() - (sent[1]?.atMs ?? 0)).toBe(100);
  });
});

describe("a failed call", () => {
  test("throws TimeoutError for a body that never ends", async () => {
    const clock = new VirtualClock();
    const { fetch } = fakeFetch(() => new Response(new ReadableStream()), clock);
    const client = new Wayfare({ baseUrl: "http://service", fetch, clock, maxRetries: 0 });
    const result = await clock.settle(client.testClock.get());
    expect(result).toMatchObject({ status: "rejected", reason: { name: "TimeoutError", timeoutMs: 30_000 } });
    expect((result as PromiseRejectedResult).reason).toBeInstanceOf(TimeoutError);
  });

  test("ConnectionError has the message of the nested cause, and the platform's error as cause", async () => {
    const cause = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:1") });
    const { fetch } = fakeFetch(() => cause);
    const client = new Wayfare({ baseUrl: "http://service", fetch, maxRetries: 0 });
    const failed = await client.testClock.get().catch((error) => error);
    expect(failed).toBeInstanceOf(ConnectionError);
    expect(failed).not.toBeInstanceOf(ApiError);
    expect(failed.message).toContain("connect ECONNREFUSED 127.0.0.1:1");
    expect(failed.cause).toBe(cause);
  });

  test.each(["before the call", "during an attempt", "while waiting for a retry"])(
    "rejects with the reason of a signal aborted %s and leaves no timers or listeners",
    async (moment) => {
      const clock = new VirtualClock();
      const controller = new AbortController();
      const { fetch, sent } = fakeFetch(
        () => (moment === "during an attempt" ? "silence" : problem(503, "OVERLOADED")),
        clock,
      );
      const client = new Wayfare({ baseUrl: "http://service", fetch, clock });
      if (moment === "before the call") controller.abort("cancelled");
      const call = client.testClock.get({ signal: controller.signal }).catch((reason) => reason);
      await new Promise((resolve) => setImmediate(resolve));
      controller.abort("cancelled");
      expect(await call).toBe("cancelled");
      expect(sent).toHaveLength(moment === "before the call" ? 0 : 1);
      expect(clock.timers).toBe(0);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    },
  );

  test("leaves no listeners on a signal after a thousand calls", async () => {
    const { signal } = new AbortController();
    const { fetch } = fakeFetch(() => Response.json(clockResponse));
    const client = new Wayfare({ baseUrl: "http://service", fetch });
    for (let call = 0; call < 1000; call += 1) await client.testClock.get({ signal });
    const clock = new VirtualClock();
    const busy = fakeFetch((attempt) => (attempt === 0 ? problem(503, "OVERLOADED") : Response.json(clockResponse)));
    await clock.settle(new Wayfare({ baseUrl: "http://service", fetch: busy.fetch, clock }).testClock.get({ signal }));
    expect(busy.sent).toHaveLength(2);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
