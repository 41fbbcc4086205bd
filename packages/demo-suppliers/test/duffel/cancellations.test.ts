import { describe, expect, test } from "vitest";
import { openDuffel } from "../duffel-client.ts";
import { sampleOrder } from "../sample-offer.ts";

async function openOrder() {
  const opened = await openDuffel();
  await opened.call("POST", "/air/orders", sampleOrder());
  const quote = () => opened.call("POST", "/air/order_cancellations", { data: { order_id: "ord_1" } });
  const confirm = (id: string) => opened.call("POST", `/air/order_cancellations/${id}/actions/confirm`);
  const order = async () => (await opened.call("GET", "/air/orders/ord_1")).body.data;
  const types = () => opened.duffel.orders.events.all.map(({ type }) => type);
  return { ...opened, orders: opened.duffel.orders, quote, confirm, order, types };
}

describe("an order cancellation", () => {
  test("is a quote until it is confirmed, and is then the order's cancellation", async () => {
    const { quote, confirm, order, types, call } = await openOrder();
    expect(await quote()).toMatchObject({
      status: 201,
      body: {
        data: { id: "ore_1", order_id: "ord_1", refund_amount: "250.00", refund_to: "balance", confirmed_at: null },
      },
    });
    expect(await order()).toMatchObject({ cancelled_at: null, cancellation: null });
    const { body } = await confirm("ore_1");
    expect(body.data).toMatchObject({ refund_amount: "250.00", confirmed_at: expect.any(String), airline_credits: [] });
    expect(await order()).toMatchObject({
      cancelled_at: expect.any(String),
      cancellation: body.data,
      available_actions: ["update"],
    });
    expect((await call("GET", "/air/order_cancellations/ore_1")).body.data).toEqual(body.data);
    expect((await call("GET", "/air/order_cancellations?order_id=ord_1")).body.data).toEqual([body.data]);
    expect(types()).toEqual(["order.created", "order_cancellation.created", "order_cancellation.confirmed"]);
  });

  test("is stale once it has expired or a later quote exists", async () => {
    const { quote, confirm, advance, orders } = await openOrder();
    await quote();
    await quote();
    expect((await confirm("ore_1")).codes).toEqual(["order_cancellation_stale"]);
    advance(orders.quotes.quoteTtlMs);
    expect((await confirm("ore_2")).codes).toEqual(["order_cancellation_stale"]);
    await quote();
    expect((await confirm("ore_3")).status).toBe(200);
    expect((await confirm("ore_3")).codes).toEqual(["already_cancelled"]);
    expect((await quote()).codes).toEqual(["already_cancelled"]);
  });

  test("can be confirmed with another amount than that of its quote", async () => {
    const { quote, confirm, order, orders } = await openOrder();
    orders.quotes.confirmedAmount = "200.00";
    await quote();
    expect((await confirm("ore_1")).body.data).toMatchObject({ refund_amount: "200.00" });
    expect(await order()).toMatchObject({ cancellation: { refund_amount: "200.00" } });
  });

  test("can have no amount, and refund to a credit with an expiry, whose code the confirmation states", async () => {
    const { quote, confirm, orders, clock } = await openOrder();
    orders.refundTerms = { share: null, to: "original_form_of_payment" };
    expect((await quote()).body.data).toMatchObject({ refund_amount: null, refund_currency: null });
    orders.refundTerms = { share: 1, to: "airline_credits", creditDays: 30 };
    const expires = new Date(clock.ms + 30 * 86_400_000).toISOString();
    const credit = { credit_amount: "500.00", credit_currency: "GBP", airline_iata_code: "BA", expires_at: expires };
    expect((await quote()).body.data).toMatchObject({ airline_credits: [{ ...credit, credit_code: null }] });
    expect((await confirm("ore_2")).body.data).toMatchObject({
      refund_to: "airline_credits",
      airline_credits: [{ ...credit, credit_code: expect.any(String), passenger_id: "pas_adult" }],
    });
  });

  test("is made in the dashboard with a refund of its own", async () => {
    const { orders, order, types } = await openOrder();
    orders.quotes.cancelInDashboard("ord_1", { amount: "0.00", to: "voucher" });
    expect(await order()).toMatchObject({
      cancelled_at: expect.any(String),
      cancellation: { refund_amount: "0.00", refund_currency: "GBP", refund_to: "voucher" },
    });
    expect(types()).toEqual(["order.created", "order_cancellation.created", "order_cancellation.confirmed"]);
  });

  test.each([true, false])("whose confirmation is lost, with effect: %s", async (isCreated) => {
    const { quote, confirm, order, orders } = await openOrder();
    await quote();
    orders.confirmFaults.push({ isCreated, misbehavior: { kind: "reset" } });
    await expect(confirm("ore_1")).rejects.toThrow();
    expect((await order()) as object).toMatchObject({ cancelled_at: isCreated ? expect.any(String) : null });
  });

  test("of an airline has no cancellation and no refund", async () => {
    const { orders, order, quote } = await openOrder();
    orders.cancelByAirline("ord_1");
    expect(await order()).toMatchObject({ cancelled_at: expect.any(String), cancellation: null });
    expect((await quote()).codes).toEqual(["already_cancelled"]);
  });

  test("needs an order, and takes no other member", async () => {
    const { call, duffel } = await openOrder();
    const quote = (data: object) => call("POST", "/air/order_cancellations", { data });
    expect((await quote({ order_id: "ord_9" })).status).toBe(404);
    expect((await quote({ order_id: "ord_1", reason: "x" })).status).toBe(400);
    expect((await call("POST", "/air/order_cancellations/ore_9/actions/confirm")).status).toBe(404);
    expect(duffel.double.faults).toEqual(["unknown member reason"]);
  });
});
