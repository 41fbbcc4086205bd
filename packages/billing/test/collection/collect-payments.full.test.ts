import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { startMs } from "../test-billing.ts";
import { testManyOrders } from "./many-orders.ts";
import { startCollection } from "./test-collection.ts";

testManyOrders(8);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test.each([
    ["declines", "card_declined"],
    ["rejects the customer", "resource_missing"],
    ["denies permission", "StripePermissionError"],
    ["rejects a reused idempotency key", "StripeIdempotencyError"],
  ] as const)(
    "fails an order without retry and records invoice.payment_failed when Stripe %s",
    async (behavior, failure) => {
      const {
        behave,
        asked: requests,
        collect,
        addOrder,
        orderOf,
        failureEvents,
        failures,
        errors,
        advanceTo,
      } = await startCollection(kind);
      const { accountId, invoiceId } = await addOrder("cus_1");
      behave(behavior);
      expect(await collect()).toBe(1);
      expect(await orderOf(accountId)).toEqual({ status: "failed", failure, tries: 1 });
      const due = { amount: "49.00", currency: "USD" };
      expect(await failureEvents()).toEqual([
        {
          account_id: accountId,
          environment: "live",
          data: { invoiceId, number: "WF-000001", due, dueAt: "2026-12-05T07:33:00.000Z", failure },
        },
      ]);
      expect(failures).toEqual([{ accountId, failure }]);
      behave("pays");
      advanceTo(startMs + 86_400_000);
      expect(await collect()).toBe(0);
      expect([requests.length, errors.length]).toEqual([1, 0]);
    },
  );

  test.each(["is away", "limits the rate", "fails", "rejects the secret key"] as const)(
    "retries an order with growing delays while Stripe %s",
    async (behavior) => {
      const {
        behave,
        asked: requests,
        collect,
        addOrder,
        orderOf,
        failureEvents,
        errors,
        advanceTo,
      } = await startCollection(kind);
      const { accountId } = await addOrder("cus_1");
      behave(behavior);
      let nowMs = startMs;
      for (const [at, minutes] of [1, 2, 4].entries()) {
        expect(await collect()).toBe(1);
        expect(await collect()).toBe(0);
        expect(await orderOf(accountId)).toEqual({ status: "pending", failure: null, tries: at + 1 });
        advanceTo(nowMs + minutes * 60_000 - 1);
        expect(await collect()).toBe(0);
        advanceTo((nowMs += minutes * 60_000));
      }
      behave("pays");
      expect(await collect()).toBe(1);
      expect(await orderOf(accountId)).toEqual({ status: "succeeded", failure: null, tries: 4 });
      expect([errors.length, await failureEvents()]).toEqual([3, []]);
      expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    },
  );

  test("fails an order without a response after 20 hours, without another charge", async () => {
    const {
      behave,
      asked: requests,
      collect,
      addOrder,
      orderOf,
      failureEvents,
      advanceTo,
    } = await startCollection(kind);
    const { accountId } = await addOrder("cus_1");
    behave("fails");
    await collect();
    const sent = requests.length;
    behave("pays");
    advanceTo(startMs + 20 * 3_600_000);
    expect(await collect()).toBe(1);
    const failure = "not_charged_in_time";
    expect(await orderOf(accountId)).toEqual({ status: "failed", failure, tries: 2 });
    expect(await failureEvents()).toMatchObject([{ account_id: accountId, data: { failure } }]);
    expect([requests.length, await collect()]).toEqual([sent, 0]);
  });

  test("sends an order from only one of two workers", async () => {
    const { hold, collect, addOrder, asked: requests } = await startCollection(kind);
    await addOrder("cus_1");
    const release = hold();
    const first = collect();
    await eventually(() => expect(requests).toHaveLength(1));
    expect(await collect()).toBe(0);
    release();
    expect([await first, requests.length]).toEqual([1, 1]);
  });
});
