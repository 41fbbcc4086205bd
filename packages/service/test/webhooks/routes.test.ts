import { eventPatterns, type Webhook } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { startApp } from "../access-app.ts";
import { readDocument } from "../documented.ts";
import type { RunningApp } from "../running-app.ts";
import { makeActiveWebhook, openReceiver, postWebhook, readWebhook } from "../webhook-receiver.ts";

const url = "https://example.com/webhooks";

async function listWebhooks(app: RunningApp, query = ""): Promise<{ data: Webhook[]; nextCursor: string | null }> {
  return JSON.parse((await app.call(`/v1/webhooks${query}`)).text);
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("an endpoint starts unverified, returns its secret once, and every response matches the document", async () => {
    const { app } = await startApp(kind);
    const findMismatch = await readDocument(app);
    const made = await app.call("/v1/webhooks", { body: { url, events: ["booking.*", "*", "*"] } });
    expect(made.status).toBe(201);
    expect(findMismatch("/v1/webhooks", "post", made)).toBeNull();
    const { secret, ...webhook } = JSON.parse(made.text);
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(webhook).toMatchObject({ url, events: ["booking.*", "*"], status: "pending_verification", description: "" });
    const read = await app.call(`/v1/webhooks/${webhook.id}`);
    expect(JSON.parse(read.text)).toEqual(webhook);
    expect(findMismatch("/v1/webhooks/{id}", "get", read)).toBeNull();
    const changed = await app.call(`/v1/webhooks/${webhook.id}`, { method: "PATCH", body: { description: "Shop" } });
    expect(JSON.parse(changed.text)).toEqual({ ...webhook, description: "Shop" });
    expect(await listWebhooks(app)).toEqual({ data: [{ ...webhook, description: "Shop" }], nextCursor: null });
    for (const text of [read.text, changed.text, app.logLines.join("")]) expect(text).not.toContain(secret);
  });

  test("an ordered endpoint gets the deliveries of its subject in order until the option is removed", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const { webhook } = await makeActiveWebhook(started);
    expect(webhook.ordered).toBe(false);
    const call = (body: object) => app.call(`/v1/webhooks/${webhook.id}`, { method: "PATCH", body });
    expect(await call({ ordered: "yes" })).toMatchObject({ status: 400 });
    expect(await call({ ordered: true })).toMatchObject({ status: 200, body: { ordered: true } });
    await app.call(`/v1/webhooks/${webhook.id}/test`, { body: {} });
    const keys = () => database.query("SELECT ordering_key FROM deliveries");
    expect(await keys()).toEqual([{ ordering_key: webhook.id }]);
    expect(await call({ ordered: false })).toMatchObject({ status: 200, body: { ordered: false } });
    expect(await keys()).toEqual([{ ordering_key: null }]);
    const made = await app.call("/v1/webhooks", { body: { url, events: ["*"], ordered: true } });
    expect(made).toMatchObject({ status: 201, body: { ordered: true } });
  });

  test("sets and removes the rate limit of an endpoint", async () => {
    const { app } = await startApp(kind);
    const made = await app.call("/v1/webhooks", { body: { url, events: ["*"], maxPerSecond: 5 } });
    const { id, maxPerSecond } = JSON.parse(made.text);
    expect(maxPerSecond).toBe(5);
    await app.call(`/v1/webhooks/${id}`, { method: "PATCH", body: { maxPerSecond: 1000 } });
    expect(await readWebhook(app, id)).toMatchObject({ maxPerSecond: 1000 });
    await app.call(`/v1/webhooks/${id}`, { method: "PATCH", body: { maxPerSecond: null } });
    expect(await readWebhook(app, id)).toMatchObject({ maxPerSecond: null });
    for (const refused of [0, 1001, 1.5, "5"]) {
      const body = { maxPerSecond: refused };
      expect(await app.call(`/v1/webhooks/${id}`, { method: "PATCH", body }), String(refused)).toMatchObject({
        status: 400,
      });
    }
  });

  test("pages through endpoints, newest first", async () => {
    const { app } = await startApp(kind);
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) {
      ids.unshift((await postWebhook(app, { url: `${url}/${at}` })).id);
      app.clock.advance(1);
    }
    const first = await listWebhooks(app, "?limit=2");
    const rest = await listWebhooks(app, `?limit=2&cursor=${first.nextCursor}`);
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
  });

  test("reports an unknown event type with its pointer and the known types", async () => {
    const { app } = await startApp(kind);
    const events = ["booking.confirmed", "booking.eaten", "booking.*", "**"];
    const made = await app.call("/v1/webhooks", { body: { url, events } });
    expect(made).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    expect(made.body.errors?.map(({ pointer }) => pointer)).toEqual(["/events/1", "/events/3"]);
    for (const pattern of eventPatterns) expect(made.body.errors?.[0]?.detail).toContain(pattern);
    const { id } = await postWebhook(app, { url });
    const changed = await app.call(`/v1/webhooks/${id}`, { method: "PATCH", body: { events: ["x"] } });
    expect(changed).toMatchObject({ status: 400, body: { errors: [{ pointer: "/events/0", code: "ENUM" }] } });
    expect(await app.call("/v1/webhooks", { body: { url, events: [] } })).toMatchObject({ status: 400 });
  });

  test("rejects a forbidden URL with the reason, on creation and on change", async () => {
    const { app } = await startApp(kind, { webhookRules: { allowLoopback: false, allowCidrs: [], ports: [] } });
    const { id } = await postWebhook(app, { url });
    for (const refused of [
      "http://example.com/",
      "https://127.0.0.1/",
      "https://10.0.0.1/",
      "https://[::ffff:169.254.169.254]/",
      "https://example.com:22/",
      "https://u:p@example.com/",
      "ftp://example.com/",
      "/hooks",
      "https://localhost/",
    ]) {
      const made = await app.call("/v1/webhooks", { body: { url: refused, events: ["*"] } });
      expect(made, refused).toMatchObject({ status: 422, body: { code: "WEBHOOK_URL_REFUSED" } });
      expect(made.body.errors, refused).toEqual([{ pointer: "/url", code: "INVALID", detail: made.body.detail }]);
      const changed = await app.call(`/v1/webhooks/${id}`, { method: "PATCH", body: { url: refused } });
      expect(changed, refused).toMatchObject({ status: 422, body: { code: "WEBHOOK_URL_REFUSED" } });
    }
    expect(await readWebhook(app, id)).toMatchObject({ url, pendingUrl: null });
  });

  test("requires an application of the environment; deleting it deletes its endpoints", async () => {
    const { app, database } = await startApp(kind);
    const shop = JSON.parse((await app.call("/v1/applications", { body: { name: "Shop" } })).text);
    const live = await app.makeKey({ environment: "live" });
    const body = { url, events: ["*"], applicationId: shop.id };
    const foreign = await app.call("/v1/webhooks", { key: live, body });
    expect(foreign).toMatchObject({ status: 400, body: { errors: [{ pointer: "/applicationId" }] } });
    const own = await postWebhook(app, { url, applicationId: shop.id });
    const other = await postWebhook(app, { url });
    const deleted = await app.call(`/v1/applications/${shop.id}`, { method: "DELETE" });
    expect(JSON.parse(deleted.text)).toMatchObject({ deletedWebhooks: [own.id] });
    expect(await app.call(`/v1/webhooks/${own.id}`)).toMatchObject({ status: 404 });
    expect(await app.call(`/v1/webhooks/${other.id}`)).toMatchObject({ status: 200 });
    const due = await database.query("SELECT id FROM webhook_endpoints WHERE challenge_due_at IS NOT NULL");
    expect(due).toEqual([{ id: other.id }]);
  });

  test("limits an account to 100 endpoints in an environment, also with concurrent requests", async () => {
    const { app, database } = await startApp(kind);
    const first = await postWebhook(app, { url });
    await database.execute(
      `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
       SELECT 'whk_' || n, account_id, environment, url, '', events, 'active', secret, created_at
       FROM webhook_endpoints, generate_series(1, 97) AS n`,
    );
    const body = { url, events: ["*"] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.call("/v1/webhooks", { body })));
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(["201", "201", "409", "409", "409"]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("CONFLICT");
    const live = await app.makeKey({ environment: "live" });
    expect(await app.call("/v1/webhooks", { key: live, body })).toMatchObject({ status: 201 });
    await app.call(`/v1/webhooks/${first.id}`, { method: "DELETE" });
    expect(await app.call("/v1/webhooks", { body })).toMatchObject({ status: 201 });
  });

  test("delivers the types that match the patterns of an endpoint; the catalog describes each type", async () => {
    const { app } = await startApp(kind);
    const answer = await app.call("/v1/event-types", { key: await app.makeKey({ scopes: ["usage.read"] }) });
    const { data }: { data: { type: string; dataSchema: { required?: string[] }; dataExample: object }[] } = JSON.parse(
      answer.text,
    );
    expect(data.length).toBeGreaterThanOrEqual(6);
    for (const { type, dataSchema, dataExample } of data) {
      expect(eventPatterns).toContain(type);
      expect(JSON.stringify(dataSchema)).not.toContain("$ref");
      expect(Object.keys(dataExample)).toEqual(expect.arrayContaining(dataSchema.required ?? []));
    }
    expect((await readDocument(app))("/v1/event-types", "get", answer)).toBeNull();
  });

  test("a test event reaches only this endpoint, regardless of its subscriptions, and requires it to be active", async () => {
    const { app, database } = await startApp(kind);
    const { webhook } = await makeActiveWebhook({ app, database }, { events: ["key.revoked"] });
    await makeActiveWebhook({ app, database }, { events: ["*"] });
    const sent = await app.call(`/v1/webhooks/${webhook.id}/test`, { method: "POST" });
    expect(sent.status).toBe(202);
    expect((await readDocument(app))("/v1/webhooks/{id}/test", "post", sent)).toBeNull();
    const { eventId, deliveryId }: { eventId: string; deliveryId: string } = JSON.parse(sent.text);
    const { data } = JSON.parse((await app.call("/v1/deliveries")).text);
    expect(data).toMatchObject([{ id: deliveryId, eventId, webhookId: webhook.id, type: "webhook.test" }]);
    const event = JSON.parse((await app.call(`/v1/events/${eventId}`)).text);
    expect(event).toMatchObject({ id: eventId, type: "webhook.test", environment: "test" });
    const fresh = await postWebhook(app, { url: (await openReceiver()).url });
    const early = await app.call(`/v1/webhooks/${fresh.id}/test`, { method: "POST" });
    expect(early).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
  });
});
