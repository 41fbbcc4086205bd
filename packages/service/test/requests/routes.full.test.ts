import { type LoggedRequest, newId } from "@wayfare/contract";
import { createUpcomingPartitions } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { dropExpiredPartitions, requestLog } from "../../src/requests/partitions.ts";
import { makeOwner, startApp } from "../access-app.ts";
import { signInAs } from "../browser-session.ts";
import { readDocument } from "../documented.ts";
import { goodSearch, type RunningApp, startMs } from "../running-app.ts";
import { makeFlight, supplierWith } from "../sample-supply.ts";
import { withoutIntervals } from "../without-intervals.ts";

const dayMs = 86_400_000;

async function list(
  app: RunningApp,
  query = "",
  key = app.key,
): Promise<{ data: LoggedRequest[]; nextCursor: string | null }> {
  const answer = await app.call(`/v1/requests?${query}`, { key });
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

const read = (app: RunningApp, id: string | null, key = app.key) => app.call(`/v1/requests/${id}`, { key });

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("logs a request when its response was sent, without its body", async () => {
    const { app } = await startApp(kind, { trustProxy: ["127.0.0.1"] });
    const self = JSON.parse((await app.call("/v1/keys/self")).text);
    const forwarded = { headers: { "x-forwarded-for": "203.0.113.9" } };
    const found = await app.call("/v1/search", { body: goodSearch, ...forwarded });
    const id = found.headers.get("request-id");
    const answer = await read(app, id);
    const { durationMs, ...logged }: LoggedRequest = JSON.parse(answer.text);
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(logged).toEqual({
      id,
      createdAt: new Date(startMs).toISOString(),
      environment: "test",
      keyId: self.id,
      userId: null,
      applicationId: null,
      method: "POST",
      route: "/v1/search",
      status: 200,
      address: "203.0.113.9",
      operation: "search",
    });
    const mismatch = await readDocument(app);
    expect(mismatch("/v1/requests/{id}", "get", { ...answer, body: JSON.parse(answer.text) })).toBeNull();
    expect((await list(app)).data.map(({ route }) => route).toSorted()).toEqual([
      "/v1/keys/self",
      "/v1/requests/{id}",
      "/v1/search",
    ]);
  });

  test("does not log unauthenticated requests", async () => {
    const { app } = await startApp(kind);
    const weak = await app.makeKey({ scopes: ["billing.read"] });
    expect(await app.call("/v1/keys", { key: weak })).toMatchObject({ status: 403 });
    expect(await app.call("/v1/keys", { key: "key_test_x" })).toMatchObject({ status: 401 });
    expect(await app.call("/v1/nothing")).toMatchObject({ status: 404 });
    expect((await list(app)).data).toEqual([]);
  });

  test("logs a client that disconnects before the response without a status, not metered", async () => {
    const received = Promise.withResolvers<void>();
    const slow = supplierWith("slow", async () => {
      received.resolve();
      await disconnected.promise;
      return { flights: [makeFlight()] };
    });
    const disconnected = Promise.withResolvers<void>();
    const { app } = await startApp(kind, { suppliers: [slow] });
    const disconnect = new AbortController();
    const headers = { authorization: `Bearer ${app.key}`, "content-type": "application/json" };
    const call = fetch(`${app.url}/v1/search`, {
      method: "POST",
      headers,
      body: JSON.stringify(goodSearch),
      signal: disconnect.signal,
    });
    await received.promise;
    disconnect.abort();
    await expect(call).rejects.toThrow("aborted");
    await eventually(() => expect(app.logLines.join("")).toContain('"status":null'));
    disconnected.resolve();
    const left = { status: null, operation: null };
    await eventually(async () => expect((await list(app, "route=/v1/search")).data).toMatchObject([left]));
    expect((await app.call("/v1/usage/current")).text).toContain('"total":0');
  });

  test("combines filters by key, status, status class and route", async () => {
    const { app } = await startApp(kind);
    const key = await app.makeKey();
    const keyId = JSON.parse((await app.call("/v1/keys/self", { key })).text).id;
    await app.call("/v1/search", { key, body: goodSearch });
    await app.call("/v1/search", { key, body: { origin: 1 } });
    await app.call("/v1/search", { body: { ...goodSearch, origin: "XXX" } });
    const routes = async (query: string) =>
      (await list(app, query)).data.map(({ route, status }) => `${route} ${status}`);
    expect((await routes(`keyId=${keyId}`)).toSorted()).toEqual([
      "/v1/keys/self 200",
      "/v1/search 200",
      "/v1/search 400",
    ]);
    expect((await routes("route=/v1/search")).toSorted()).toEqual([
      "/v1/search 200",
      "/v1/search 400",
      "/v1/search 422",
    ]);
    expect((await routes("status=4xx")).toSorted()).toEqual(["/v1/search 400", "/v1/search 422"]);
    expect(await routes("status=422")).toEqual(["/v1/search 422"]);
    expect(await routes(`status=400&route=/v1/search&keyId=${keyId}`)).toEqual(["/v1/search 400"]);
    expect(await routes("status=5xx")).toEqual([]);
    for (const query of ["status=6xx", "status=20", "keyId=x", "callerType=page", "route=%00", "since=1"]) {
      expect(await app.call(`/v1/requests?${query}`), query).toMatchObject({ status: 400 });
    }
  });

  test("distinguishes requests of API keys from requests of portal users", async () => {
    const { app, database } = await startApp(kind);
    const reader = await signInAs({ app, database });
    await app.call("/v1/places?q=lon");
    await reader.call("/v1/account");
    const { userId } = (await list(app, "callerType=user")).data[0] ?? {};
    expect(userId).toMatch(/^usr_/);
    const callers = async (query: string) =>
      (await list(app, query)).data.map(
        (logged) => `${logged.route} by a ${logged.userId === userId ? "user" : "key"}`,
      );
    expect(await callers("callerType=user")).toEqual(["/v1/account by a user"]);
    expect(await callers("callerType=key&route=/v1/places")).toEqual(["/v1/places by a key"]);
    expect(await callers("callerType=user&route=/v1/places")).toEqual([]);
    expect(new Set(await callers("route=/v1/account"))).toEqual(new Set(["/v1/account by a user"]));
  });

  test("pages through requests, newest first, without gaps or duplicates while new ones arrive", async () => {
    const { app } = await startApp(kind);
    for (let at = 0; at < 7; at++) {
      app.clock.advance(dayMs / 4);
      await app.call("/v1/places?q=lon");
    }
    const listed: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        app,
        `route=/v1/places&limit=3${cursor && `&cursor=${cursor}`}`,
      );
      listed.push(...page.data.map(({ createdAt }) => createdAt));
      cursor = page.nextCursor;
    }
    expect(listed).toEqual(
      Array.from({ length: 7 }, (_, at) => new Date(startMs + ((7 - at) * dayMs) / 4).toISOString()),
    );
  });

  test("does not list or find requests of another account or partition", async () => {
    const { app, database } = await startApp(kind);
    const [own, other] = [await makeOwner({ app, database }), await makeOwner({ app, database })];
    const id = (await app.call("/v1/places?q=lon", { key: own.live })).headers.get("request-id");
    for (const key of [own.test, other.live, other.test]) {
      expect(await read(app, id, key)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
      expect(JSON.stringify(await list(app, "", key))).not.toContain(id);
    }
    expect(await read(app, id, own.service)).toMatchObject({ status: 200 });
  });

  test("hides requests after 30 days and drops their partition", async () => {
    const { app, database } = await startApp(kind);
    const id = (await app.call("/v1/places?q=lon")).headers.get("request-id");
    await read(app, id);
    const listDays = async () => {
      const rows = await database.query<{ name: string }>(
        "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'requests'::regclass ORDER BY 1",
      );
      return rows.map(({ name }) => name);
    };
    expect(await dropExpiredPartitions(database, app.clock.nowMs())).toBe(0);
    app.clock.advance(30 * dayMs);
    expect(await read(app, id)).toMatchObject({ status: 200 });
    expect(await dropExpiredPartitions(database, app.clock.nowMs())).toBe(0);
    app.clock.advance(1);
    expect(await read(app, id)).toMatchObject({ status: 404 });
    expect((await list(app, "route=/v1/places")).data).toEqual([]);
    app.clock.advance(dayMs);
    expect(await dropExpiredPartitions(database, app.clock.nowMs())).toBe(1);
    expect(await listDays()).toEqual(["requests_20261221"]);
    expect((await app.call("/v1/usage?from=2026-11-01T00:00:00Z")).status).toBe(200);
  });

  test("creates partitions in advance, repeatedly and concurrently", async () => {
    const { app, database } = await startApp(kind);
    await Promise.all([
      createUpcomingPartitions(database, requestLog, startMs),
      createUpcomingPartitions(database, requestLog, startMs),
    ]);
    await createUpcomingPartitions(database, requestLog, startMs + dayMs);
    const [row] = await database.query<{ days: number }>(
      "SELECT count(*) AS days FROM pg_inherits WHERE inhparent = 'requests'::regclass",
    );
    expect(row?.days).toBe(5);
    await app.call("/v1/places?q=lon");
    expect((await list(app)).data).toHaveLength(1);
  });

  test("creates a dropped partition again for a late request", async () => {
    const { app, database } = await withoutIntervals(() => startApp(kind));
    await app.call("/v1/places?q=lon");
    expect((await list(app)).data).toHaveLength(1);
    await dropExpiredPartitions(database, startMs + 40 * dayMs);
    await app.call("/v1/places?q=lon");
    // The first attempt finds no partition, the second creates it.
    expect((await app.call("/v1/requests")).status).toBe(500);
    expect((await list(app)).data.length).toBeGreaterThan(0);
    expect(await read(app, newId("req", startMs))).toMatchObject({ status: 404 });
  });
});

test("gives up creating a partition during a long read of the log instead of blocking all other statements", async () => {
  const { database } = await startApp("postgresql");
  const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reading = database.transaction(async (reader) => {
    await reader.execute("LOCK TABLE requests IN ACCESS SHARE MODE");
    held.resolve();
    await done.promise;
  });
  await held.promise;
  await expect(createUpcomingPartitions(database, requestLog, startMs)).rejects.toMatchObject({ code: "55P03" });
  done.resolve();
  await reading;
  await createUpcomingPartitions(database, requestLog, startMs);
});
