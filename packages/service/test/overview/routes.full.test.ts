import type { AllowlistDryRun, Overview } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import { type Browser, signInAs } from "../browser-session.ts";
import { makeActiveWebhook } from "../webhook-receiver.ts";

const hourMs = 3_600_000;

async function readOverview(browser: Browser, query = "", environment = "test"): Promise<Overview> {
  const headers = { "wayfare-environment": environment };
  return JSON.parse((await browser.call(`/portal/overview${query}`, { headers })).text);
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("counts requests and errors of the account's keys by hour", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    expect(await readOverview(owner)).toMatchObject({ requests: 0, errors: 0, p50Ms: null });
    const otherId = await createAccount(database, "Other", app.clock.nowMs());
    await app.call("/v1/places?q=lon", { key: await app.makeKey({ accountId: otherId }) });
    await app.call("/v1/places?q=old");
    app.clock.advance(25 * hourMs);
    await app.call("/v1/places?q=lon");
    app.clock.advance(hourMs);
    await app.call("/v1/places?q=lon");
    await app.call("/v1/search", { body: { origin: "JFK" } });
    await owner.call("/v1/places?q=lon");
    const overview = await readOverview(owner);
    expect(overview).toMatchObject({ requests: 3, errors: 1 });
    expect(overview.p95Ms).toBeGreaterThanOrEqual(overview.p50Ms ?? Number.POSITIVE_INFINITY);
    expect(overview.series).toHaveLength(48);
    expect(overview.series[0]?.from).toBe(overview.from);
    expect(overview.series.filter(({ requests }) => requests > 0).map(({ requests }) => requests)).toEqual([1, 2]);
    expect(await readOverview(owner, "?hours=1")).toMatchObject({ requests: 3 });
    expect(await readOverview(owner, "?hours=48")).toMatchObject({ requests: 4 });
    expect(await owner.call("/portal/overview?hours=169")).toMatchObject({ status: 400 });
  });

  test("shows deliveries and failing webhooks", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    const { webhook } = await makeActiveWebhook({ app, database });
    for (const status of ["dead_lettered", "delivered", "awaiting_retry"]) {
      await app.call(`/v1/webhooks/${webhook.id}/test`, { method: "POST" });
      const finishedAt = status === "awaiting_retry" ? null : new Date(app.clock.nowMs());
      await database.execute("UPDATE deliveries SET status = $1, finished_at = $2 WHERE status = 'pending'", [
        status,
        finishedAt,
      ]);
    }
    expect(await readOverview(owner)).toMatchObject({
      deliveries: { delivered: 1, awaitingRetry: 1, deadLettered: 1 },
      unhealthyWebhooks: [],
    });
    await database.execute("UPDATE webhook_endpoints SET failures = 3, failing_since = $1", [
      new Date(app.clock.nowMs()),
    ]);
    expect((await readOverview(owner)).unhealthyWebhooks).toMatchObject([{ id: webhook.id, failures: 3 }]);
    expect(await readOverview(owner, "", "live")).toMatchObject({
      unhealthyWebhooks: [],
      deliveries: { delivered: 0 },
    });
  });

  test("counts deliveries by their end, and pending ones whatever their age", async () => {
    const { app, database } = await startApp(kind);
    const { webhook } = await makeActiveWebhook({ app, database });
    const end = (id: string, status: string, hoursAfter: number) =>
      database.execute(
        "UPDATE deliveries SET status = $2, finished_at = created_at + $3 * interval '1 hour' WHERE id = $1",
        [id, status, hoursAfter],
      );
    const add = async () =>
      JSON.parse((await app.call(`/v1/webhooks/${webhook.id}/test`, { method: "POST" })).text).deliveryId;
    await end(await add(), "dead_lettered", 33);
    await end(await add(), "delivered", 31);
    await end(await add(), "delivered", 1);
    await add();
    app.clock.advance(34 * hourMs);
    const owner = await signInAs({ app, database });
    expect((await readOverview(owner)).deliveries).toEqual({ delivered: 1, awaitingRetry: 1, deadLettered: 1 });
    expect((await readOverview(owner, "?hours=1")).deliveries).toMatchObject({ delivered: 0, deadLettered: 1 });
  });

  test("a dry run lists the addresses that an allowlist would reject, from a week of requests with test and live keys", async () => {
    const { app, database } = await startApp(kind, { trustProxy: ["127.0.0.1"] });
    const owner = await signInAs({ app, database });
    const from = (address: string, key?: string) =>
      app.call("/v1/places?q=lon", { headers: { "x-forwarded-for": address }, ...(key ? { key } : {}) });
    await from("192.0.2.9");
    app.clock.advance(8 * 24 * hourMs);
    const live = await app.makeKey({ environment: "live" });
    for (const key of [app.key, live, live]) await from("203.0.113.7", key);
    await from("2001:db8::1");
    await from("198.51.100.1", await app.makeKey({ environment: "service" }));
    const again = await signInAs({ app, database });
    const run = async (ipAllowlist: string[]): Promise<AllowlistDryRun> =>
      JSON.parse((await again.call("/portal/allowlist/dry-run", { body: { ipAllowlist } })).text);
    const lastAt = new Date(app.clock.nowMs()).toISOString();
    expect(await run(["203.0.113.0/24"])).toMatchObject({
      requests: 4,
      refused: 1,
      addresses: [
        { address: "2001:db8::1", requests: 1, lastAt, allowed: false },
        { address: "203.0.113.7", requests: 3, lastAt, allowed: true },
      ],
    });
    expect(await run([])).toMatchObject({ requests: 4, refused: 0 });
    const wrong = { body: { ipAllowlist: ["300.1.1.1"] } };
    expect(await again.call("/portal/allowlist/dry-run", wrong)).toMatchObject({ status: 400 });
    expect(await app.call("/v1/account")).toMatchObject({ status: 200 });
    expect(await owner.call("/portal/session")).toMatchObject({ status: 401 });
  });
});
