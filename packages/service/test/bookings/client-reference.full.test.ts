import type { Booking } from "@wayfare/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { startApp } from "../access-app.ts";
import { book, findOffer } from "../booking-requests.ts";
import { goodSearch, type RunningApp, runApp } from "../running-app.ts";
import { makeFlight, supplierOf } from "../sample-supply.ts";

const clientReference = "order-8731";
const dayMs = 86_400_000;

async function listBookings(app: RunningApp, query: string): Promise<Booking[]> {
  return JSON.parse((await app.call(`/v1/bookings?${query}`)).text).data;
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("returns 409 with the other booking's id when the client reference was used within 24 hours", async () => {
    const { app } = await startApp(kind);
    const { booking, status } = await book(app, await findOffer(app), { clientReference });
    expect({ status, clientReference: booking.clientReference }).toEqual({ status: 201, clientReference });
    const conflict = { status: 409, code: "CONFLICT", body: { detail: expect.stringContaining(booking.id) } };
    expect(await book(app, await findOffer(app), { clientReference })).toMatchObject(conflict);
    expect(await book(app, await findOffer(app), { clientReference: "Order-8731" })).toMatchObject({ status: 201 });
    await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" });
    app.clock.advance(dayMs - 1);
    expect(await book(app, await findOffer(app), { clientReference })).toMatchObject(conflict);
    app.clock.advance(1);
    expect(await book(app, await findOffer(app), { clientReference })).toMatchObject({ status: 201 });
  });

  test("returns 409 even if the offer can no longer be booked", async () => {
    const { app } = await startApp(kind);
    const offerId = await findOffer(app);
    await book(app, offerId, { clientReference });
    app.clock.advance(20 * 60_000);
    expect(await book(app, offerId, { clientReference })).toMatchObject({ status: 409, code: "CONFLICT" });
    expect(await book(app, offerId)).toMatchObject({ status: 409, code: "OFFER_EXPIRED" });
  });

  test("replays the booking when the request is sent again with its idempotency key", async () => {
    const { app } = await startApp(kind);
    const offerId = await findOffer(app);
    const send = (key: string) => book(app, offerId, { clientReference, headers: { "idempotency-key": key } });
    const first = await send("a");
    const again = await send("a");
    expect(again).toMatchObject({ status: 201, booking: { id: first.booking.id } });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await send("b")).toMatchObject({ status: 409, code: "CONFLICT" });
  });

  test("counts references of each account and environment separately", async () => {
    const { app } = await startApp(kind);
    const live = await app.makeKey({ environment: "live" });
    const isMade = async (key: string) =>
      (await book(app, await findOffer(app, {}, "cash", key), { key, clientReference })).status;
    expect([await isMade(app.key), await isMade(live), await isMade(app.key)]).toEqual([201, 201, 409]);
  });

  test("filters bookings by client reference and by record locator", async () => {
    const { app } = await startApp(kind);
    const { booking: first } = await book(app, await findOffer(app), { clientReference });
    const { booking: second } = await book(app, await findOffer(app));
    expect(second.clientReference).toBeNull();
    expect(await listBookings(app, `clientReference=${clientReference}`)).toEqual([first]);
    expect(await listBookings(app, "clientReference=order")).toEqual([]);
    expect(await listBookings(app, `reference=${second.reference}`)).toEqual([second]);
    expect(await listBookings(app, `reference=${second.reference}&clientReference=${clientReference}`)).toEqual([]);
    const wrong = await app.call("/v1/bookings?reference=0");
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: "/reference" }] } });
  });

  test("puts the client reference into the events of the booking", async () => {
    const { app, database } = await startApp(kind);
    const { booking } = await book(app, await findOffer(app), { clientReference });
    await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" });
    const events = await database.query<{ data: object }>("SELECT data FROM events ORDER BY id");
    expect(events).toMatchObject([{ data: { clientReference } }, { data: { clientReference } }]);
  });

  test("returns 400 with a pointer for an invalid client reference", async () => {
    const { app } = await startApp(kind);
    for (const wrong of ["", " ", "a b", "x".repeat(101), "\u00f6", "a\0", null, 7]) {
      const answer = await book(app, "off_01kahz2j7p3v8c5m9n4q6r7s8t_0", { clientReference: wrong });
      expect(answer, String(wrong)).toMatchObject({ status: 400, body: { errors: [{ pointer: "/clientReference" }] } });
    }
  });

  test("creates one of 20 concurrent bookings with the same reference in several processes", async () => {
    const flights = Array.from({ length: 20 }, (_, at) => makeFlight({ number: String(100 + at) }));
    const suppliers = [supplierOf("sandbox", flights)];
    const { app, database } = await startApp(kind, { suppliers });
    const apps = [app];
    while (apps.length < 5) {
      const other = await runApp({ database, suppliers });
      onTestFinished(() => other.close());
      apps.push(other);
    }
    // The first request of an app compiles its schemas, which would delay the others.
    for (const each of apps) await book(each, await findOffer(app), { key: app.key });
    const { body } = await app.call("/v1/flights/search", { body: goodSearch });
    const offers = body.flights?.flatMap(({ cash: [cash] }) => cash?.id ?? []) ?? [];
    expect(offers).toHaveLength(20);
    const answers = await Promise.all(
      offers.map((offerId, at) => book(apps[at % apps.length] ?? app, offerId, { key: app.key, clientReference })),
    );
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(made?.status).toBe(201);
    for (const other of others) {
      expect(other).toMatchObject({ status: 409, code: "CONFLICT" });
      expect(other.text).toContain(made?.booking.id);
    }
    expect(await database.query("SELECT id FROM bookings")).toHaveLength(1 + apps.length);
  });
});
