import { describe, expect, test } from "vitest";
import { openDuffel } from "../duffel-client.ts";
import { sampleOffer, sampleOrder } from "../sample-offer.ts";

const create = ["POST", "/air/orders"] as const;

describe("an order request", () => {
  test("creates an order that can be read, with its metadata and passengers, and an event that names the offer", async () => {
    const { call, duffel } = await openDuffel();
    const { status, body } = await call(...create, sampleOrder());
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      id: "ord_1",
      type: "instant",
      booking_reference: "RZ0001",
      total_amount: "500.00",
      metadata: { booking: "bkg_1" },
      payment_status: { awaiting_payment: false },
      available_actions: ["cancel", "change", "update"],
      cancelled_at: null,
      cancellation: null,
      airline_initiated_changes: [],
      passengers: [{ id: "pas_adult" }, { id: "pas_child" }, { id: "pas_infant" }],
    });
    expect(JSON.stringify(body)).not.toContain("ada@example.com");
    expect((await call("GET", "/air/orders/ord_1")).body.data).toEqual(body.data);
    expect(duffel.orders.events.all).toMatchObject([
      {
        type: "order.created",
        api_version: "v2",
        idempotency_key: "ord_1",
        data: { object: { id: "ord_1", offer_id: "off_1" } },
      },
    ]);
    expect(duffel.double.faults).toEqual([]);
  });

  test.each([
    [
      "an amount that is not that of the offer",
      { payments: [{ type: "balance", amount: "499.99", currency: "GBP" }] },
      "payment_amount_does_not_match_order_amount",
    ],
    [
      "another currency",
      { payments: [{ type: "balance", amount: "500.00", currency: "USD" }] },
      "payment_currency_does_not_match_order_currency",
    ],
    ["no payment", { payments: [] }, "validation_length"],
    [
      "an amount that is not a text",
      { payments: [{ type: "balance", amount: 500, currency: "GBP" }] },
      "validation_format",
    ],
    [
      "an unknown type of payment",
      { payments: [{ type: "cash", amount: "500.00", currency: "GBP" }] },
      "validation_inclusion",
    ],
    ["two offers", { selected_offers: ["off_1", "off_2"] }, "validation_length"],
    ["an unknown type", { type: "later" }, "validation_inclusion"],
    ["an unknown offer", { selected_offers: ["off_9"] }, "offer_no_longer_available"],
    ["metadata that is not a text", { metadata: { booking: 1 } }, "validation_length"],
    ["a long metadata key", { metadata: { ["k".repeat(41)]: "" } }, "validation_length"],
    ["a long metadata value", { metadata: { k: "v".repeat(501) } }, "validation_length"],
    [
      "51 metadata pairs",
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, ""])) },
      "validation_length",
    ],
  ])("is refused with %s", async (_title, changes, code) => {
    const { call, duffel } = await openDuffel();
    const answer = await call(...create, sampleOrder(changes));
    expect([answer.status, answer.codes]).toEqual([422, [code]]);
    expect([duffel.orders.orders, duffel.double.faults]).toEqual([[], []]);
  });

  test("is a fault with an unknown member, a hold or services", async () => {
    const { call, duffel } = await openDuffel();
    for (const changes of [{ idempotency_key: "1" }, { type: "hold" }, { services: [{ id: "ase_1", quantity: 1 }] }])
      expect((await call(...create, sampleOrder(changes))).status).toBe(400);
    expect(duffel.double.faults).toHaveLength(3);
  });

  test("is refused from the expiry of the offer, for a partial offer, and for one that is gone", async () => {
    const { call, duffel, advance } = await openDuffel([sampleOffer(), sampleOffer({ id: "off_2", partial: true })]);
    expect((await call(...create, sampleOrder({ selected_offers: ["off_2"] }))).codes).toEqual([
      "validation_inclusion",
    ]);
    advance(1_800_000);
    expect((await call(...create, sampleOrder())).codes).toEqual(["offer_expired"]);
    expect((await call("GET", "/air/offers/off_1")).codes).toEqual(["offer_no_longer_available"]);
    duffel.expired.add("off_1");
    expect((await call(...create, sampleOrder())).codes).toEqual(["offer_no_longer_available"]);
  });

  test("is refused for an offer that was ordered before", async () => {
    const { call, duffel } = await openDuffel();
    await call(...create, sampleOrder());
    expect((await call(...create, sampleOrder())).codes).toEqual(["offer_request_already_booked"]);
    duffel.orders.cancelByAirline("ord_1");
    expect((await call(...create, sampleOrder())).codes).toEqual(["offer_request_already_booked"]);
  });

  test("is refused with price_changed, after which the offer has the new price or keeps the old one", async () => {
    const { call, duffel } = await openDuffel();
    duffel.orders.priceChanges.push("520.00", null);
    expect((await call(...create, sampleOrder())).codes).toEqual(["price_changed"]);
    expect((await call("GET", "/air/offers/off_1")).body.data).toMatchObject({ total_amount: "520.00" });
    const payments = [{ type: "balance", amount: "520.00", currency: "GBP" }];
    expect((await call(...create, sampleOrder({ payments }))).codes).toEqual(["price_changed"]);
    expect((await call(...create, sampleOrder({ payments }))).status).toBe(201);
  });

  test("is paid from the balance, which refunds restore", async () => {
    const { call, duffel } = await openDuffel([sampleOffer(), sampleOffer({ id: "off_2" })]);
    duffel.orders.balance = "600.00";
    await call(...create, sampleOrder());
    const second = sampleOrder({ selected_offers: ["off_2"] });
    expect((await call(...create, second)).codes).toEqual(["insufficient_balance"]);
    duffel.orders.quotes.cancelInDashboard("ord_1", { amount: "400.00" });
    expect(duffel.orders.balance).toBe("500.00");
    expect((await call(...create, second)).status).toBe(201);
    expect(duffel.orders.balance).toBe("0.00");
  });

  test.each([
    ["order_not_created", 502, "airline_error"],
    ["airline_internal", 502, "airline_error"],
    ["duplicate_booking", 422, "airline_error"],
    ["internal_server_error", 500, "api_error"],
  ])("is refused with %s and its documented status", async (code, status, type) => {
    const { call, duffel } = await openDuffel();
    duffel.orders.refusal = code;
    expect(await call(...create, sampleOrder())).toMatchObject({ status, body: { errors: [{ code, type }] } });
    duffel.orders.refusal = { code: "airline_unknown", status: 502 };
    expect((await call(...create, sampleOrder())).status).toBe(502);
    expect(duffel.orders.requested).toBe(0);
  });

  test("is answered 202, and ends with an order and its event when the clock reaches it", async () => {
    const { call, duffel, advance } = await openDuffel();
    duffel.orders.acceptances.push({ delayMs: 7_200_000, outcome: "created" });
    expect(await call(...create, sampleOrder())).toMatchObject({ status: 202, body: { data: null } });
    expect((await call(...create, sampleOrder())).codes).toEqual(["order_creation_already_attempted"]);
    advance(7_199_999);
    expect((await call("GET", "/air/orders?offer_id=off_1")).body.data).toEqual([]);
    expect(duffel.orders.events.all).toEqual([]);
    advance(1);
    expect((await call("GET", "/air/orders?offer_id=off_1")).body.data).toMatchObject([
      { metadata: { booking: "bkg_1" } },
    ]);
    expect(duffel.orders.events.all).toMatchObject([{ type: "order.created" }]);
  });

  test("is answered 202, and ends with order.creation_failed, which names the offer and no metadata", async () => {
    const { call, duffel, advance } = await openDuffel();
    duffel.orders.balance = "500.00";
    duffel.orders.acceptances.push({ delayMs: 60_000, outcome: "failed" });
    expect((await call(...create, sampleOrder())).status).toBe(202);
    advance(60_000);
    duffel.orders.settle();
    expect(duffel.orders.events.all).toMatchObject([
      { type: "order.creation_failed", data: { object: { offer_id: "off_1", order_id: null } } },
    ]);
    expect(JSON.stringify(duffel.orders.events.all)).not.toContain("bkg_1");
    expect([duffel.orders.orders, duffel.orders.balance]).toEqual([[], "500.00"]);
  });

  test.each([
    ["has its effect at once", true, 0, 1],
    ["has its effect later", true, 86_400_000, 0],
    ["has no effect", false, 0, 0],
  ])("whose answer is lost %s", async (_title, isCreated, delayMs, orders) => {
    const { call, duffel, advance } = await openDuffel();
    duffel.orders.faults.push({ isCreated, delayMs, misbehavior: { kind: "reset" } });
    await expect(call(...create, sampleOrder())).rejects.toThrow();
    expect(duffel.orders.orders).toHaveLength(orders);
    advance(86_400_000);
    duffel.orders.settle();
    expect(duffel.orders.orders).toHaveLength(Number(isCreated));
  });

  test("creates an order that is listed and read after the given delay", async () => {
    const { call, duffel, advance } = await openDuffel();
    duffel.orders.visibleAfterMs = 1000;
    expect((await call(...create, sampleOrder())).status).toBe(201);
    expect((await call("GET", "/air/orders")).body.data).toEqual([]);
    expect((await call("GET", "/air/orders/ord_1")).status).toBe(404);
    advance(1000);
    expect((await call("GET", "/air/orders")).body.data).toHaveLength(1);
    expect((await call("GET", "/air/orders/ord_1")).status).toBe(200);
  });
});

test("updates the metadata of an order, and nothing else", async () => {
  const { call, duffel } = await openDuffel();
  await call(...create, sampleOrder());
  const changed = await call("PATCH", "/air/orders/ord_1", { data: { metadata: { note: "x" } } });
  expect(changed.body.data).toMatchObject({ metadata: { note: "x" } });
  expect((await call("PATCH", "/air/orders/ord_1", { data: { cancelled_at: null } })).status).toBe(400);
  expect(duffel.double.faults).toEqual(["unknown member cancelled_at"]);
});
