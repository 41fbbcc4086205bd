import type { Booking, WebhookEvent as Event } from "@wayfare/contract";
import { signDuffelEvent } from "@wayfare/demo-suppliers";
import { describe, expect, test } from "vitest";
import { type TestDatabaseKind, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { findOffer } from "../booking-requests.ts";
import { type LiveApp, liveSearch, startLiveApp } from "../live-app.ts";

const secret = "whsec_of_the_supplier";
const contact = { email: "ada@example.com", phone: "+442071234567" };
const traveler = {
  type: "adult",
  givenName: "Ada",
  familyName: "Lovelace",
  bornOn: "1990-12-10",
  title: "ms",
  gender: "female",
};
const orderId = "ord_1";

interface Supplied {
  webhookUrl: string;
  hasWebhookSecret: boolean;
}

/** A confirmed booking, whose supplier has the URL and the secret for its events. */
async function start(kind: TestDatabaseKind) {
  const live = await startLiveApp(kind, ["duffel"], { orders: { reconcileEveryMs: 20 } });
  live.duffel.orders.nowMs = () => live.app.clock.nowMs();
  const { app, key } = live;
  const offerId = await findOffer(app, liveSearch, "cash", key);
  const { text } = await app.call("/v1/bookings", { key, body: { offerId, travelers: [traveler], contact } });
  const booking: Booking = JSON.parse(text);
  expect(booking.status).toBe("confirmed");
  const saved = await app.call("/v1/suppliers/duffel", { method: "PUT", key, body: { webhookSecret: secret } });
  const supplier: Supplied = JSON.parse(saved.text);
  expect(supplier.hasWebhookSecret).toBe(true);
  return { ...live, booking, path: new URL(supplier.webhookUrl).pathname };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Sends an event of the order as the supplier does. */
async function send({ app, duffel, path }: Started, { to = path, using = secret, nowMs = app.clock.nowMs() } = {}) {
  const { body, signature } = duffel.orders.signEvent(orderId, { secret: using, nowMs });
  const headers = { "content-type": "application/json", "x-duffel-signature": signature };
  const response = await fetch(app.url + to, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

async function read({ app, key }: LiveApp, id: string): Promise<Booking> {
  return JSON.parse((await app.call(`/v1/bookings/${id}`, { key })).text);
}

/** Waits for the events of the account. */
async function listEvents({ app, key }: LiveApp, count: number): Promise<Event[]> {
  return eventually(async () => {
    const { text } = await app.call("/v1/events?order=oldest&limit=100", { key });
    const { data }: { data: Event[] } = JSON.parse(text);
    expect(data).toHaveLength(count);
    return data;
  });
}

const ofType = (events: readonly Event[], type: string) => events.filter((event) => event.type === type);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("applies a change by the airline once, however often and at the same time it is reported", async () => {
    const started = await start(kind);
    const { booking, duffel } = started;
    duffel.orders.changeTimes(orderId, "T18:35:00", "T19:05:00");
    const answers = await Promise.all([send(started), send(started), send(started)]);
    expect(answers).toEqual(answers.map(() => ({ status: 200, text: '{"received":true}' })));
    const [event] = ofType(await listEvents(started, 3), "booking.changed");
    const before = "2027-02-10T18:35:00-05:00";
    const after = "2027-02-10T19:05:00-05:00";
    expect(event?.data).toMatchObject({
      bookingId: booking.id,
      status: "confirmed",
      supplierReference: "RZ0001",
      changes: [{ slice: 0, before: { departureAt: before }, after: { departureAt: after } }],
    });
    const changed = await read(started, booking.id);
    expect(changed.flight.slices[0]).toMatchObject({ departureAt: after, segments: [{ departureAt: after }] });
    expect(changed).toMatchObject({ status: "confirmed", travelers: booking.travelers, total: booking.total });

    // An event without a change, and an old change that is reported late.
    await send(started);
    duffel.orders.changeTimes(orderId, "T06:30:00", "T07:00:00");
    await send(started);
    const changes = ofType(await listEvents(started, 4), "booking.changed");
    expect(changes[1]?.data).toMatchObject({ changes: [{ after: { arrivalAt: "2027-02-11T07:00:00+00:00" } }] });
  });

  test("confirms a booking in its request if the event arrives before the answer to the order", async () => {
    const live = await startLiveApp(kind, ["duffel"], { orders: { reconcileEveryMs: 3_600_000 } });
    const { app, duffel, key } = live;
    duffel.orders.nowMs = () => app.clock.nowMs();
    const { text } = await app.call("/v1/suppliers/duffel", { method: "PUT", key, body: { webhookSecret: secret } });
    const supplier: Supplied = JSON.parse(text);
    const { promise: received, resolve } = Promise.withResolvers<unknown>();
    duffel.orders.faults.push({ isCreated: true, misbehavior: { kind: "held", until: received } });
    duffel.orders.events.onEvent = (event) => {
      const { body, signature } = signDuffelEvent(event, { secret, nowMs: app.clock.nowMs() });
      const headers = { "content-type": "application/json", "x-duffel-signature": signature };
      resolve(fetch(app.url + new URL(supplier.webhookUrl).pathname, { method: "POST", headers, body }));
    };
    const offerId = await findOffer(app, liveSearch, "cash", key);
    const booked = await app.call("/v1/bookings", { key, body: { offerId, travelers: [traveler], contact } });
    expect(await received).toMatchObject({ status: 200 });
    expect(booked.status).toBe(201);
    expect(JSON.parse(booked.text)).toMatchObject({ status: "confirmed", supplierReference: "RZ0001" });
    expect(duffel.orders.requested).toBe(1);
    const types = (await listEvents(live, 2)).map(({ type }) => type).toSorted();
    expect(types).toEqual(["booking.confirmed", "booking.pending"]);
  });

  test("confirms with the technical stops and operating flight numbers of the order", async () => {
    const live = await startLiveApp(kind, ["duffel"]);
    const { app, duffel, key } = live;
    duffel.orders.nowMs = () => app.clock.nowMs();
    const stop = { id: "sto_1", airport: { iata_code: "BGR", time_zone: "America/New_York" }, duration: "PT45M" };
    const times = { arriving_at: "2027-02-10T19:45:00", departing_at: "2027-02-10T20:30:00" };
    const stated = {
      stops: [{ ...stop, ...times }],
      operating_carrier: { iata_code: "AY" },
      operating_carrier_flight_number: "5477",
    };
    duffel.orders.onRequest = (_request, offer) => {
      const [slice] = offer.slices as [{ segments: [object] }];
      Object.assign(slice.segments[0], stated);
    };
    const offerId = await findOffer(app, liveSearch, "cash", key);
    const booked = await app.call("/v1/bookings", { key, body: { offerId, travelers: [traveler], contact } });
    expect(booked.status).toBe(201);
    const booking: Booking = JSON.parse(booked.text);
    const expected = {
      operatingCarrier: "AY",
      operatingFlightNumber: "5477",
      stops: [
        {
          airport: "BGR",
          arrivalAt: "2027-02-10T19:45:00-05:00",
          departureAt: "2027-02-10T20:30:00-05:00",
          durationMinutes: 45,
        },
      ],
    };
    expect(booking.flight.slices[0]).toMatchObject({ stops: 1, segments: [expected] });
    expect((await read(live, booking.id)).flight.slices).toEqual(booking.flight.slices);
  });

  test("cancels a booking whose order was cancelled, without guessing by whom and with which refund", async () => {
    const started = await start(kind);
    started.duffel.orders.cancelByAirline(orderId);
    await Promise.all([send(started), send(started)]);
    const [event] = ofType(await listEvents(started, 3), "booking.cancelled");
    expect(event?.data).toMatchObject({ bookingId: started.booking.id, cancelledBy: null, refund: null });
    expect(await read(started, started.booking.id)).toMatchObject({
      status: "cancelled",
      cancelledBy: null,
      refund: { money: null, fee: null, refundTo: null, credits: [], rule: "duffel does not state the refund." },
    });
  });

  test("reads the order again until the supplier answers", async () => {
    const started = await start(kind);
    const { app, duffel } = started;
    duffel.orders.changeTimes(orderId, "T18:35:00", "T19:05:00");
    duffel.double.misbehavior = { kind: "answer", answer: { status: 503, body: "" } };
    await send(started);
    await eventually(async () => expect(app.logLines.join("\n")).toContain("order lookup failed"));
    duffel.double.misbehavior = null;
    await eventually(async () => {
      app.clock.advance(60_000);
      expect((await read(started, started.booking.id)).flight.slices[0]?.departureAt).toContain("T19:05:00");
    });
  });

  test("refuses events that the supplier has not signed, with one answer for every reason", async () => {
    const started = await start(kind);
    const { app, duffel, path, key } = started;
    duffel.orders.changeTimes(orderId, "T18:35:00", "T19:05:00");
    const other = path.replace(
      app.accountId,
      app.accountId.replace(/.$/, (end) => (end === "0" ? "1" : "0")),
    );
    const minutes = 60_000;
    const refused = await Promise.all([
      send(started, { using: "another secret" }),
      send(started, { nowMs: app.clock.nowMs() - 6 * minutes }),
      send(started, { nowMs: app.clock.nowMs() + 6 * minutes }),
      send(started, { to: other }),
      send(started, { to: path.replace("/live", "/test") }),
      send(started, { to: path.replace("/duffel/", "/ignav/") }),
    ]);
    const body = ({ text }: { text: string }) => ({ ...JSON.parse(text), requestId: "", instance: "" });
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
    expect(new Set(refused.map((answer) => JSON.stringify(body(answer)))).size).toBe(1);
    await app.call("/v1/suppliers/duffel", { method: "PUT", key, body: { webhookSecret: null } });
    expect((await send(started)).status).toBe(401);
    expect((await read(started, started.booking.id)).flight.slices[0]?.departureAt).toContain("T18:35:00");
  });
});
