import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { goodSearch, type RunningApp, runApp } from "../running-app.ts";
import { makeSlowSupplier } from "../search/slow-supplier.ts";

const statuses = (answers: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const search = (app: RunningApp, key = app.key) => app.call("/v1/search", { key, body: goodSearch });

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("allows a key a burst of 200 requests, then 50 per second", async () => {
    const { app } = await startApp(kind, { rateLimitFactor: 1 });
    const many = (count: number) => Promise.all(Array.from({ length: count }, () => app.call("/v1/keys/self")));
    expect(statuses(await many(230))).toEqual({ 200: 200, 429: 30 });
    app.clock.advance(1000);
    expect(statuses(await many(70))).toEqual({ 200: 50, 429: 20 });
    app.clock.advance(10_000);
    expect(statuses(await many(230))).toEqual({ 200: 200, 429: 30 });
  });

  test("allows a key a burst of 40 searches, then 20 per second", async () => {
    const { app } = await startApp(kind, { rateLimitFactor: 1 });
    const many = async (count: number) => {
      const answers = [];
      for (let n = 0; n < count; n++) answers.push(await search(app));
      return answers;
    };
    expect(statuses(await many(45))).toEqual({ 200: 40, 429: 5 });
    app.clock.advance(1000);
    expect(statuses(await many(25))).toEqual({ 200: 20, 429: 5 });
  });

  test("sends RateLimit and RateLimit-Policy with every response to a key", async () => {
    const { app } = await startApp(kind, { rateLimitFactor: 1 });
    await app.call("/v1/keys/self");
    const { headers } = await app.call("/v1/keys/self");
    expect(headers.get("ratelimit-policy")).toBe('"requests";q=200;w=4, "account-requests";q=800;w=4');
    expect(headers.get("ratelimit")).toBe('"requests";r=198;t=1, "account-requests";r=798;t=1');
    const found = await search(app);
    expect(found.headers.get("ratelimit-policy")).toBe(
      '"requests";q=200;w=4, "account-requests";q=800;w=4, "searches";q=40;w=2, "account-searches";q=160;w=2, ' +
        '"searches-at-once";q=20;qu="concurrent-requests", "account-searches-at-once";q=80;qu="concurrent-requests"',
    );
    expect(found.headers.get("ratelimit")).toBe(
      '"requests";r=197;t=1, "account-requests";r=797;t=1, "searches";r=39;t=1, "account-searches";r=159;t=1, ' +
        '"searches-at-once";r=19, "account-searches-at-once";r=79',
    );
    const unprocessable = await app.call("/v1/search", { body: {} });
    expect(unprocessable).toMatchObject({ status: 400 });
    expect(unprocessable.headers.get("ratelimit")).toContain('"searches";r=38');
  });

  test("returns 429 with the exceeded limit and Retry-After", async () => {
    const { app } = await startApp(kind, { rateLimitFactor: 1 });
    for (let n = 0; n < 40; n++) await search(app);
    const refused = await search(app);
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect(refused.body.detail).toBe(
      "This key is limited to 20 searches per second with bursts of 40. Try again in 1 s.",
    );
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(refused.headers.get("ratelimit")).toContain('"searches";r=0;t=2');
    expect(await app.call("/v1/keys/self")).toMatchObject({ status: 200 });
  });

  test("does not limit unauthenticated requests and public routes", async () => {
    const { app } = await startApp(kind, { rateLimitFactor: 1 });
    for (const path of ["/healthz", "/v1/keys/self"]) {
      const answers = await Promise.all(Array.from({ length: 210 }, () => app.call(path, { key: null })));
      expect(statuses(answers)).toEqual({ [path === "/healthz" ? 200 : 401]: 210 });
      expect(answers[0]?.headers.get("ratelimit")).toBeNull();
    }
  });

  test("applies plan limits to live keys and fixed limits to test keys, multiplied by the deployment's factor", async () => {
    const { app, database } = await startApp(kind, { rateLimitFactor: 2 });
    await database.execute("UPDATE accounts SET plan = 'pro'");
    const live = await app.makeKey({ environment: "live" });
    const policyOf = async (key: string) => (await app.call("/v1/keys/self", { key })).headers.get("ratelimit-policy");
    expect(await policyOf(live)).toBe('"requests";q=800;w=4, "account-requests";q=3200;w=4');
    expect(await policyOf(app.key)).toBe('"requests";q=400;w=4, "account-requests";q=1600;w=4');
  });

  test("allows 20 concurrent searches of a key, and another one when one ends", async () => {
    const { supplier, searching, release } = makeSlowSupplier();
    const { app } = await startApp(kind, { rateLimitFactor: 1, suppliers: [supplier], searchDeadlineMs: 60_000 });
    const running = Array.from({ length: 20 }, () => search(app));
    await eventually(() => expect(searching()).toBe(20));
    const refused = await search(app);
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect(refused.body.detail).toContain("This key is limited to 20 concurrent searches.");
    release();
    expect(statuses(await Promise.all(running))).toEqual({ 200: 20 });
    const next = search(app);
    await eventually(() => expect(searching()).toBe(1));
    release();
    expect(await next).toMatchObject({ status: 200 });
  });

  test("releases the concurrency token of a client that disconnects", async () => {
    const { supplier, searching, release } = makeSlowSupplier();
    const { app } = await startApp(kind, { rateLimitFactor: 1, suppliers: [supplier], searchDeadlineMs: 60_000 });
    const client = new AbortController();
    const aborted = Array.from({ length: 20 }, () =>
      fetch(`${app.url}/v1/search`, {
        method: "POST",
        signal: client.signal,
        headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
        body: JSON.stringify(goodSearch),
      }),
    );
    await eventually(() => expect(searching()).toBe(20));
    expect(await search(app)).toMatchObject({ status: 429 });
    client.abort();
    await Promise.allSettled(aborted);
    await eventually(() => expect(searching()).toBe(0));
    app.clock.advance(1000);
    const next = Array.from({ length: 20 }, () => search(app));
    await eventually(() => expect(searching()).toBe(20));
    release();
    expect(statuses(await Promise.all(next))).toEqual({ 200: 20 });
  });
});

describe("several nodes with one database", () => {
  async function startNodes(count: number, options: Omit<Parameters<typeof runApp>[0], "database"> = {}) {
    const { database, drop } = await createTestDatabase("postgresql");
    const apps: RunningApp[] = [];
    for (let node = 0; node < count; node++) apps.push(await runApp({ database, rateLimitFactor: 1, ...options }));
    onTestFinished(async () => {
      await Promise.all(apps.map((app) => app.close()));
      await drop();
    });
    const [first] = apps;
    if (first === undefined) throw new Error("there is a first node");
    return { apps, key: first.key };
  }

  test("enforce one rate limit together", async () => {
    const { apps, key } = await startNodes(4);
    const sendConcurrently = () =>
      Promise.all(apps.flatMap((app) => Array.from({ length: 80 }, () => app.call("/v1/keys/self", { key }))));
    const passed = async () => statuses(await sendConcurrently())[200] ?? 0;
    let total = await passed();
    // Each node may hold a leased block of 10 that was granted after its last request.
    expect(total).toBeGreaterThanOrEqual(160);
    for (let tenths = 1; tenths <= 10; tenths++) {
      for (const app of apps) app.clock.advance(100);
      total += await passed();
      expect(total).toBeLessThanOrEqual(200 + 5 * tenths);
    }
    expect(total).toBeGreaterThanOrEqual(210);
  });

  test("enforce 20 concurrent searches of a key together", async () => {
    const { supplier, searching, release } = makeSlowSupplier();
    const { apps, key } = await startNodes(3, { suppliers: [supplier], searchDeadlineMs: 60_000 });
    const running = apps.flatMap((app) => Array.from({ length: 9 }, () => search(app, key)));
    let refused = 0;
    for (const each of running) void each.then(() => refused++);
    // A request that still waits for a token would get one when others end.
    await eventually(() => expect(searching() + refused).toBe(running.length));
    expect(searching()).toBeGreaterThanOrEqual(18);
    expect(searching()).toBeLessThanOrEqual(20);
    release();
    const counted = statuses(await Promise.all(running));
    expect(counted[200]).toBeLessThanOrEqual(20);
    expect(Object.keys(counted)).toEqual(["200", "429"]);
  });
});
