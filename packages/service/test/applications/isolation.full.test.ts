import type { Booking, Delivery, WebhookEvent } from "@wayfare/contract";
import { runReplays } from "@wayfare/webhooks";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { personalDataPurpose } from "../../src/bookings/personal-data.ts";
import { runSandboxSteps } from "../../src/bookings/sandbox-steps.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { bodyOf, plainKey, secretOf, startApp } from "../access-app.ts";
import { book, contact, findOffer } from "../booking-requests.ts";
import { testSecrets } from "../running-app.ts";
import { postWebhook } from "../webhook-receiver.ts";

const box = makeSecretBox(testSecrets, personalDataPurpose);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  /** Creates two applications with a key each, in addition to the app's key without an application. */
  async function start() {
    const { app, database } = await startApp(kind);
    const makeApplication = async (name: string) => {
      const { id } = bodyOf("Application", await app.call("/v1/applications", { body: { name } }));
      return { id, key: await app.makeKey({ applicationId: id }) };
    };
    const [shop, office] = [await makeApplication("Shop"), await makeApplication("Office")];
    const list = async <Row>(path: string, key = app.key): Promise<Row[]> => {
      const page: { data: Row[] } = JSON.parse((await app.call(path, { key })).text);
      return page.data;
    };
    const activate = () => database.execute("UPDATE webhook_endpoints SET status = 'active'");
    const bookOwn = async (key: string, changes: object = {}) => {
      const { status, booking, text } = await book(app, await findOffer(app, {}, "cash", key), { key, ...changes });
      expect(status, text).toBe(201);
      return booking;
    };
    return { app, database, shop, office, list, activate, bookOwn };
  }

  test("an endpoint with an application receives the events of that application, one without receives all", async () => {
    const { app, shop, office, list, activate, bookOwn } = await start();
    const url = "https://example.com/";
    const ofShop = await postWebhook(app, { url, events: ["booking.*", "key.*"] }, shop.key);
    const ofOffice = await postWebhook(app, { url, applicationId: office.id });
    const ofAll = await postWebhook(app, { url, events: ["booking.*", "key.*", "invoice.*"] });
    expect([ofShop, ofOffice, ofAll].map(({ applicationId }) => applicationId)).toEqual([shop.id, office.id, null]);
    await activate();
    const made: Booking[] = [];
    for (const key of [shop.key, office.key, app.key]) made.push(await bookOwn(key));
    expect(made.map(({ applicationId }) => applicationId)).toEqual([shop.id, office.id, null]);
    const sold = bodyOf("NewKey", await app.call("/v1/keys", { key: shop.key, body: plainKey }));
    await app.call(`/v1/keys/${sold.id}/revoke`, { method: "POST" });
    await app.call("/v1/billing/subscription/change", { body: { plan: "pro" } });

    const received = async (webhookId: string, key = app.key) => {
      const deliveries = await list<Delivery>(`/v1/deliveries?webhookId=${webhookId}`, key);
      const events = await list<WebhookEvent>("/v1/events?limit=200", app.key);
      return deliveries.map(({ eventId, applicationId }) => {
        const event = events.find(({ id }) => id === eventId);
        return [event?.type, event?.applicationId, applicationId];
      });
    };
    const ownEvents = await received(ofShop.id);
    expect(ownEvents).toHaveLength(2);
    expect(ownEvents).toEqual(
      expect.arrayContaining([
        ["booking.confirmed", shop.id, shop.id],
        ["key.revoked", shop.id, shop.id],
      ]),
    );
    expect(await received(ofShop.id, shop.key)).toHaveLength(2);
    expect(await received(ofOffice.id)).toEqual([["booking.confirmed", office.id, office.id]]);
    expect((await received(ofAll.id)).map(([type, of]) => `${type} ${of}`).toSorted()).toEqual(
      [
        `booking.confirmed ${shop.id}`,
        `booking.confirmed ${office.id}`,
        "booking.confirmed null",
        `key.revoked ${shop.id}`,
        "invoice.finalized null",
      ].toSorted(),
    );
    expect(await received(ofAll.id, shop.key)).toEqual([]);
  });

  test("a replay delivers only the events of the endpoint's application, for every caller", async () => {
    const { app, database, shop, office, list, activate, bookOwn } = await start();
    for (const key of [shop.key, office.key, app.key]) await bookOwn(key);
    const hooks = [
      await postWebhook(app, { url: "https://example.com/" }, shop.key),
      await postWebhook(app, { url: "https://example.com/" }),
    ];
    await activate();
    const body = { from: new Date(app.clock.nowMs() - 1000).toISOString() };
    const replay = async (id = "", key = app.key) =>
      JSON.parse((await app.call(`/v1/webhooks/${id}/replay`, { key, body })).text);
    expect(await replay(hooks[0]?.id, shop.key)).toMatchObject({ matched: 1 });
    expect(await replay(hooks[0]?.id)).toMatchObject({ matched: 1 });
    expect(await replay(hooks[1]?.id)).toMatchObject({ matched: 3 });
    expect(await runReplays(database, app.clock.nowMs())).toBe(5);
    expect(await list<Delivery>("/v1/deliveries", shop.key)).toMatchObject([
      { applicationId: shop.id, webhookId: hooks[0]?.id },
      { applicationId: shop.id, webhookId: hooks[0]?.id },
    ]);
  });

  test("offers of another application's search cannot be priced or booked", async () => {
    const { app, shop, office } = await start();
    const offer = await findOffer(app, {}, "cash", shop.key);
    const unbound = await findOffer(app);
    for (const [id, key] of [
      [offer, office.key],
      [unbound, office.key],
    ] as const) {
      expect(await app.call(`/v1/offers/${id}`, { key })).toMatchObject({ status: 404 });
      expect(await book(app, id, { key })).toMatchObject({ status: 404, code: "NOT_FOUND" });
    }
    expect(await book(app, offer)).toMatchObject({ status: 201, booking: { applicationId: null } });
  });

  test("a cancellation by the airline or by a key without an application belongs to the booking's application", async () => {
    const { app, database, shop, office, list, bookOwn } = await start();
    const byAirline = await bookOwn(shop.key, { contact: { ...contact, email: "airline-cancels@example.com" } });
    const byCustomer = await bookOwn(shop.key);
    expect(await app.call(`/v1/bookings/${byCustomer.id}/cancel`, { method: "POST" })).toMatchObject({ status: 200 });
    app.clock.advance(60_000);
    expect(await runSandboxSteps({ database, box }, app.clock)).toBe(1);
    const cancelled = await list<WebhookEvent>("/v1/events?type=booking.cancelled", shop.key);
    expect(cancelled.map(({ data }) => String("bookingId" in data && data.bookingId)).toSorted()).toEqual(
      [byAirline.id, byCustomer.id].toSorted(),
    );
    expect(await list("/v1/events?type=booking.cancelled", office.key)).toEqual([]);
  });

  test("applications do not share Idempotency-Keys, and keys of one application do", async () => {
    const { app, shop, office } = await start();
    const headers = { "idempotency-key": "order-1" };
    const send = async (key: string) => {
      const answer = await app.call("/v1/keys", { key, body: plainKey, headers });
      const { id, applicationId } = bodyOf("NewKey", answer);
      return { id, applicationId, replayed: answer.headers.get("idempotent-replayed") };
    };
    const first = [await send(app.key), await send(shop.key), await send(office.key)];
    const fresh = [null, shop.id, office.id].map((applicationId) => ({ applicationId, replayed: null }));
    expect(first).toMatchObject(fresh);
    const again = [app.key, await app.makeKey({ applicationId: shop.id }), office.key];
    for (const [at, key] of again.entries()) expect(await send(key)).toEqual({ ...first[at], replayed: "true" });
  });

  test("the audit log of an application has every change of its keys and endpoints, by any caller", async () => {
    const { app, shop, office, list } = await start();
    const made = bodyOf("NewKey", await app.call("/v1/keys", { body: { ...plainKey, applicationId: shop.id } }));
    await app.call("/v1/keys/revoke-leaked", { key: null, body: { key: secretOf(made) } });
    await app.call(`/v1/applications/${shop.id}`, { key: shop.key, method: "PATCH", body: { name: "New" } });
    await app.call("/v1/account", { method: "PATCH", body: { ipAllowlist: ["127.0.0.1"] } });
    const typesOf = async (key: string) =>
      (await list<{ type: string }>("/v1/audit-events", key)).map(({ type }) => type).toSorted();
    expect(await typesOf(shop.key)).toEqual([
      "application.changed",
      "application.created",
      "key.created",
      "key.leaked",
    ]);
    expect(await typesOf(office.key)).toEqual(["application.created"]);
    expect(await typesOf(app.key)).toContain("account.allowlist_changed");
  });

  test("a key of an application creates endpoints of that application only, and cannot delete the application", async () => {
    const { app, shop, office } = await start();
    const post = (applicationId: string | null) =>
      app.call("/v1/webhooks", {
        key: shop.key,
        body: { url: "https://example.com/", events: ["*"], applicationId },
      });
    for (const own of [null, shop.id])
      expect(await post(own)).toMatchObject({ status: 201, body: { applicationId: shop.id } });
    expect(await post(office.id)).toMatchObject({ status: 403, body: { code: "AUTH_BOUNDS_EXCEEDED" } });
    const deletion = await app.call(`/v1/applications/${shop.id}`, { key: shop.key, method: "DELETE" });
    expect(deletion).toMatchObject({ status: 403, body: { code: "AUTH_APPLICATION_BOUND" } });
  });
});
