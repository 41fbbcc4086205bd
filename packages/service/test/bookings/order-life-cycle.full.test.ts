import type { Booking, WebhookEvent as Event } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { type TestDatabaseKind, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { findOffer } from "../booking-requests.ts";
import { deliver, saveSecret } from "../duffel-events.ts";
import { liveSecrets } from "../live-access.ts";
import { type LiveApp, liveSearch, startLiveApp } from "../live-app.ts";
import type { RunningAppOptions } from "../running-app.ts";

const contact = { email: "ada@example.com", phone: "+442071234567" };
const traveler = {
  type: "adult",
  givenName: "Ada",
  familyName: "Lovelace",
  bornOn: "1990-12-10",
  title: "ms",
  gender: "female",
};
const lost = { kind: "answer", answer: { status: 502, body: "<html></html>" } } as const;
const hour = 3_600_000;

async function start(kind: TestDatabaseKind = "pglite", options: Partial<RunningAppOptions> = {}) {
  const live = await startLiveApp(kind, ["duffel"], { orders: { reconcileEveryMs: 20 }, ...options });
  const offerId = await findOffer(live.app, liveSearch, "cash", live.key);
  return { ...live, offerId };
}

type Started = LiveApp & { offerId: string };

async function book({ app, key, offerId }: Started, changes = {}) {
  const answer = await app.call("/v1/bookings", { key, body: { offerId, travelers: [traveler], contact, ...changes } });
  return { ...answer, booking: JSON.parse(answer.text) as Booking };
}

async function read({ app, key }: LiveApp, id: string): Promise<Booking> {
  return JSON.parse((await app.call(`/v1/bookings/${id}`, { key })).text);
}

async function post({ app, key }: LiveApp, path: string) {
  const answer = await app.call(path, { method: "POST", key });
  return { ...answer, booking: JSON.parse(answer.text) as Booking };
}

/** Waits for a booking to match, while the clock moves. */
function becomes(live: LiveApp, id: string, expected: object, stepMs = 5000): Promise<Booking> {
  return eventually(async () => {
    live.app.clock.advance(stepMs);
    const booking = await read(live, id);
    expect(booking).toMatchObject(expected);
    return booking;
  });
}

async function eventsOf({ app, key }: LiveApp, type: string): Promise<Event[]> {
  const { text } = await app.call(`/v1/events?type=${type}&limit=100`, { key });
  const { data }: { data: Event[] } = JSON.parse(text);
  return data;
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("confirms an order that was accepted with 202 and created much later, once", async () => {
    const live = await start(kind);
    const path = await saveSecret(live);
    live.duffel.orders.acceptances.push({ delayMs: 5 * hour, outcome: "created" });
    const { status, booking } = await book(live);
    expect([status, booking.status, booking.pendingReason]).toEqual([202, "pending", "accepted"]);
    live.app.clock.advance(2 * hour);
    expect(await read(live, booking.id)).toMatchObject({ status: "pending", pendingReason: "accepted" });
    live.app.clock.advance(3 * hour);
    expect(new Set(await deliver(live, path))).toEqual(new Set([200]));
    await becomes(live, booking.id, { status: "confirmed", pendingReason: null, supplierReference: "RZ0001" });
    expect(await eventsOf(live, "booking.confirmed")).toHaveLength(1);
    expect(await eventsOf(live, "booking.failed")).toEqual([]);
    expect(live.duffel.orders.requested).toBe(1);
  });

  test("ends a booking whose accepted order failed", async () => {
    const live = await start(kind);
    const path = await saveSecret(live);
    live.duffel.orders.acceptances.push({ delayMs: hour, outcome: "failed" });
    const { booking } = await book(live);
    live.app.clock.advance(hour);
    await deliver(live, path);
    expect(await read(live, booking.id)).toMatchObject({
      status: "failed",
      failure: { code: "not_created", supplierCode: "creation_failed" },
    });
    expect(await eventsOf(live, "booking.failed")).toHaveLength(1);
  });

  test("finds an order among 450 others without an event, in any order of the list", async () => {
    const live = await start(kind);
    const [offer] = live.duffel.offers;
    for (let n = 0; n < 450; n++) {
      live.duffel.orders.addForeignOrder({
        offerId: String(offer?.id),
        createdAtMs: live.app.clock.nowMs() - n * hour,
      });
    }
    live.duffel.orders.faults.push({ isCreated: true, misbehavior: lost });
    const { booking } = await book(live);
    expect(booking.status).toBe("pending");
    await becomes(live, booking.id, { status: "confirmed" });
    expect(live.duffel.orders.requested).toBe(1);
  });

  test("states the refund of a cancellation in the supplier's dashboard, without a webhook", async () => {
    const live = await start(kind);
    const { booking } = await book(live);
    live.duffel.orders.quotes.cancelInDashboard("ord_1", { amount: "0.00" });
    const cancelled = await becomes(live, booking.id, { status: "cancelled" }, 25 * hour);
    expect(cancelled).toMatchObject({
      cancelledBy: null,
      refund: {
        money: { amount: "0.00", currency: "USD" },
        fee: { amount: "512.40" },
        refundTo: "balance",
        credits: [],
      },
    });
    const [event] = await eventsOf(live, "booking.cancelled");
    expect(event?.data).toMatchObject({ cancelledBy: null, refund: { amount: "0.00" }, refundTo: "balance" });
  });

  test("shows a change by the airline until it is accepted", async () => {
    const live = await start(kind);
    const path = await saveSecret(live);
    const { booking } = await book(live);
    const before = booking.flight.slices[0]?.departureAt ?? "";
    live.duffel.orders.changes.add("ord_1", { from: "T18:35:00", to: "T21:05:00" });
    await deliver(live, path);
    const pending = await becomes(live, booking.id, { changes: [{ status: "pending" }] });
    const change = pending.changes.at(-1);
    expect(change).toMatchObject({
      initiatedBy: "airline",
      actions: ["accept", "cancel"],
      slices: [{ slice: 0, before: { departureAt: before }, after: { departureAt: "2027-02-10T21:05:00-05:00" } }],
    });
    expect(pending.flight.slices[0]?.departureAt).toBe(before);
    const events = await eventsOf(live, "booking.changed");
    expect(events.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({
        changeId: change?.id,
        pending: true,
        initiatedBy: "airline",
        actions: change?.actions,
      }),
    );
    const accepted = await post(live, `/v1/bookings/${booking.id}/changes/${change?.id}/accept`);
    expect(accepted).toMatchObject({ status: 200, booking: { changes: [{ status: "accepted", actions: [] }] } });
    expect(accepted.booking.flight.slices[0]?.departureAt).toBe("2027-02-10T21:05:00-05:00");
    expect((await eventsOf(live, "booking.changed")).map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ changeId: change?.id, pending: false, actions: [] }),
    );
    // Accepting again changes nothing.
    expect(await post(live, `/v1/bookings/${booking.id}/changes/${change?.id}/accept`)).toMatchObject({ status: 200 });
    expect(await post(live, `/v1/bookings/${booking.id}/changes/${change?.id}/cancel`)).toMatchObject({ status: 409 });
  });

  test("cancels an order that appears after its booking has failed, while its refund is full", async () => {
    const live = await start(kind);
    live.duffel.orders.refundShare = 1;
    const { booking, list } = await failTooEarly(live);
    await eventually(async () => {
      live.app.clock.advance(hour);
      expect(live.duffel.orders.orders[0]?.cancelledAt).toEqual(expect.any(String));
    });
    await eventually(async () => {
      live.app.clock.advance(60_000);
      expect(await list()).toMatchObject([{ type: "late_order_cancelled", status: "failed" }]);
    });
    expect((await read(live, booking.id)).status).toBe("failed");
  });
});

/** A booking that an operator has ended although its order appears later. */
async function failTooEarly(live: Started) {
  live.duffel.orders.acceptances.push({ delayMs: 30 * hour, outcome: "created" });
  const { booking } = await book(live);
  const operator = await live.app.makeKey({ environment: "service", scopes: ["accounts.write"] });
  const settle = (body: object) => live.app.call(`/v1/operator/bookings/${booking.id}/settle`, { key: operator, body });
  expect((await settle({ outcome: "failed" })).status).toBe(200);
  expect((await read(live, booking.id)).status).toBe("failed");
  const list = async () => JSON.parse((await live.app.call("/v1/operator/bookings", { key: operator })).text).data;
  return { booking, settle, list };
}

test("leaves a late order without a full refund to an operator, who can keep it", async () => {
  const live = await start();
  const { booking, settle, list } = await failTooEarly(live);
  await eventually(async () => {
    live.app.clock.advance(hour);
    expect(await list()).toMatchObject([{ type: "late_order", orderReference: "ord_1", resolvedAt: null }]);
  });
  expect(live.duffel.orders.orders[0]?.cancelledAt).toBeNull();
  expect((await settle({ outcome: "confirmed" })).status).toBe(400);
  expect((await settle({ outcome: "confirmed", orderReference: "ord_9" })).status).toBe(409);
  expect((await settle({ outcome: "confirmed", orderReference: "ord_1" })).status).toBe(200);
  expect(await read(live, booking.id)).toMatchObject({
    status: "confirmed",
    supplierReference: "RZ0001",
    failure: null,
  });
});

test("adopts a late order if the operator has set it", async () => {
  const live = await start("pglite", { lateOrders: "adopt" });
  const { booking, list } = await failTooEarly(live);
  await becomes(live, booking.id, { status: "confirmed", failure: null }, hour);
  expect(await list()).toMatchObject([{ type: "late_order_adopted", status: "confirmed" }]);
});

test("orders again at a changed price within maxTotal", async () => {
  const live = await start();
  live.duffel.orders.priceChanges.push("530.00");
  const { status, booking } = await book(live, { maxTotal: { amount: "550.00", currency: "USD" } });
  expect([status, booking.total, booking.supplierCharge?.amount]).toEqual([
    201,
    { amount: "530.00", currency: "USD" },
    "530.00",
  ]);
  expect(live.duffel.orders.requested).toBe(1);
});

test("fails with price_changed if the order is refused without maxTotal", async () => {
  const live = await start();
  live.duffel.orders.priceChanges.push("560.00");
  const refused = await book(live);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("price_changed")]);
});

test.each([
  ["insufficient_balance", undefined, "insufficient_balance"],
  ["offer_expired", undefined, "offer_expired"],
  ["order_not_created", 502, "not_created"],
])("fails at once for %s", async (code, status, failure) => {
  const live = await start();
  live.duffel.orders.refusal = status === undefined ? code : { code, status };
  const answer = await book(live);
  expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining(failure)]);
});

test("states the confirmed refund and the quoted one, and credits of the airline", async () => {
  const live = await start();
  const first = await book(live);
  live.duffel.orders.quotes.confirmedAmount = "200.00";
  expect(await post(live, `/v1/bookings/${first.booking.id}/cancel`)).toMatchObject({
    status: 200,
    booking: {
      cancelledBy: "customer",
      refund: {
        money: { amount: "200.00" },
        quoted: { amount: "256.20" },
        refundTo: "balance",
        rule: "Confirmed by duffel.",
      },
    },
  });
  const offerId = await findOffer(live.app, { ...liveSearch, limit: 5 }, "cash", live.key);
  const second = await book({ ...live, offerId }).catch(() => null);
  if (second?.status !== 201) return;
  live.duffel.orders.refundTerms = { share: 0.25, to: "airline_credits", creditDays: 365 };
  expect(await post(live, `/v1/bookings/${second.booking.id}/cancel`)).toMatchObject({
    booking: {
      refund: { refundTo: "airline_credit", credits: [{ code: expect.any(String), expiresAt: expect.any(String) }] },
    },
  });
});

test("cancels on the airline's terms", async () => {
  const live = await start();
  const { booking } = await book(live);
  live.duffel.orders.changes.add("ord_1", { from: "T18:35:00", to: "T21:05:00" });
  live.duffel.orders.refundShare = 1;
  const { changes } = await becomes(live, booking.id, { changes: [{ status: "pending" }] }, 25 * hour);
  expect(await post(live, `/v1/bookings/${booking.id}/changes/${changes[0]?.id}/cancel`)).toMatchObject({
    status: 200,
    booking: {
      status: "cancelled",
      refund: { money: { amount: "512.40" } },
      changes: [{ status: "cancelled", actions: [] }],
    },
  });
});

test("reaches the orders of every account at the address of the deployment, signed with its secret", async () => {
  const live = await startLiveApp("pglite", [], {
    orders: { reconcileEveryMs: 20 },
    // oxlint-disable-next-line typescript/no-explicit-any -- replaces the access of tests by the real one
    ...({ supplierAccess: undefined } as object),
    deploymentSuppliers: {
      secrets: { test: {}, live: { duffel: liveSecrets.live.duffel ?? "" } },
      limits: {},
      eventSecrets: { test: {}, live: { duffel: "deployment secret" } },
    },
  });
  const offerId = await findOffer(live.app, liveSearch, "cash", live.key);
  live.duffel.orders.acceptances.push({ delayMs: hour, outcome: "created" });
  const { booking } = await book({ ...live, offerId });
  expect(booking.pendingReason).toBe("accepted");
  live.app.clock.advance(hour);
  const path = "/supplier-events/duffel/deployment";
  live.duffel.orders.settle();
  expect(new Set(await deliver(live, path, "another secret"))).toEqual(new Set([401]));
  expect(new Set(await deliver(live, path, "deployment secret"))).toEqual(new Set([200]));
  await becomes(live, booking.id, { status: "confirmed" });
  // The account's secret stays while its orders need it.
  const own = await saveSecret(live);
  await live.app.call("/v1/suppliers/duffel", { method: "DELETE", key: live.key });
  expect(new Set(await deliver(live, own))).toEqual(new Set([200]));
});
