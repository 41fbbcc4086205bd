import type { Delivery, DeliveryDetail } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { recordEvent } from "@wayfare/webhooks";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { startApp } from "../access-app.ts";
import { readDocument } from "../documented.ts";
import type { RunningApp } from "../running-app.ts";
import { makeActiveWebhook, readWebhook } from "../webhook-receiver.ts";

interface Started {
  app: RunningApp;
  database: Database;
}

/** Records an event for every endpoint. */
function happen({ app, database }: Started): Promise<string> {
  const event = {
    accountId: app.accountId,
    environment: "test",
    applicationId: null,
    type: "key.revoked",
    data: { name: "k" },
  } as const;
  return database.transaction((tx) => recordEvent(tx, { ...event, nowMs: app.clock.nowMs() }));
}

async function listDeliveries(app: RunningApp, query = ""): Promise<Delivery[]> {
  return JSON.parse((await app.call(`/v1/deliveries${query}`)).text).data;
}

function setStatus(database: Database, id: string, status: string): Promise<number> {
  const isOver = !["pending", "delivering", "awaiting_retry"].includes(status);
  return database.execute(
    `UPDATE deliveries SET status = $2, schedule_attempts = 7, attempts = 7, due_at = NULL,
       finished_at = CASE WHEN $3 THEN created_at END WHERE id = $1`,
    [id, status, isOver],
  );
}

const pause = (app: RunningApp, id: string, paused: boolean) =>
  app.call(`/v1/webhooks/${id}`, { method: "PATCH", body: { paused } });

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a paused endpoint receives its pending deliveries when it is resumed", async () => {
    const started = await startApp(kind);
    const { app } = started;
    const { webhook } = await makeActiveWebhook(started);
    await happen(started);
    const [before] = await listDeliveries(app);
    expect(before?.nextAttemptAt).toBe(before?.createdAt);
    expect(JSON.parse((await pause(app, webhook.id, true)).text)).toMatchObject({ status: "paused" });
    expect(await pause(app, webhook.id, true)).toMatchObject({ status: 200 });
    await happen(started);
    expect((await listDeliveries(app)).map(({ nextAttemptAt, status }) => ({ nextAttemptAt, status }))).toEqual([
      { nextAttemptAt: null, status: "pending" },
      { nextAttemptAt: null, status: "pending" },
    ]);
    app.clock.advance(3_600_000);
    expect(JSON.parse((await pause(app, webhook.id, false)).text)).toMatchObject({ status: "active" });
    for (const { nextAttemptAt, createdAt } of await listDeliveries(app)) expect(nextAttemptAt).toBe(createdAt);
  });

  test("only an active endpoint can be paused, and only a paused one resumed", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const { webhook } = await makeActiveWebhook(started);
    for (const status of ["pending_verification", "verification_failed", "disabled"]) {
      await database.execute("UPDATE webhook_endpoints SET status = $1", [status]);
      for (const paused of [true, false]) {
        const answer = await pause(app, webhook.id, paused);
        expect(answer, status).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
      }
    }
  });

  test("an endpoint verified again after it was disabled has no failures", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const { webhook } = await makeActiveWebhook(started);
    await database.execute(
      `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'x', failing_since = created_at, failures = 20, warned_at = created_at`,
    );
    expect(await readWebhook(app, webhook.id)).toMatchObject({ status: "disabled", disabledReason: "x", failures: 20 });
    const verified = await app.call(`/v1/webhooks/${webhook.id}/verify`, { method: "POST" });
    const clean = { status: "pending_verification", disabledReason: null, failures: 0, firstFailureAt: null };
    expect(JSON.parse(verified.text)).toMatchObject(clean);
  });

  test("deleting an endpoint cancels all pending deliveries, including claimed ones", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const { webhook } = await makeActiveWebhook(started);
    for (let at = 0; at < 4; at++) await happen(started);
    const [done, claimed, waiting] = await listDeliveries(app);
    await setStatus(database, done?.id ?? "", "delivered");
    await setStatus(database, waiting?.id ?? "", "awaiting_retry");
    await database.execute(
      "UPDATE deliveries SET status = 'delivering', claim_id = 'c', lease_ends_at = created_at, due_at = NULL WHERE id = $1",
      [claimed?.id ?? ""],
    );
    const deleted = await app.call(`/v1/webhooks/${webhook.id}`, { method: "DELETE" });
    const deletedAt = new Date(app.clock.nowMs()).toISOString();
    expect(JSON.parse(deleted.text)).toEqual({ id: webhook.id, deletedAt, cancelledDeliveries: 3 });
    const left = await database.query(
      `SELECT status, count(*)::integer AS count FROM deliveries
       WHERE due_at IS NULL AND held_due_at IS NULL AND finished_at IS NOT NULL GROUP BY status ORDER BY status`,
    );
    expect(left).toEqual([
      { status: "cancelled", count: 3 },
      { status: "delivered", count: 1 },
    ]);
    for (const method of ["GET", "DELETE"]) {
      expect(await app.call(`/v1/webhooks/${webhook.id}`, { method })).toMatchObject({ status: 404 });
    }
    const retry = await app.call(`/v1/deliveries/${done?.id}/retry`, { method: "POST" });
    expect(retry).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    await happen(started);
    expect(await listDeliveries(app)).toHaveLength(4);
  });

  test("a retry keeps the id and starts a new schedule, but is rejected during delivery", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const { webhook } = await makeActiveWebhook(started);
    await happen(started);
    const [{ id }] = (await listDeliveries(app)) as [Delivery];
    app.clock.advance(60_000);
    const retry = () => app.call(`/v1/deliveries/${id}/retry`, { method: "POST" });
    const nextAttemptAt = new Date(app.clock.nowMs()).toISOString();
    for (const status of ["delivered", "dead_lettered", "cancelled", "awaiting_retry"]) {
      await setStatus(database, id, status);
      // Values of a delivery that was cancelled while it was being sent.
      await database.execute("UPDATE deliveries SET claim_id = 'late', lease_ends_at = created_at");
      const retried = await retry();
      expect(retried.status, status).toBe(202);
      const expected = { id, status: "pending", attemptCount: 7, nextAttemptAt, finishedAt: null };
      expect(JSON.parse(retried.text)).toMatchObject(expected);
      const fresh = { schedule_attempts: 0, claim_id: null, lease_ends_at: null };
      expect(await database.query("SELECT schedule_attempts, claim_id, lease_ends_at FROM deliveries")).toEqual([
        fresh,
      ]);
    }
    for (const status of ["pending", "delivering"]) {
      await setStatus(database, id, status);
      expect(await retry(), status).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    }
    await setStatus(database, id, "dead_lettered");
    await pause(app, webhook.id, true);
    expect(await retry()).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
  });

  test("returns a delivery with every attempt, and a binary body as base64", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    await makeActiveWebhook(started);
    await happen(started);
    const [{ id }] = (await listDeliveries(app)) as [Delivery];
    for (const [number, body] of [Buffer.from("no\u0000pe"), Buffer.from([0xff, 0x00])].entries()) {
      await database.execute(
        `INSERT INTO delivery_attempts (id, delivery_id, number, started_at, outcome, reason, response_status, address, timings,
           request_headers, response_headers, response_body)
         VALUES ($1, $2, $3, $4, 'failed_status', 'Endpoint returned 500.', 500, '127.0.0.1', '{"totalMs":3}', '{"svc-attempt":"1"}', '{}', $5)`,
        [`att_${String(number).padStart(26, "0")}`, id, number + 1, new Date(app.clock.nowMs()), body],
      );
    }
    const answer = await app.call(`/v1/deliveries/${id}`);
    expect((await readDocument(app))("/v1/deliveries/{id}", "get", answer)).toBeNull();
    const { attempts }: DeliveryDetail = JSON.parse(answer.text);
    expect(attempts).toMatchObject([
      { number: 1, responseBody: "no\u0000pe", responseBodyIsBase64: false, timings: { totalMs: 3 } },
      { number: 2, responseBody: "/wA=", responseBodyIsBase64: true, requestHeaders: { "svc-attempt": "1" } },
    ]);
  });

  test("filters and pages deliveries and events; requires flights.book or usage.write", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const one = await makeActiveWebhook(started);
    const two = await makeActiveWebhook(started, { events: ["key.*"] });
    await happen(started);
    await app.call(`/v1/webhooks/${two.webhook.id}/test`, { method: "POST" });
    const all = await listDeliveries(app);
    expect(all).toHaveLength(3);
    expect(await listDeliveries(app, `?webhookId=${one.webhook.id}`)).toHaveLength(1);
    expect(await listDeliveries(app, "?type=webhook.test")).toMatchObject([{ webhookId: two.webhook.id }]);
    const tested = all.find(({ type }) => type === "webhook.test");
    expect(await listDeliveries(app, `?eventId=${tested?.eventId}`)).toStrictEqual([tested]);
    expect(await listDeliveries(app, `?subject=${two.webhook.id}`)).toStrictEqual([tested]);
    expect(await listDeliveries(app, "?subject=bkg_none")).toEqual([]);
    for (const order of ["newest", "oldest"]) {
      const about = JSON.parse((await app.call(`/v1/events?order=${order}&subject=${two.webhook.id}`)).text);
      expect(about.data).toMatchObject([{ id: tested?.eventId, subject: two.webhook.id }]);
    }
    expect(await app.call("/v1/events?subject=%00")).toMatchObject({ status: 400 });
    await setStatus(database, all[0]?.id ?? "", "delivered");
    expect(await listDeliveries(app, "?status=delivered")).toMatchObject([{ id: all[0]?.id }]);
    const first = JSON.parse((await app.call("/v1/events?limit=1")).text);
    const rest = JSON.parse((await app.call(`/v1/events?limit=1&cursor=${first.nextCursor}`)).text);
    expect([...first.data, ...rest.data]).toHaveLength(2);
    const revoked = JSON.parse((await app.call("/v1/events?type=key.revoked")).text);
    expect(revoked.data).toMatchObject([{ type: "key.revoked", subject: null, data: { name: "k" } }]);
    const reader = await app.makeKey({ scopes: ["usage.read"] });
    const booker = await app.makeKey({ scopes: ["flights.book"] });
    for (const path of ["/v1/events", "/v1/deliveries"]) {
      expect(await app.call(path, { key: reader })).toMatchObject({ status: 403 });
      expect(await app.call(path, { key: booker })).toMatchObject({ status: 200 });
    }
  });
});
