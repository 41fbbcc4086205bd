import type { Booking, WebhookEvent as Event } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { type TestDatabaseKind, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { openPersonalData, personalDataPurpose } from "../../src/bookings/personal-data.ts";
import { noMailer } from "../../src/mail/mailer.ts";
import { makeOperator } from "../../src/operator/commands/commands.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { parseServerSecrets } from "../../src/secrets/server-secret.ts";
import { noStatusParts } from "../access-app.ts";
import { findOffer } from "../booking-requests.ts";
import { type LiveApp, liveSearch, startLiveApp } from "../live-app.ts";

const contact = { email: "ada@example.com", phone: "+442071234567" };
const traveler = {
  type: "adult",
  givenName: "Ada",
  familyName: "Lovelace",
  bornOn: "1990-12-10",
  title: "ms",
  gender: "female",
} as const;
const lost = { kind: "answer", answer: { status: 502, body: "<html></html>" } } as const;

async function start(kind: TestDatabaseKind = "pglite", orders = {}) {
  const live = await startLiveApp(kind, ["duffel"], { orders: { reconcileEveryMs: 20, ...orders } });
  live.duffel.orders.nowMs = () => live.app.clock.nowMs();
  const offerId = await findOffer(live.app, liveSearch, "cash", live.key);
  return { ...live, offerId };
}

async function book({ app, key, offerId }: LiveApp & { offerId: string }, changes = {}, headers = {}) {
  const body = { offerId, travelers: [traveler], contact, ...changes };
  const answer = await app.call("/v1/bookings", { key, body, headers });
  return { ...answer, booking: JSON.parse(answer.text) as Booking };
}

async function read({ app, key }: LiveApp, id: string): Promise<Booking> {
  return JSON.parse((await app.call(`/v1/bookings/${id}`, { key })).text);
}

/** Waits for the events of the account. Those of one instant, on the virtual clock, have no order. */
async function listEvents({ app, key }: LiveApp, count: number): Promise<Event[]> {
  return eventually(async () => {
    const { text } = await app.call("/v1/events?order=oldest&limit=100", { key });
    const { data }: { data: Event[] } = JSON.parse(text);
    expect(data).toHaveLength(count);
    return data;
  });
}

async function cancel({ app, key }: LiveApp, id: string, query = "") {
  const answer = await app.call(`/v1/bookings/${id}/cancel${query}`, { method: "POST", key });
  return { ...answer, booking: JSON.parse(answer.text) as Booking };
}

/** Waits for a booking to leave a state, while the clock moves. */
async function settle(live: LiveApp, id: string, from: Booking["status"], stepMs = 5000): Promise<Booking> {
  return eventually(async () => {
    live.app.clock.advance(stepMs);
    const booking = await read(live, id);
    expect(booking.status).not.toBe(from);
    return booking;
  });
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("orders a live offer once, confirms it, and replays the present state", async () => {
    const live = await start(kind);
    const headers = { "idempotency-key": "order-1" };
    const { status, booking } = await book(live, { clientReference: "order-8731" }, headers);
    expect(status).toBe(201);
    expect(booking).toMatchObject({
      status: "confirmed",
      source: "duffel",
      supplierReference: "RZ0001",
      supplierCharge: { amount: "512.40", currency: "USD" },
      total: { amount: "512.40", currency: "USD" },
      failure: null,
      simulated: false,
      travelers: [traveler],
      contact,
    });
    expect(await book(live, { clientReference: "order-8731" }, headers)).toMatchObject({ status: 201, booking });
    expect(live.duffel.orders.requested).toBe(1);
    expect(live.duffel.orders.orders[0]?.metadata).toEqual({ wayfare_booking_id: booking.id });
    expect((await listEvents(live, 2)).map(({ type }) => type).toSorted()).toEqual([
      "booking.confirmed",
      "booking.pending",
    ]);
    await cancel(live, booking.id);
    const replayed = await book(live, { clientReference: "order-8731" }, headers);
    expect(replayed).toMatchObject({ status: 201, booking: { id: booking.id, status: "cancelled" } });
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    expect(replayed.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test("keeps travelers sealed, also in the records of idempotent requests and in events", async () => {
    const live = await start(kind);
    const document = { type: "passport", number: "19KL56147", issuingCountry: "GB", expiresOn: "2035-04-25" };
    const { booking } = await book(live, { travelers: [{ ...traveler, document }] }, { "idempotency-key": "order-2" });
    expect(booking.travelers).toEqual([{ ...traveler, document }]);
    for (const table of ["bookings", "booking_orders", "idempotent_requests", "events"]) {
      const rows = await live.database.query(`SELECT row_to_json(each)::text AS text FROM ${table} each LIMIT 100`);
      expect(rows.length, table).toBeGreaterThan(0);
      expect(JSON.stringify(rows), table).not.toMatch(/Lovelace|ada@example|442071234567|19KL56147/);
    }
  });

  test("answers 202 while the outcome is unknown, finds the order again, and orders nothing twice", async () => {
    const live = await start(kind);
    live.duffel.orders.faults.push({ isCreated: true, misbehavior: lost });
    const headers = { "idempotency-key": "order-3" };
    const { status, booking } = await book(live, {}, headers);
    expect([status, booking.status, booking.supplierReference]).toEqual([202, "pending", null]);
    expect(await cancel(live, booking.id)).toMatchObject({ status: 409 });
    expect(await book(live, {}, headers)).toMatchObject({ status: 202, booking: { id: booking.id } });
    expect(await settle(live, booking.id, "pending")).toMatchObject({
      status: "confirmed",
      supplierReference: "RZ0001",
    });
    expect(await book(live, {}, headers)).toMatchObject({ status: 201, booking: { status: "confirmed" } });
    expect(live.duffel.orders.requested).toBe(1);
    expect((await listEvents(live, 2)).map(({ type }) => type).toSorted()).toEqual([
      "booking.confirmed",
      "booking.pending",
    ]);
  });

  test("keeps a booking pending whose outcome is unknown, and reports it after fifteen minutes", async () => {
    const live = await start(kind);
    live.duffel.orders.faults.push({ isCreated: false, misbehavior: lost });
    const { booking } = await book(live);
    const operator = await live.app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const list = async () => {
      const { text } = await live.app.call("/v1/operator/bookings?open=true", { key: operator });
      return JSON.parse(text).data;
    };
    const before = live.app.clock.nowMs();
    const [report] = await eventually(async () => {
      live.app.clock.advance(60_000);
      const reports = await list();
      expect(reports).toHaveLength(1);
      return reports;
    });
    expect(live.app.clock.nowMs() - before).toBeGreaterThanOrEqual(15 * 60_000);
    expect(report).toMatchObject({
      id: booking.id,
      type: "unsettled",
      status: "pending",
      pendingReason: "unknown",
      lookedUpAt: expect.any(String),
    });
    live.app.clock.advance(48 * 3_600_000);
    await live.app.call("/v1/bookings", { key: live.key });
    expect(await read(live, booking.id)).toMatchObject({ status: "pending", pendingReason: "unknown" });
    const request = { key: operator, body: { outcome: "failed" } };
    expect((await live.app.call(`/v1/operator/bookings/${booking.id}/settle`, request)).status).toBe(200);
    const failed = await read(live, booking.id);
    expect(failed).toMatchObject({ status: "failed", failure: { code: "not_created", supplierCode: null } });
    expect(await list()).toEqual([]);
    expect(live.duffel.orders.requested).toBe(0);
    const event = (await listEvents(live, 2)).find(({ type }) => type === "booking.failed");
    expect(event).toMatchObject({ data: { bookingId: booking.id, failure: failed.failure } });
  });

  test("cancels with a quote of the supplier", async () => {
    const live = await start(kind);
    const { booking } = await book(live);
    const quoted = await cancel(live, booking.id, "?dryRun=true");
    expect(quoted).toMatchObject({
      status: 200,
      booking: {
        status: "confirmed",
        refund: {
          money: { amount: "256.20", currency: "USD" },
          fee: { amount: "256.20", currency: "USD" },
          rule: "Quoted by duffel.",
          expiresAt: new Date(live.app.clock.nowMs() + 600_000).toISOString(),
        },
      },
    });
    const { status, booking: cancelled } = await cancel(live, booking.id);
    expect([status, cancelled.status, cancelled.cancelledBy]).toEqual([200, "cancelled", "customer"]);
    expect(cancelled.refund).toMatchObject({ money: { amount: "256.20", currency: "USD" } });
    expect(live.duffel.orders.cancellations).toHaveLength(1);
    expect((await listEvents(live, 3)).find(({ type }) => type === "booking.cancelled")).toMatchObject({
      type: "booking.cancelled",
      data: { bookingId: booking.id, refund: { amount: "256.20", currency: "USD" } },
    });
    expect(await cancel(live, booking.id)).toMatchObject({ status: 409 });
  });
});

test("refuses travelers without what the offer requires, with pointers", async () => {
  const live = await start();
  const { title: _, gender: __, ...bare } = traveler;
  const { status, body } = await book(live, { travelers: [bare] });
  expect([status, body.code]).toEqual([422, "TRAVELERS_MISMATCH"]);
  expect(body.errors?.map(({ pointer }) => pointer)).toEqual(["/travelers/0/title", "/travelers/0/gender"]);
  const withAdult = await book(live, { travelers: [{ ...traveler, withAdult: 0 }] });
  expect(withAdult.body.errors?.map(({ pointer }) => pointer)).toEqual(["/travelers/0/withAdult"]);
  expect(live.duffel.orders.requested).toBe(0);
});

test("books a changed price within maxTotal, and answers 409 with the current offer otherwise", async () => {
  const live = await start();
  const change = (amount: string) => {
    live.duffel.offers = live.duffel.offers.map((offer) => ({ ...offer, total_amount: amount }));
  };
  change("530.00");
  const refused = await book(live);
  expect([refused.status, refused.body.code]).toEqual([409, "OFFER_CHANGED"]);
  expect(refused.body).toMatchObject({
    offer: { total: { amount: "530.00", currency: "USD" } },
    difference: { total: { amount: "17.60", currency: "USD" } },
  });
  for (const maxTotal of [
    { amount: "529.99", currency: "USD" },
    { amount: "600.00", currency: "EUR" },
  ]) {
    expect(await book(live, { maxTotal }), maxTotal.currency).toMatchObject({ status: 409 });
  }
  const { status, booking } = await book(live, { maxTotal: { amount: "530.00", currency: "USD" } });
  expect([status, booking.total, booking.supplierCharge?.amount]).toEqual([
    201,
    { amount: "530.00", currency: "USD" },
    "530.00",
  ]);
  expect(live.duffel.orders.requested).toBe(1);
});

test("never books above maxTotal, also without a change", async () => {
  const live = await start();
  const { status, body } = await book(live, { maxTotal: { amount: "512.39", currency: "USD" } });
  expect([status, body.code]).toEqual([409, "OFFER_CHANGED"]);
  expect(await book(live, { maxTotal: { amount: "512.40", currency: "USD" } })).toMatchObject({ status: 201 });
});

test("answers 409 if the supplier refuses the order, and keeps the failed booking", async () => {
  const live = await start();
  live.duffel.orders.refusal = "airline_unknown";
  const headers = { "idempotency-key": "order-4" };
  const { status, body } = await book(live, {}, headers);
  expect([status, body.code]).toEqual([409, "BOOKING_FAILED"]);
  const [, id = ""] = /(bkg_[0-9a-z]+)/.exec(body.detail ?? "") ?? [];
  expect(await read(live, id)).toMatchObject({
    status: "failed",
    failure: { code: "refused", supplierCode: "airline_unknown" },
    supplierCharge: null,
  });
  expect(await book(live, {}, headers)).toMatchObject({ status: 409 });
  expect(live.duffel.orders.requested).toBe(0);
});

test("requests an order later if the supplier is not reached, and fails after a minute", async () => {
  const live = await start();
  // The price before the booking is read, and then no call is left for the order.
  live.access.maxCalls = live.access.calls + 1;
  const { status, booking } = await book(live);
  expect([status, booking.status]).toEqual([202, "pending"]);
  live.access.maxCalls = 1000;
  expect(await settle(live, booking.id, "pending")).toMatchObject({ status: "confirmed" });

  live.access.maxCalls = live.access.calls + 1;
  const offerId = await findOffer(live.app, liveSearch, "cash", live.key).catch(() => live.offerId);
  live.access.maxCalls = live.access.calls + 1;
  const second = await book({ ...live, offerId });
  expect(second.status).toBe(202);
  live.access.connected.live.delete("duffel");
  expect(await settle(live, second.booking.id, "pending", 30_000)).toMatchObject({
    status: "failed",
    failure: { code: "supplier_unavailable" },
  });
  expect(live.duffel.orders.requested).toBe(1);
});

test("answers 202 after the wait if the supplier is slow, and confirms when it answers", async () => {
  const live = await start("pglite", { waitMs: 50 });
  const price = Promise.withResolvers<void>();
  live.duffel.double.misbehavior = { kind: "late", afterMs: 150 };
  const { status, booking } = await book(live);
  price.resolve();
  expect([status, booking.status]).toEqual([202, "pending"]);
  await eventually(async () => expect(await read(live, booking.id)).toMatchObject({ status: "confirmed" }));
  expect(live.duffel.orders.requested).toBe(1);
});

test("does not cancel by a lower refund than an expired quote showed, unless asked again", async () => {
  const live = await start();
  const { booking } = await book(live);
  await cancel(live, booking.id, "?dryRun=true");
  live.app.clock.advance(600_000);
  live.duffel.orders.refundShare = 0.25;
  const { status, body } = await cancel(live, booking.id);
  expect([status, body.code]).toEqual([409, "STATE_INVALID"]);
  expect(body.detail).toContain("128.10 USD");
  expect(await cancel(live, booking.id)).toMatchObject({
    status: 200,
    booking: { status: "cancelled", refund: { money: { amount: "128.10" } } },
  });
});

test("quotes no cancellation with another credential than the one that placed the order", async () => {
  const live = await start();
  live.access.isOfDeployment = true;
  const { booking } = await book(live);
  // The account has connected a credential since.
  live.access.isOfDeployment = false;
  expect(await cancel(live, booking.id, "?dryRun=true")).toMatchObject({
    status: 503,
    body: { code: "SUPPLY_UNAVAILABLE", detail: "The account has no access to duffel." },
  });
  expect(live.duffel.orders.cancellations).toHaveLength(0);
  live.access.isOfDeployment = true;
  expect(await cancel(live, booking.id)).toMatchObject({ status: 200, booking: { status: "cancelled" } });
});

test.each([
  ["was confirmed", true],
  ["was not confirmed", false],
])("settles a cancellation whose answer was lost and that %s", async (_title, isCreated) => {
  const live = await start();
  const { booking } = await book(live);
  live.duffel.orders.confirmFaults.push({ isCreated, misbehavior: lost });
  expect(await cancel(live, booking.id)).toMatchObject({ status: 202, booking: { status: "confirmed" } });
  expect(await settle(live, booking.id, "confirmed")).toMatchObject({ status: "cancelled", cancelledBy: "customer" });
  const cancelled = (await listEvents(live, 3)).filter(({ type }) => type === "booking.cancelled");
  expect(cancelled).toHaveLength(1);
});

test("reseals travelers under a new server secret", async () => {
  const { app, database, key, ...live } = await start();
  const { booking } = await book({ app, database, key, ...live });
  const textOf = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`;
  // The second is that of the app.
  const secrets = parseServerSecrets(`${textOf("b", 8)},${textOf("t", 7)}`);
  const operator = makeOperator({
    signUp: "invite",
    mailer: noMailer,
    database,
    secrets,
    publicUrl: "http://localhost:8080",
    clock: app.clock,
    billing: defaultBilling,
    readStatusParts: noStatusParts,
    invalidate: () => {},
  });
  expect(await operator.rotateSecrets()).toMatchObject({ resealed: { bookings: 1 }, unreadable: { bookings: 0 } });
  const [row] = await database.query<{ sealed: Uint8Array }>(
    "SELECT sealed_personal_data AS sealed FROM bookings WHERE id = $1",
    [booking.id],
  );
  const box = makeSecretBox(parseServerSecrets(textOf("b", 8)), personalDataPurpose);
  expect(openPersonalData(box, row?.sealed ?? new Uint8Array())).toEqual({ travelers: [traveler], contact });
});
