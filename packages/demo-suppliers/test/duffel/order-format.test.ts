import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openDuffel } from "../duffel-client.ts";
import { sampleOrder } from "../sample-offer.ts";

/** Reads the data of a recorded answer of the tests of @wayfare/suppliers. */
function readRecorded(name: string): Record<string, unknown> {
  const { data } = JSON.parse(
    readFileSync(new URL(`../../../suppliers/test/recorded/duffel/${name}.json`, import.meta.url), "utf8"),
  );
  return Array.isArray(data) ? data[0] : data;
}

/** Members of a recorded value that a value lacks, by path. Flights are those of the offer, so slices are not compared. */
function findMissing(recorded: unknown, actual: unknown, path = ""): string[] {
  if (Array.isArray(recorded))
    return recorded.length === 0 ? [] : findMissing(recorded[0], (actual as unknown[])[0], `${path}/0`);
  if (typeof recorded !== "object" || recorded === null) return [];
  if (typeof actual !== "object" || actual === null) return [path];
  return Object.entries(recorded).flatMap(([name, value]) => {
    const at = `${path}/${name}`;
    if (at === "/slices" || at === "/services" || at === "/metadata") return [];
    return name in actual ? findMissing(value, (actual as Record<string, unknown>)[name], at) : [at];
  });
}

async function makeOrder(): Promise<{ order: object; cancellation: object }> {
  const { call } = await openDuffel();
  await call("POST", "/air/orders", sampleOrder());
  await call("POST", "/air/order_cancellations", { data: { order_id: "ord_1" } });
  const { body } = await call("POST", "/air/order_cancellations/ore_1/actions/confirm");
  return { order: (await call("GET", "/air/orders/ord_1")).body.data, cancellation: body.data };
}

/** Members that the sample offer and passengers do not state. */
const unstated = [
  "/owner/id",
  "/conditions/refund_before_departure",
  "/conditions/change_before_departure",
  "/passengers/0/loyalty_programme_accounts/0",
];

test.each(["create-order", "get-order", "list-orders"])("orders have all members of the recorded %s", async (name) => {
  const { order } = await makeOrder();
  expect(findMissing(readRecorded(name), order).filter((path) => !unstated.includes(path))).toEqual([]);
});

test.each(["create-order-cancellation", "get-order-cancellation"])(
  "cancellations have all members of the recorded %s",
  async (name) => {
    const { cancellation } = await makeOrder();
    expect(findMissing(readRecorded(name), cancellation)).toEqual([]);
  },
);

test("finds a member that an order lacks", () => {
  expect(findMissing({ id: "a", owner: { name: "b" } }, { id: "c", owner: {} })).toEqual(["/owner/name"]);
});
