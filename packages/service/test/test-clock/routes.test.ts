import { deliveriesChannel } from "@wayfare/webhooks";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { bodyOf, postKey, secretOf, startApp } from "../access-app.ts";
import { readDocument } from "../documented.ts";
import { makeActiveWebhook } from "../webhook-receiver.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("advances the clock of the account's test data only", async () => {
    const { app } = await startApp(kind);
    const findMismatch = await readDocument(app);
    const live = await app.makeKey({ environment: "live" });
    const key = await postKey(app, { expiresAt: new Date(app.clock.nowMs() + 3_600_000).toISOString() });
    const use = async () => (await app.call("/v1/keys/self", { key: secretOf(key) })).status;
    expect(await use()).toBe(200);
    const advanced = await app.call("/v1/test/clock/advance", { body: { seconds: 3599 } });
    expect(findMismatch("/v1/test/clock/advance", "post", advanced)).toBeNull();
    expect(JSON.parse(advanced.text)).toEqual({
      now: new Date(app.clock.nowMs() + 3_599_000).toISOString(),
      offsetSeconds: 3599,
    });
    expect(await use()).toBe(200);
    const again = JSON.parse((await app.call("/v1/test/clock/advance", { body: { seconds: 1 } })).text);
    expect(again).toMatchObject({ offsetSeconds: 3600 });
    expect(await use()).toBe(401);
    const read = await app.call("/v1/test/clock");
    expect(JSON.parse(read.text)).toEqual(again);
    const made = await app.call("/v1/applications", { body: { name: "Later" } });
    expect(JSON.parse(made.text)).toMatchObject({ createdAt: again.now });
    const liveMade = await app.call("/v1/applications", { key: live, body: { name: "Now" } });
    expect(JSON.parse(liveMade.text)).toMatchObject({ createdAt: new Date(app.clock.nowMs()).toISOString() });
  });

  test("does not change the time of audit events", async () => {
    const { app } = await startApp(kind);
    await app.call("/v1/test/clock/advance", { body: { seconds: 86_400 } });
    const { id } = bodyOf("Application", await app.call("/v1/applications", { body: { name: "Later" } }));
    await app.call(`/v1/applications/${id}`, { method: "PATCH", body: { name: "Changed" } });
    await postKey(app, {});
    await app.call("/v1/webhooks", { body: { url: "http://127.0.0.1:9/hooks", events: ["*"] } });
    await app.call("/v1/billing/subscription/change", { body: { plan: "pro" } });
    app.clock.advance(1000);
    await app.call("/v1/applications", { key: await app.makeKey({ environment: "test" }), body: { name: "Last" } });
    const { data } = bodyOf("AuditPage", await app.call("/v1/audit-events?limit=200"));
    const nowMs = app.clock.nowMs();
    expect(new Set(data.map(({ type }) => type))).toEqual(
      new Set([
        "account.test_clock_advanced",
        "application.created",
        "application.changed",
        "key.created",
        "webhook.created",
        "subscription.changed",
      ]),
    );
    for (const { type, createdAt } of data) expect(Date.parse(createdAt), type).toBeLessThanOrEqual(nowMs);
    expect(Date.parse(data[0]?.createdAt ?? "")).toBe(nowMs);
  });

  test("a reset returns to real time, and keeps what is left of keys, retries and rotated secrets", async () => {
    const { app, database } = await startApp(kind);
    const hourMs = 3_600_000;
    const startMs = app.clock.nowMs();
    const { webhook } = await makeActiveWebhook({ app, database });
    await app.call("/v1/test/clock/advance", { body: { seconds: 7200 } });
    const expiring = await postKey(app, { expiresAt: new Date(startMs + 3 * hourMs).toISOString() });
    const revoked = await postKey(app, {});
    await app.call(`/v1/keys/${revoked.id}/revoke`, { method: "POST" });
    await app.call(`/v1/webhooks/${webhook.id}/rotate`, { method: "POST" });
    await app.call(`/v1/webhooks/${webhook.id}/test`, { method: "POST" });
    await database.execute("UPDATE deliveries SET due_at = $1", [new Date(startMs + 2.5 * hourMs)]);
    const reset = await app.call("/v1/test/clock/reset", { method: "POST" });
    expect(JSON.parse(reset.text)).toEqual({ now: new Date(startMs).toISOString(), offsetSeconds: 0 });
    const findMismatch = await readDocument(app);
    expect(findMismatch("/v1/test/clock/reset", "post", reset)).toBeNull();

    const use = async (key: Parameters<typeof secretOf>[0]) =>
      (await app.call("/v1/keys/self", { key: secretOf(key) })).status;
    const [row] = await database.query<{ due_at: Date; ends_at: Date }>(
      `SELECT delivery.due_at, endpoint.previous_secret_ends_at AS ends_at
       FROM deliveries delivery JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id`,
    );
    expect(row).toEqual({ due_at: new Date(startMs + 0.5 * hourMs), ends_at: new Date(startMs + 24 * hourMs) });
    expect([await use(expiring), await use(revoked)]).toEqual([200, 200]);
    app.clock.advance(61_000);
    expect([await use(expiring), await use(revoked)]).toEqual([200, 401]);
    app.clock.advance(hourMs);
    expect(await use(expiring)).toBe(401);
    const again = await app.call("/v1/test/clock/reset", { method: "POST" });
    expect(JSON.parse(again.text)).toMatchObject({ offsetSeconds: 0 });
  });

  test("a reset is refused while the test subscription's period has not begun in real time", async () => {
    const { app } = await startApp(kind);
    await app.call("/v1/test/clock/advance", { body: { seconds: 86_400 } });
    await app.call("/v1/billing/subscription/change", { body: { plan: "pro" } });
    const refused = await app.call("/v1/test/clock/reset", { method: "POST" });
    expect(refused).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    expect(JSON.parse((await app.call("/v1/test/clock")).text)).toMatchObject({ offsetSeconds: 86_400 });
    app.clock.advance(86_400_000);
    expect(await app.call("/v1/test/clock/reset", { method: "POST" })).toMatchObject({ status: 200 });
    expect(await app.call("/v1/billing/subscription")).toMatchObject({ status: 200 });
  });

  test("rejects invalid durations, and ends after 100 years", async () => {
    const { app, database } = await startApp(kind);
    for (const seconds of [0, -1, 0.5, 31_622_401, "60", null]) {
      expect(await app.call("/v1/test/clock/advance", { body: { seconds } })).toMatchObject({ status: 400 });
    }
    await database.execute("UPDATE accounts SET test_clock_offset_ms = $1", [100 * 366 * 86_400_000 - 1000]);
    expect(await app.call("/v1/test/clock/advance", { body: { seconds: 1 } })).toMatchObject({ status: 200 });
    const beyond = await app.call("/v1/test/clock/advance", { body: { seconds: 1 } });
    expect(beyond).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
  });

  test("requires a test key to read or advance it", async () => {
    const { app } = await startApp(kind);
    for (const environment of ["live", "service"] as const) {
      const key = await app.makeKey({ environment });
      for (const answer of [
        await app.call("/v1/test/clock", { key }),
        await app.call("/v1/test/clock/advance", { key, body: { seconds: 1 } }),
        await app.call("/v1/test/clock/reset", { key, method: "POST" }),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { code: "AUTH_ENVIRONMENT_MISMATCH" } });
      }
    }
  });

  test("concurrent advances add up, and each wakes the dispatchers", async () => {
    const { app, database } = await startApp(kind);
    let notifications = 0;
    const stop = await database.listen(deliveriesChannel, { onMessage: () => void notifications++ });
    const moves = Array.from({ length: 5 }, () => app.call("/v1/test/clock/advance", { body: { seconds: 10 } }));
    for (const { status } of await Promise.all(moves)) expect(status).toBe(200);
    expect(JSON.parse((await app.call("/v1/test/clock")).text)).toMatchObject({ offsetSeconds: 50 });
    await eventually(() => expect(notifications).toBe(5));
    await stop();
  });
});
