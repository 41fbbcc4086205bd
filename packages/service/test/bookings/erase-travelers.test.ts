import { json } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { startApp } from "../access-app.ts";
import { book, findOffer, parseBooking } from "../booking-requests.ts";
import { findTables, readTexts } from "../erasure/scan.ts";
import { postWebhook } from "../webhook-receiver.ts";

const travelers = [
  {
    type: "adult",
    givenName: "Planted",
    familyName: "Plantedfamily",
    bornOn: "1901-02-03",
    title: "ms",
    gender: "female",
    document: { type: "passport", number: "PLANTED77", issuingCountry: "GB", expiresOn: "2030-01-01" },
  },
];
const contact = { email: "planted@example.com", phone: "+442079460777" };
const texts = { metadata: { note: "planted note" }, clientReference: "planted-reference" };
const markers = /planted|1901-02-03|\+442079460777/i;
const headers = { "idempotency-key": "order-1" };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("erases the travelers of one booking everywhere, once, and its cancellation still works", async () => {
    const { app, database } = await startApp(kind);
    await postWebhook(app, { url: "http://127.0.0.1:1/" });
    const offerId = await findOffer(app);
    const other = (await book(app, offerId)).booking;
    const { booking } = await book(app, offerId, { travelers, contact, ...texts, headers });
    const attempt = { reason: "delivered", request_headers: json({}), response_headers: json({ "x-note": "planted" }) };
    await database.execute(
      `INSERT INTO deliveries (id, account_id, environment, endpoint_id, event_id, event_type, status, created_at, finished_at)
       SELECT 'dlv_1', event.account_id, event.environment, endpoint.id, event.id, type, 'delivered', event.created_at, event.created_at
       FROM events event CROSS JOIN webhook_endpoints endpoint WHERE subject = $1 AND event.account_id = $2 AND event.environment = 'test'`,
      [booking.id, app.accountId],
    );
    await database.execute(
      `INSERT INTO delivery_attempts (id, delivery_id, number, started_at, outcome, timings, reason, request_headers, response_headers, response_body)
       SELECT 'att_1', id, 1, created_at, 'delivered', '{}', $1, $2, $3, $4 FROM deliveries WHERE id = 'dlv_1'`,
      [...Object.values(attempt), Buffer.from("planted")],
    );
    expect(findTables(await readTexts(database), markers)).toEqual(["bookings", "delivery_attempts", "events"]);
    const path = `/v1/bookings/${booking.id}`;
    const erased = await app.call(`${path}/erase-travelers`, { method: "POST" });
    const expected = {
      travelers: [],
      contact: { email: "erased@example.invalid", phone: "+10000000" },
      metadata: {},
      clientReference: null,
    };
    expect(erased).toMatchObject({
      status: 200,
      body: { ...expected, total: booking.total, reference: booking.reference },
    });
    expect(findTables(await readTexts(database), markers)).toEqual([]);

    app.clock.advance(1000);
    const again = parseBooking((await app.call(`${path}/erase-travelers`, { method: "POST" })).text);
    expect(again.travelersErasedAt).toBe(parseBooking(erased.text).travelersErasedAt);
    const replay = await book(app, offerId, { travelers, contact, ...texts, headers });
    expect(replay).toMatchObject({ status: 201, booking: expected });
    const cancelled = await app.call(`${path}/cancel`, { method: "POST", headers: { "idempotency-key": "cancel-1" } });
    expect(cancelled).toMatchObject({ status: 200, body: { status: "cancelled" } });
    expect(findTables(await readTexts(database), markers)).toEqual([]);
    const kept = parseBooking((await app.call(`/v1/bookings/${other.id}`)).text);
    expect(kept).toMatchObject({ travelers: [{ familyName: "Lovelace" }], travelersErasedAt: null });
    const audit = await app.call("/v1/audit-events?type=booking.travelers_erased");
    expect(JSON.parse(audit.text).data).toMatchObject([{ subject: { type: "booking", id: booking.id }, details: {} }]);
  });

  test("erases the stored response of a cancellation", async () => {
    const { app, database } = await startApp(kind);
    const { booking } = await book(app, await findOffer(app), { travelers, contact, ...texts });
    const path = `/v1/bookings/${booking.id}`;
    const request = { method: "POST", headers: { "idempotency-key": "cancel-1" } };
    await app.call(`${path}/cancel`, request);
    expect(findTables(await readTexts(database), markers)).toContain("idempotent_requests");
    await app.call(`${path}/erase-travelers`, { method: "POST" });
    expect(findTables(await readTexts(database), markers)).toEqual([]);
    expect(await app.call(`${path}/cancel`, request)).toMatchObject({ status: 200, body: { travelers: [] } });
  });

  test("returns 409 while the supplier has not confirmed the order or its cancellation", async () => {
    const { app, database } = await startApp(kind);
    const { booking } = await book(app, await findOffer(app));
    const erase = () => app.call(`/v1/bookings/${booking.id}/erase-travelers`, { method: "POST" });
    await database.execute("UPDATE bookings SET status = 'pending' WHERE id = $1", [booking.id]);
    expect(await erase()).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    await database.execute("UPDATE bookings SET status = 'confirmed' WHERE id = $1", [booking.id]);
    await database.execute(
      `INSERT INTO booking_orders (booking_id, account_id, environment, supplier, offer_reference, state, accepted_at)
       SELECT id, account_id, environment, 'duffel', 'off_1', 'cancelling', created_at FROM bookings WHERE id = $1`,
      [booking.id],
    );
    expect(await erase()).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    await database.execute("UPDATE booking_orders SET state = 'cancelled'");
    expect(await erase()).toMatchObject({ status: 200 });
  });
});
