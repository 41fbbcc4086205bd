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
const clockAnswer = { now: "2026-11-21T07:33:00.000Z", offsetSeconds: 60 };

/** What may come of an attempt, and what that says: refused for now, lost on the way, or the end. */
const outcomes = {
  answered: { kind: "end", make: () => Response.json(clockAnswer) },
  invalid: { kind: "end", make: () => problem(422, "IDEMPOTENCY_KEY_REUSED") },
  conflict: { kind: "end", make: () => problem(409, "STATE_INVALID") },
  failed: { kind: "end", make: () => problem(500, "INTERNAL") },
  limited: { kind: "refused", make: () => problem(429, "RATE_LIMITED", { "retry-after": "7" }) },
  overloaded: { kind: "refused", make: () => problem(503, "OVERLOADED") },
  running: { kind: "refused", make: () => problem(409, "IDEMPOTENCY_IN_PROGRESS") },
  patient: { kind: "end", make: () => problem(429, "RATE_LIMITED", { "retry-after": "61" }) },
  proxy: { kind: "lost", make: () => new Response("<html>", { status: 502 }) },
  storage: { kind: "lost", make: () => problem(503, "STORAGE_UNAVAILABLE") },
  garbled: { kind: "lost", make: () => new Response("<html>", { status: 200 }) },
  reset: { kind: "lost", make: () => new TypeError("fetch failed") },
  silence: { kind: "lost", make: () => "silence" },
} satisfies Record<string, { kind: "end" | "refused" | "lost"; make: () => Outcome }>;
type OutcomeName = keyof typeof outcomes;

/** Calls: whether they are sent again after a lost answer, and whether they carry an Idempotency-Key. */
const calls = {
  reading: { repeats: true, hasKey: false, run: (client: Wayfare) => client.testClock.get() },
  searching: {
    repeats: true,
    hasKey: true,
    run: (client: Wayfare) => client.search(newSearch),
  },
  creating: { repeats: true, hasKey: true, run: (client: Wayfare) => client.keys.create(newKey) },
  advancing: { repeats: false, hasKey: false, run: (client: Wayfare) => client.testClock.advance({ seconds: 60 }) },
  deleting: { repeats: false, hasKey: false, run: (client: Wayfare) => client.webhooks.delete("whk_1") },
  retrying: { repeats: false, hasKey: false, run: (client: Wayfare) => client.deliveries.retry("dlv_1") },
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
  const { fetch, sent } = fakeFetch((attempt) => outcomes[planned[attempt] ?? "answered"].make(), clock);
  const client = new Wayfare({ baseUrl: "http://service", fetch, clock, timeoutMs, maxRetries, random: () => random });
  const result = await clock.settle<unknown>(calls[call].run(client));
  return { result, sent, clock };
}

/** The plain statement of the rule: which attempts are made. */
function listAttempts({ call, planned, maxRetries }: Case): OutcomeName[] {
  const made: OutcomeName[] = [];
  for (const name of planned.slice(0, maxRetries + 1)) {
    made.push(name);
    const { kind } = outcomes[name];
    if (kind === "end" || (kind === "lost" && !calls[call].repeats)) break;
  }
  return made;
}

describe("retries", () => {
  test("exactly the attempts are made that can help and do no harm, and the last outcome is the result", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const { result, sent, clock } = await run(given);
        const expected = listAttempts(given);
        expect(sent).toHaveLength(expected.length);
        expect(result.status).toBe(expected.at(-1) === "answered" ? "fulfilled" : "rejected");
        expect(clock.timers).toBe(0);
      }),
      { numRuns: 300, seed: 9 },
    );
  });

  test("every attempt of a request is the same request, with the same Idempotency-Key", async () => {
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

  test("the wait doubles from 250–500 ms up to 8 s, and is never shorter than Retry-After", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const { sent } = await run(given);
        for (const [retries, next] of sent.slice(1).entries()) {
          const name = given.planned[retries] ?? "answered";
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

  test("the wait doubles no further after 8 s", async () => {
    const planned: OutcomeName[] = Array.from({ length: 8 }, () => "overloaded");
    const { sent } = await run({ call: "reading", planned, maxRetries: 7, random: 0.999 });
    const waits = sent.slice(1).map(({ atMs }, index) => Math.round((atMs - (sent[index]?.atMs ?? 0)) / 100) / 10);
    expect(waits).toEqual([0.5, 1, 2, 4, 8, 8, 8]);
  });

  test.each<[string, (client: Wayfare, options?: CreateOptions) => Promise<unknown>]>([
    ["keys.create", (client, options) => client.keys.create(newKey, options)],
    ["search", (client, options) => client.search(newSearch, options)],
    ["flights.search", (client, options) => client.flights.search(newSearch, options)],
  ])("%s sends a new Idempotency-Key for each call, or the one that is passed", async (_, call) => {
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
    ["a date that is past", "Sat, 21 Nov 2026 07:00:00 GMT", 0],
    ["0", "0", 0],
  ])("Retry-After may be %s", async (_, retryAfter, waitedMs) => {
    const clock = new VirtualClock();
    const answer = (attempt: number) =>
      attempt === 0 ? problem(503, "OVERLOADED", { "retry-after": retryAfter }) : Response.json(clockAnswer);
    const { fetch, sent } = fakeFetch(answer, clock);
    const client = new Wayfare({ baseUrl: "http://service", fetch, clock, random: () => 0 });
    await clock.settle(client.testClock.get());
    expect(sent.map(({ atMs }) => atMs - (sent[0]?.atMs ?? 0))).toEqual([0, waitedMs]);
  });

  test("a Retry-After beyond a minute is not waited for, but told", async () => {
    const { fetch } = fakeFetch(() => problem(429, "RATE_LIMITED", { "retry-after": "3600" }));
    const refused = await new Wayfare({ baseUrl: "http://service", fetch }).testClock.get().catch((error) => error);
    expect(refused).toBeInstanceOf(RateLimitError);
    expect(refused).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 3600 });
  });

  test("a call may be more or less patient than its client", async () => {
    const clock = new VirtualClock();
    const { fetch, sent } = fakeFetch(() => "silence", clock);
    const client = new Wayfare({ baseUrl: "http://service", fetch, clock });
    const { status } = await clock.settle(client.testClock.get({ timeoutMs: 100, maxRetries: 1 }));
    expect(status).toBe("rejected");
    expect(sent).toHaveLength(2);
    expect(clock.nowMs() - (sent[1]?.atMs ?? 0)).toBe(100);
  });
});

describe("what ends a call", () => {
  test("an answer whose body never ends is a TimeoutError", async () => {
    const clock = new VirtualClock();
    const { fetch } = fakeFetch(() => new Response(new ReadableStream()), clock);
    const client = new Wayfare({ baseUrl: "http://service", fetch, clock, maxRetries: 0 });
    const result = await clock.settle(client.testClock.get());
    expect(result).toMatchObject({ status: "rejected", reason: { name: "TimeoutError", timeoutMs: 30_000 } });
    expect((result as PromiseRejectedResult).reason).toBeInstanceOf(TimeoutError);
  });

  test("a ConnectionError says what the platform hid beneath, and keeps it as its cause", async () => {
    const cause = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:1") });
    const { fetch } = fakeFetch(() => cause);
    const client = new Wayfare({ baseUrl: "http://service", fetch, maxRetries: 0 });
    const failed = await client.testClock.get().catch((error) => error);
    expect(failed).toBeInstanceOf(ConnectionError);
    expect(failed).not.toBeInstanceOf(ApiError);
    expect(failed.message).toContain("connect ECONNREFUSED 127.0.0.1:1");
    expect(failed.cause).toBe(cause);
  });

  test.each(["before it", "during an attempt", "while it waits for the next"])(
    "a signal that is aborted %s rejects with its reason and leaves nothing behind",
    async (moment) => {
      const clock = new VirtualClock();
      const controller = new AbortController();
      const { fetch, sent } = fakeFetch(
        () => (moment === "during an attempt" ? "silence" : problem(503, "OVERLOADED")),
        clock,
      );
      const client = new Wayfare({ baseUrl: "http://service", fetch, clock });
      if (moment === "before it") controller.abort("enough");
      const call = client.testClock.get({ signal: controller.signal }).catch((reason) => reason);
      await new Promise((resolve) => setImmediate(resolve));
      controller.abort("enough");
      expect(await call).toBe("enough");
      expect(sent).toHaveLength(moment === "before it" ? 0 : 1);
      expect(clock.timers).toBe(0);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    },
  );

  test("a signal that outlives a thousand calls collects nothing from them", async () => {
    const { signal } = new AbortController();
    const { fetch } = fakeFetch(() => Response.json(clockAnswer));
    const client = new Wayfare({ baseUrl: "http://service", fetch });
    for (let call = 0; call < 1000; call += 1) await client.testClock.get({ signal });
    const clock = new VirtualClock();
    const busy = fakeFetch((attempt) => (attempt === 0 ? problem(503, "OVERLOADED") : Response.json(clockAnswer)));
    await clock.settle(new Wayfare({ baseUrl: "http://service", fetch: busy.fetch, clock }).testClock.get({ signal }));
    expect(busy.sent).toHaveLength(2);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
