import { createHmac } from "node:crypto";
import { signDuffelEvent } from "@wayfare/demo-suppliers";
import { expect, test } from "vitest";
import { openDuffel } from "../duffel-client.ts";
import { sampleOrder } from "../sample-offer.ts";

async function openOrder() {
  const opened = await openDuffel();
  await opened.call("POST", "/air/orders", sampleOrder());
  const order = async (): Promise<{
    slices: { segments: { departing_at: string }[] }[];
    airline_initiated_changes: object[];
  }> => (await opened.call("GET", "/air/orders/ord_1")).body.data;
  const departs = async () => (await order()).slices[0]?.segments[0]?.departing_at.slice(11);
  return { ...opened, changes: opened.duffel.orders.changes, order, departs };
}

const change = { from: "T18:30:00", to: "T19:05:00" };

test("a change is listed before and after, and the order keeps its slices until it is accepted", async () => {
  const { changes, order, departs, call, duffel } = await openOrder();
  changes.add("ord_1", change);
  expect(await departs()).toBe("18:30:00");
  expect((await order()).airline_initiated_changes).toMatchObject([
    {
      id: "aic_1",
      order_id: "ord_1",
      action_taken: null,
      available_actions: ["accept", "cancel", "change"],
      removed: [{ segments: [{ departing_at: "2027-02-10T18:30:00" }] }, {}],
      added: [{ segments: [{ departing_at: "2027-02-10T19:05:00" }] }, {}],
    },
  ]);
  expect(duffel.orders.events.all.at(-1)).toMatchObject({
    type: "order.airline_initiated_change_detected",
    idempotency_key: "aic_1",
    data: { object: { id: "ord_1", aic_id: "aic_1" } },
  });
  const accepted = await call("POST", "/air/airline_initiated_changes/aic_1/actions/accept");
  expect(accepted.body.data).toMatchObject({ action_taken: "accepted", available_actions: [] });
  expect(await departs()).toBe("19:05:00");
  expect((await call("POST", "/air/airline_initiated_changes/aic_1/actions/accept")).codes).toEqual([
    "unsupported_action",
  ]);
});

test("only the latest change can be accepted, which includes the earlier ones", async () => {
  const { changes, departs, call } = await openOrder();
  changes.add("ord_1", change);
  changes.add("ord_1", { from: "T19:05:00", to: "T20:00:00" });
  const accept = (id: string) => call("POST", `/air/airline_initiated_changes/${id}/actions/accept`);
  expect((await accept("aic_1")).codes).toEqual(["stale_airline_initiated_change_accept"]);
  expect((await accept("aic_2")).status).toBe(200);
  expect(await departs()).toBe("20:00:00");
  const { body } = await call("GET", "/air/airline_initiated_changes?order_id=ord_1");
  expect(body.data).toMatchObject([{ action_taken: "accepted" }, { action_taken: "accepted" }]);
  expect((await accept("aic_9")).status).toBe(404);
});

test("a change that cannot be accepted through the API is updated", async () => {
  const { changes, departs, call } = await openOrder();
  changes.add("ord_1", { ...change, availableActions: ["update"] });
  const update = (data: object) => call("PATCH", "/air/airline_initiated_changes/aic_1", { data });
  expect((await call("POST", "/air/airline_initiated_changes/aic_1/actions/accept")).codes).toEqual([
    "unsupported_action",
  ]);
  expect((await update({ action_taken: "ignored" })).codes).toEqual(["validation_inclusion"]);
  expect((await update({ action_taken: "accepted" })).body.data).toMatchObject({ action_taken: "accepted" });
  expect(await departs()).toBe("19:05:00");
});

test("a change is cancelled with its order, and can apply before it is accepted", async () => {
  const { changes, order, departs, duffel } = await openOrder();
  changes.add("ord_1", { ...change, isApplied: true });
  expect(await departs()).toBe("19:05:00");
  duffel.orders.quotes.cancelInDashboard("ord_1", { amount: "500.00" });
  expect((await order()).airline_initiated_changes).toMatchObject([{ action_taken: "cancelled" }]);
});

test("events are signed over the time and the body, and keep their id when they are sent again", async () => {
  const { changes, duffel } = await openOrder();
  changes.add("ord_1", change);
  const event = duffel.orders.events.all.at(-1);
  if (event === undefined) throw new Error("no event");
  const [first, later] = [1_800_000_000_000, 1_800_000_999_000].map((nowMs) =>
    signDuffelEvent(event, { secret: "s", nowMs }),
  );
  expect(first?.body).toBe(later?.body);
  const hex = createHmac("sha256", "s").update(`1800000999.${later?.body}`).digest("hex");
  expect(later?.signature).toBe(`t=1800000999,v1=${hex}`);
  expect(JSON.parse(later?.body ?? "")).toEqual(event);
});
