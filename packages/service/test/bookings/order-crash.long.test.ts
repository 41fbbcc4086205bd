import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Booking, WebhookEvent as Event } from "@wayfare/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { contact, findOffer, traveler } from "../booking-requests.ts";
import { type LiveApp, liveSearch, startLiveApp } from "../live-app.ts";

const travelers = [{ ...traveler, title: "ms", gender: "female" }];
const headers = { "idempotency-key": "order-1" };

/** Moment at which a process dies: around the commit of a statement, or while the supplier handles its request. */
type Death =
  | { around: "before" | "after"; statement: string }
  /** `hasEffect`: the supplier has created the order, or confirmed the cancellation. */
  | { hasEffect: boolean };

const lease = "UPDATE booking_orders leased";
const result = "SET status = $4, supplier_reference";
const cancellation = "SET status = 'cancelled'";

/** An app on PostgreSQL that takes over, and an offer. Its clock is the only one that moves. */
async function start() {
  const live = await startLiveApp("postgresql", ["duffel"], { orders: { waitMs: 200, reconcileEveryMs: 20 } });
  live.duffel.orders.nowMs = () => live.app.clock.nowMs();
  return { ...live, offerId: await findOffer(live.app, liveSearch, "cash", live.key) };
}

/** Sends a request to a process that dies while it handles it. */
async function sendToDying(live: LiveApp, death: Death, { path, body = {} }: { path: string; body?: object }) {
  const { connectionString, duffel, key } = live;
  const script = fileURLToPath(new URL("./order-process.ts", import.meta.url));
  const where = "statement" in death ? [death.around, death.statement] : [];
  const child = fork(script, [connectionString ?? "", duffel.double.url, ...where], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const [{ url }] = await once(child, "message");
  if ("hasEffect" in death) {
    const fault = {
      isCreated: death.hasEffect,
      misbehavior: { kind: "hang" },
      onHandled: () => void child.kill("SIGKILL"),
    } as const;
    const faults = path.endsWith("/cancel") ? duffel.orders.confirmFaults : duffel.orders.faults;
    faults.push(fault);
  }
  const request = fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  await expect(request).rejects.toThrow("fetch failed");
  expect(await exited).toEqual([null, "SIGKILL"]);
}

/** Waits for a booking to get a status, while the clock moves. */
function settle({ app, key }: LiveApp, id: string, status: Booking["status"]): Promise<Booking> {
  return eventually(async () => {
    app.clock.advance(5000);
    const booking: Booking = JSON.parse((await app.call(`/v1/bookings/${id}`, { key })).text);
    expect(booking.status).toBe(status);
    return booking;
  });
}

async function listBookings({ app, key }: LiveApp): Promise<Booking[]> {
  return JSON.parse((await app.call("/v1/bookings", { key })).text).data;
}

async function listEventTypes({ app, key }: LiveApp): Promise<string[]> {
  const { text } = await app.call("/v1/events?order=oldest&limit=100", { key });
  const { data }: { data: Event[] } = JSON.parse(text);
  return data.map(({ type }) => type).toSorted();
}

describe("an order whose process is killed", () => {
  test.each<[when: string, Death, ends: "confirmed" | "pending"]>([
    ["before the booking commits", { around: "before", statement: "INSERT INTO booking_orders" }, "confirmed"],
    ["after the booking has committed", { around: "after", statement: "INSERT INTO booking_orders" }, "confirmed"],
    ["before the lease commits", { around: "before", statement: lease }, "confirmed"],
    ["between the lease and the request", { around: "after", statement: lease }, "pending"],
    ["when the supplier has received the request, and does nothing", { hasEffect: false }, "pending"],
    ["when the supplier has created the order", { hasEffect: true }, "confirmed"],
    ["before the result commits", { around: "before", statement: result }, "confirmed"],
    ["after the result has committed", { around: "after", statement: result }, "confirmed"],
  ])("%s is created at most once, and the booking tells the truth", async (_when, death, ends) => {
    const live = await start();
    const { app, key, duffel, offerId } = live;
    const body = { offerId, travelers, contact };
    await sendToDying(live, death, { path: "/v1/bookings", body });
    // The caller has no response, and repeats the request.
    const again = await app.call("/v1/bookings", { key, headers, body });
    expect([201, 202]).toContain(again.status);
    const { id }: Booking = JSON.parse(again.text);
    const booking = await settle(live, id, ends);
    const [order] = duffel.orders.orders;
    if (ends === "confirmed") {
      expect(order?.metadata).toEqual({ wayfare_booking_id: id });
      expect(booking).toMatchObject({ supplierReference: "RZ0001", supplierCharge: { amount: "512.40" } });
    } else {
      // Nothing proves that there is no order, so an operator has to look.
      app.clock.advance(48 * 3_600_000);
      await settle(live, id, "pending");
      expect(booking).toMatchObject({ pendingReason: "unknown", failure: null });
    }
    expect(duffel.orders.orders).toHaveLength(ends === "confirmed" ? 1 : 0);
    expect(await listBookings(live)).toHaveLength(1);
    const types = ends === "confirmed" ? ["booking.confirmed", "booking.pending"] : ["booking.pending"];
    expect(await listEventTypes(live)).toEqual(types);
    expect(duffel.double.faults).toEqual([]);
  });
});

describe("a cancellation whose process is killed", () => {
  test.each<[when: string, Death]>([
    ["after it is requested", { around: "after", statement: "SET state = 'cancelling'" }],
    ["between the lease and the request", { around: "after", statement: lease }],
    ["when the supplier has received the request, and does nothing", { hasEffect: false }],
    ["when the supplier has cancelled the order", { hasEffect: true }],
    ["before the result commits", { around: "before", statement: cancellation }],
    ["after the result has committed", { around: "after", statement: cancellation }],
  ])("%s is confirmed later", async (_when, death) => {
    const live = await start();
    const { app, key, duffel, offerId } = live;
    const made = await app.call("/v1/bookings", { key, body: { offerId, travelers, contact } });
    const { id }: Booking = JSON.parse(made.text);
    // On a busy machine the order can take longer than the request waits.
    await settle(live, id, "confirmed");
    await sendToDying(live, death, { path: `/v1/bookings/${id}/cancel` });
    const booking = await settle(live, id, "cancelled");
    expect(booking).toMatchObject({ cancelledBy: "customer", refund: { money: { amount: "256.20" } } });
    expect(duffel.orders.orders.map(({ cancelledAt }) => cancelledAt)).not.toContain(null);
    expect(duffel.orders.orders).toHaveLength(1);
    expect(await listEventTypes(live)).toEqual(["booking.cancelled", "booking.confirmed", "booking.pending"]);
  });
});
