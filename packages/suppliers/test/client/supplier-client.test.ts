import type { CallOutcome } from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SupplierClient, type SupplierRequest } from "../../src/client/supplier-client.ts";
import { makeEgress } from "../doubles/adapter.ts";
import { type DoubleAnswer, SupplierDouble } from "../doubles/supplier-double.ts";

const secret = "sk_live_9f8e7d6c5b4a";
const request: SupplierRequest = { method: "GET", path: "/flights" };

describe("a call", () => {
  let double: SupplierDouble;
  let egress: ReturnType<typeof makeEgress>;
  let clock: { nowMs: number };
  let client: SupplierClient;
  let outcomes: CallOutcome[];

  beforeEach(async () => {
    egress = makeEgress();
    double = await SupplierDouble.start(() => ({ body: '{"flights":[]}' }));
    clock = { nowMs: 0 };
    outcomes = [];
    client = new SupplierClient(
      {
        name: "example",
        baseUrl: double.url,
        headersOf: (key) => ({ "x-key": key }),
        readErrorCode: (body) => String(Object(body).code),
        isFree: (status) => status === 424,
      },
      { egress, nowMs: () => clock.nowMs },
    );
  });
  afterEach(async () => {
    await double.close();
    await egress.close();
  });

  const answer = (given: DoubleAnswer) => (double.misbehavior = { kind: "answer", answer: given });
  const call = ({ signal = new AbortController().signal, timeoutMs = 30_000, followsUp = false } = {}) =>
    client.call(followsUp ? { ...request, isFollowUp: true } : request, {
      signal,
      timeoutMs,
      access: {
        credential: { id: "cred_1", secret, partition: "live" },
        budget: { acquire: async () => ({ settle: (outcome) => outcomes.push(outcome) }) },
      },
    });

  test("returns JSON, and reports its outcome to the budget", async () => {
    answer({ body: '{"a":1}', headers: { "ratelimit-remaining": "5" } });
    expect(await call()).toEqual({ a: 1 });
    expect(outcomes).toMatchObject([{ billed: true, status: 200, rateLimit: { remaining: 5 } }]);
  });

  test.each<[string, DoubleAnswer, object]>([
    ["HTML", { contentType: "text/html", body: "<html>" }, { kind: "format" }],
    ["garbage", { body: "\u0000{]" }, { kind: "format" }],
    ["an empty body", { body: "" }, { kind: "format" }],
    ["a refused credential", { status: 401, body: "{}" }, { kind: "credential" }],
    [
      "an error with a code",
      { status: 500, body: '{"code":"airline_unknown"}' },
      { kind: "status", code: "airline_unknown" },
    ],
    ["a code that repeats the secret", { status: 400, body: `{"code":"${secret}"}` }, { kind: "status", code: null }],
    ["a code that is not one", { status: 400, body: '{"code":"see <a href>"}' }, { kind: "status", code: null }],
    ["more than 8 MiB", { body: `{"a":"${"x".repeat(9_000_000)}"}` }, { kind: "too_large" }],
  ])("fails on %s", async (_, given, expected) => {
    answer(given);
    await expect(call()).rejects.toMatchObject({ name: "SupplierFailure", ...expected });
    expect(outcomes).toHaveLength(1);
  });

  test("is not counted if the supplier says so", async () => {
    answer({ status: 424, body: "{}" });
    await expect(call()).rejects.toMatchObject({ status: 424 });
    expect(outcomes.map(({ billed }) => billed)).toEqual([false]);
  });

  test("is not counted if it did not reach the supplier", async () => {
    await double.close();
    await expect(call()).rejects.toMatchObject({ kind: "connection" });
    expect(outcomes.map(({ billed }) => billed)).toEqual([false]);
    double = await SupplierDouble.start(() => ({ body: "{}" }));
  });

  test("is counted if the supplier does not respond in time", async () => {
    double.misbehavior = { kind: "hang" };
    await expect(call({ timeoutMs: 300 })).rejects.toMatchObject({ kind: "timeout" });
    expect(outcomes).toMatchObject([{ billed: true, status: null }]);
  });

  test.each<[CallOutcome["health"], string, DoubleAnswer]>([
    ["answered", "a response", { body: "{}" }],
    ["answered", "a refused request", { status: 400, body: "{}" }],
    ["answered", "a response that is too large", { body: `{"a":"${"x".repeat(9_000_000)}"}` }],
    ["outage", "an error of the server", { status: 500, body: "{}" }],
    ["outage", "an error of the server that is too large", { status: 500, body: "x".repeat(9_000_000) }],
    ["outage", "a response that is not JSON", { body: "<html>" }],
    ["outage", "a refused credential", { status: 401, body: "{}" }],
    ["refused", "a rate limit", { status: 429, headers: { "retry-after": "2" }, body: "{}" }],
  ])("reports that the supplier %s after %s", async (health, _, given) => {
    answer(given);
    await call().catch(() => {});
    expect(outcomes).toMatchObject([{ health, retryAtMs: health === "refused" ? 2000 : null }]);
  });

  test("reports nothing about the supplier if the client disconnects, or a further page is late", async () => {
    double.misbehavior = { kind: "hang" };
    const caller = new AbortController();
    const calling = call({ signal: caller.signal });
    await expect.poll(() => double.requests.length).toBe(1);
    caller.abort(new Error("gone"));
    await expect(calling).rejects.toThrow("gone");
    await expect(call({ timeoutMs: 200 })).rejects.toMatchObject({ kind: "timeout" });
    await expect(call({ timeoutMs: 200, followsUp: true })).rejects.toMatchObject({ kind: "timeout" });
    expect(outcomes.map(({ health }) => health)).toEqual(["unknown", "outage", "unknown"]);
  });

  test("does not start to read a response that it could not read in time", async () => {
    double.misbehavior = { kind: "answer", answer: { body: `{"a":"${"x".repeat(6_000_000)}"}` } };
    const late = new SupplierClient(
      { name: "example", baseUrl: double.url, headersOf: () => ({}), readErrorCode: () => null },
      { egress: slowed(egress, 950), nowMs: () => 0 },
    );
    const access = {
      credential: { id: "cred_1", secret, partition: "live" as const },
      budget: { acquire: async () => ({ settle: () => {} }) },
    };
    const context = { access, signal: new AbortController().signal, timeoutMs: 1000 };
    await expect(late.call(request, context)).rejects.toMatchObject({ kind: "timeout", status: 200 });
  });
});

/** A client whose responses arrive so many milliseconds after the call, and that does not time out. */
function slowed(egress: ReturnType<typeof makeEgress>, waitMs: number): ReturnType<typeof makeEgress> {
  return {
    ...egress,
    async send(sent) {
      const startedMs = performance.now();
      const outcome = await egress.send({ ...sent, timeoutMs: 60_000 });
      while (performance.now() - startedMs < waitMs) await new Promise((resolve) => setImmediate(resolve));
      return outcome;
    },
  };
}
