import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeCoupon } from "../../../billing/test/test-coupon.ts";
import { makeOwner, startApp } from "../access-app.ts";
import { startMs } from "../running-app.ts";
import { startBilling } from "./billing-app.ts";

const dayMs = 86_400_000;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("redeems a capped coupon no more than its limit with concurrent requests", async () => {
    const { app, database } = await startApp(kind);
    await makeCoupon(database, { maxRedemptions: 3 });
    const owners = await Promise.all(Array.from({ length: 10 }, () => makeOwner({ app, database })));
    const answers = await Promise.all(
      owners.map(({ live }) => app.call("/v1/billing/coupons/redeem", { key: live, body: { code: "fifth" } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 422, 422, 422, 422, 422, 422, 422,
    ]);
    const rows = await database.query(
      "SELECT redemptions, (SELECT count(*) FROM coupon_redemptions) AS made FROM coupons",
    );
    expect(rows).toEqual([{ redemptions: 3, made: 3 }]);
    const beyond = database.execute("UPDATE coupons SET redemptions = 4");
    await expect(beyond).rejects.toMatchObject({ constraint: "coupons_cap" });
  });

  test("returns the same error for unknown, expired, future, disabled, used up, redeemed and foreign coupons", async () => {
    const { app, database, call } = await startBilling(kind);
    await makeCoupon(database, { code: "EXPIRED", endsAtMs: startMs });
    await makeCoupon(database, { code: "EARLY", startsAtMs: startMs + 1 });
    await makeCoupon(database, { code: "FULL", maxRedemptions: 0 });
    await makeCoupon(database, { code: "OFF" });
    await database.execute("UPDATE coupons SET disabled_at = created_at WHERE code = 'OFF'");
    await makeCoupon(database, { code: "TEST", environment: "test" });
    await makeCoupon(database, { code: "ONCE" });
    expect(await call("POST", "/v1/billing/coupons/redeem", { code: "once" })).toMatchObject({ status: 200 });
    const answers = new Set<string>();
    for (const code of ["UNKNOWN", "EXPIRED", "EARLY", "FULL", "OFF", "TEST", "ONCE"]) {
      const { status, body } = await call("POST", "/v1/billing/coupons/redeem", { code });
      expect(status, code).toBe(422);
      answers.add(JSON.stringify({ ...body, requestId: "" }));
    }
    expect([...answers]).toHaveLength(1);
    expect((await app.call("/v1/billing/subscription")).status).toBe(200);
    const [once] = await database.query("SELECT redemptions FROM coupons WHERE code = 'ONCE'");
    expect(once).toEqual({ redemptions: 1 });
  });

  test("throttles an account after ten attempts with any of its keys", async () => {
    const { app, database } = await startApp(kind);
    const owner = await makeOwner({ app, database });
    const guess = async (key: string) =>
      (await app.call("/v1/billing/coupons/redeem", { key, body: { code: "GUESS" } })).status;
    for (let tries = 0; tries < 10; tries++) expect(await guess(tries % 2 ? owner.live : owner.service)).toBe(422);
    expect(await guess(owner.live)).toBe(429);
    expect(await guess(owner.service)).toBe(429);
    app.clock.advance(12_000);
    expect(await guess(owner.live)).toBe(422);
    const other = await makeOwner({ app, database });
    expect(await guess(other.live)).toBe(422);
  });

  test("applies a percentage to its number of periods, including upgrades", async () => {
    const { call, pay, database, advanceTo, close, expectLedgerInOrder } = await startBilling(kind);
    await makeCoupon(database, { periods: 1, percentBasis: 5000 });
    await call("POST", "/v1/billing/coupons/redeem", { code: "FIFTH" });
    const first = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    expect(first.body.invoice).toMatchObject({ discount: { amount: "-24.50" }, due: { amount: "24.50" } });
    await pay(first.body.invoice?.id);
    advanceTo(startMs + 15 * dayMs);
    const upgraded = await call("POST", "/v1/billing/subscription/change", { plan: "scale" });
    // Half of the paid amount is credited, and half of the remaining new price is charged.
    expect(upgraded.body.invoice).toMatchObject({
      lines: [
        { type: "proration", amount: { amount: "-12.25" } },
        { type: "proration", amount: { amount: "395.00" } },
        { type: "coupon", amount: { amount: "-197.50" } },
      ],
      due: { amount: "185.25" },
    });
    advanceTo(Date.UTC(2026, 11, 21, 7, 33));
    await close();
    const { body } = await call("GET", "/v1/billing/invoices?status=draft");
    expect(body.data).toMatchObject([
      { lines: [{ type: "subscription", amount: { amount: "790.00" } }], discount: { amount: "0.00" } },
    ]);
    await expectLedgerInOrder();
  });

  test("a 100 % coupon creates a paid invoice of zero, and an upgrade credits nothing for it", async () => {
    const { call, database, advanceTo } = await startBilling(kind);
    await makeCoupon(database, { percentBasis: 10_000, plans: ["pro"] });
    await call("POST", "/v1/billing/coupons/redeem", { code: "FIFTH" });
    const first = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    expect(first.body.invoice).toMatchObject({ status: "paid", total: { amount: "0.00" } });
    advanceTo(startMs + 15 * dayMs);
    const upgraded = await call("POST", "/v1/billing/subscription/change", { plan: "scale" });
    expect(upgraded.body.invoice).toMatchObject({
      lines: [{ amount: { amount: "395.00" } }],
      due: { amount: "395.00" },
    });
  });

  test("credit is available at once, is used first, and is listed in credit entries", async () => {
    const { app, call, database, asOwner, expectLedgerInOrder } = await startBilling(kind, {
      tax: { name: "VAT", rate: "20" },
    });
    await makeCoupon(database, { kind: "credit", percentBasis: null, amountMinor: 10_000 });
    await call("POST", "/v1/billing/coupons/redeem", { code: "FIFTH" });
    expect((await call("GET", "/v1/billing/credit-balance")).body).toMatchObject({ balance: { amount: "100.00" } });
    app.clock.advance(1);
    const { body } = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    expect(body.invoice).toMatchObject({
      status: "paid",
      tax: { amount: "9.80" },
      total: { amount: "58.80" },
      credit: { amount: "-58.80" },
      due: { amount: "0.00" },
    });
    const entries = await fetch(`${app.url}/v1/billing/credit-balance/entries`, asOwner);
    expect(await entries.json()).toMatchObject({
      data: [
        { type: "invoice", amount: { amount: "-58.80" }, invoiceId: body.invoice?.id },
        { type: "credit_grant", amount: { amount: "100.00" }, description: "Coupon FIFTH", invoiceId: null },
      ],
    });
    await expectLedgerInOrder();
  });
});
