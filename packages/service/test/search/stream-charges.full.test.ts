import type { CurrentUsage } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { goodSearch, type RunningApp } from "../running-app.ts";
import { makeFlight, supplierOf, supplierWith } from "../sample-supply.ts";
import { readQuota } from "../usage-records.ts";
import { openEvents, readSearch } from "./event-stream.ts";
import { makeGated } from "./gated-supplier.ts";

async function countSearches(app: RunningApp, key: string): Promise<number> {
  const usage: CurrentUsage = JSON.parse((await app.call("/v1/usage/current", { key })).text);
  return usage.operations.find(({ operation }) => operation === "search")?.count ?? 0;
}

const events = { accept: "text/event-stream" };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test.each(["test", "live"] as const)("counts a stream once with a %s key, while it is sent", async (environment) => {
    const late = makeGated("late", [makeFlight({ number: "2" })]);
    const { app, database } = await startApp(kind, {
      suppliers: [supplierOf("sandbox", [makeFlight()]), late.supplier],
    });
    const key = await app.makeKey({ environment });
    const stream = await openEvents(app, { key });
    await stream.readUntil("flights");
    expect(await countSearches(app, key)).toBe(1);
    late.answer();
    await stream.readAll();
    expect(await countSearches(app, key)).toBe(1);
    await app.close();
    expect(await readQuota(database, app.accountId)).toEqual({ used: environment === "live" ? 1 : 0, open: 0 });
  });

  test("charges a stream and its retries with one Idempotency-Key once in 15 minutes", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    const headers = { ...events, "idempotency-key": "search-1" };
    const search = async (changes: object = {}) => {
      const answer = await readSearch(app, { key, headers, ...changes });
      const isStream = answer.body.toString().includes("event: done\n");
      return { status: answer.status, replayed: answer.headers["idempotent-replayed"], isStream };
    };
    expect(await search()).toEqual({ status: 200, replayed: undefined, isStream: true });
    expect(await search()).toEqual({ status: 200, replayed: "true", isStream: true });
    expect(await search({ headers: { "idempotency-key": "search-1" } })).toMatchObject({ replayed: "true" });
    expect(await search({ body: { ...goodSearch, cabin: "first" } })).toMatchObject({ status: 422, isStream: false });
    expect(await countSearches(app, key)).toBe(1);
    app.clock.advance(15 * 60_000);
    expect(await search()).toEqual({ status: 200, replayed: undefined, isStream: true });
    expect(await countSearches(app, key)).toBe(2);
    await app.close();
    expect(await readQuota(database, app.accountId)).toEqual({ used: 2, open: 0 });
  });

  test("does not count a stream that fails before its first flights", async () => {
    const failing = supplierWith("failing", () => Promise.reject(new Error("failed")));
    const { app, database } = await startApp(kind, { suppliers: [failing] });
    const key = await app.makeKey({ environment: "live" });
    for (const headers of [events, { ...events, "idempotency-key": "search-1" }]) {
      expect(await readSearch(app, { key, headers })).toMatchObject({ status: 503 });
      expect(await readSearch(app, { key, headers, body: { ...goodSearch, destination: "QQQ" } })).toMatchObject({
        status: 422,
      });
    }
    expect(await countSearches(app, key)).toBe(0);
    await app.close();
    expect(await readQuota(database, app.accountId)).toEqual({ used: 0, open: 0 });
  });

  test("does not count a stream whose client disconnects before its first flights", async () => {
    const late = makeGated("late", [makeFlight()]);
    const { app, database } = await startApp(kind, { suppliers: [late.supplier] });
    const key = await app.makeKey({ environment: "live" });
    const client = new AbortController();
    const aborted = fetch(`${app.url}/v1/search`, {
      method: "POST",
      signal: client.signal,
      headers: { ...events, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(goodSearch),
    });
    await eventually(() => expect(late.running()).toBe(1));
    client.abort();
    await expect(aborted).rejects.toThrow();
    await eventually(() => expect(late.aborted()).toBe(1));
    expect(await countSearches(app, key)).toBe(0);
    await app.close();
    expect(await readQuota(database, app.accountId)).toEqual({ used: 0, open: 0 });
  });

  test("returns 402 instead of a stream when the quota is used up", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    await database.execute(
      "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', 999)",
      [app.accountId],
    );
    expect(await readSearch(app, { key, headers: events })).toMatchObject({ status: 200 });
    const { status, headers, body } = await readSearch(app, { key, headers: events });
    expect(status).toBe(402);
    expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(JSON.parse(body.toString())).toMatchObject({ code: "QUOTA_EXCEEDED" });
  });
});
