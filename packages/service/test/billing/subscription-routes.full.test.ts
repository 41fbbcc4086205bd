import { runDueSteps } from "@wayfare/billing";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { makeOwner } from "../access-app.ts";
import { signInAs } from "../browser-session.ts";
import { goodSearch, startMs } from "../running-app.ts";
import { startBilling } from "./billing-app.ts";

const dayMs = 86_400_000;
const monthLaterMs = Date.UTC(2026, 11, 21, 7, 33);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a cancelled subscription lasts until its period ends and can be resumed until then", async () => {
    const { app, call, pay, advanceTo, close } = await startBilling(kind);
    const change = (action: string) => call("POST", `/v1/billing/subscription/${action}`, {});
    expect(await change("cancel")).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    const { invoice } = (await call("POST", "/v1/billing/subscription/change", { plan: "pro" })).body;
    await pay(invoice?.id);
    expect(await change("resume")).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    expect((await change("cancel")).body).toMatchObject({ status: "active", plan: "pro", cancelAtPeriodEnd: true });
    expect(await change("cancel")).toMatchObject({ status: 409 });
    expect((await change("resume")).body).toMatchObject({ cancelAtPeriodEnd: false, pendingPlan: null });
    await change("cancel");
    advanceTo(monthLaterMs - 1);
    await close();
    expect((await call("GET", "/v1/billing/subscription")).body).toMatchObject({ status: "active", plan: "pro" });
    advanceTo(monthLaterMs);
    await close();
    expect((await call("GET", "/v1/billing/subscription")).body).toMatchObject({
      status: "cancelled",
      plan: "free",
      endedAt: "2026-12-21T07:33:00.000Z",
    });
    expect(await change("resume")).toMatchObject({ status: 409 });
    advanceTo(monthLaterMs + 3 * 3_600_000);
    await close();
    // No overage, so there is no second invoice.
    expect((await call("GET", "/v1/billing/invoices")).body.data).toHaveLength(1);
    const { body } = await call("POST", "/v1/billing/subscription/change", { plan: "scale" });
    expect(body.subscription).toMatchObject({ plan: "scale", status: "active" });
    const key = await app.makeKey({ environment: "live" });
    const used = await app.call("/v1/usage/current", { key });
    expect(JSON.parse(used.text)).toMatchObject({
      period: { from: "2026-12-21T10:33:00.000Z" },
      plan: { name: "scale" },
    });
  });

  test("a change by a clock that is behind takes effect after the previous change and credits all of it", async () => {
    const { app, call, database, expectLedgerInOrder } = await startBilling(kind);
    await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    app.clock.advance(-2000);
    const { body } = await call("POST", "/v1/billing/subscription/change", { plan: "scale" });
    expect(body.invoice?.lines.map(({ amount }) => amount.amount)).toEqual(["-49.00", "790.00"]);
    const lasting = "SELECT plan, started_at FROM subscription_segments WHERE ended_at IS NULL";
    expect(await database.query(lasting)).toEqual([{ plan: "scale", started_at: new Date(startMs) }]);
    await expectLedgerInOrder();
  });

  test("a downgrade takes effect at the end of the period and charges nothing before", async () => {
    const { call, advanceTo, close } = await startBilling(kind);
    await call("POST", "/v1/billing/subscription/change", { plan: "scale" });
    const preview = await call("POST", "/v1/billing/subscription/preview", { plan: "pro" });
    expect(preview.body).toMatchObject({ takesEffect: "period_end", lines: [], due: { amount: "0.00" } });
    const { body } = await call("POST", "/v1/billing/subscription/change", { plan: "pro", token: preview.body.token });
    expect(body).toMatchObject({ invoice: null, subscription: { plan: "scale", pendingPlan: "pro" } });
    advanceTo(monthLaterMs);
    await close();
    expect((await call("GET", "/v1/billing/subscription")).body).toMatchObject({ plan: "pro", pendingPlan: null });
  });

  test("a trial is free, available once per account, and becomes a paid period at its end", async () => {
    const { call, advanceTo, close } = await startBilling(kind);
    const tried = await call("POST", "/v1/billing/subscription/change", { plan: "pro", trial: true });
    expect(tried.body).toMatchObject({
      invoice: null,
      subscription: { status: "trialing", period: { to: "2026-12-05T07:33:00.000Z" } },
    });
    advanceTo(startMs + 14 * dayMs);
    await close();
    expect((await call("GET", "/v1/billing/subscription")).body).toMatchObject({
      status: "active",
      period: { from: "2026-12-05T07:33:00.000Z", to: "2027-01-05T07:33:00.000Z" },
    });
    const again = { plan: "pro", trial: true };
    expect(await call("POST", "/v1/billing/subscription/preview", again)).toMatchObject({ status: 409 });
    expect(await call("POST", "/v1/billing/subscription/preview", { plan: "scale", trial: true })).toMatchObject({
      status: 409,
    });
  });

  test("an unpaid invoice makes the subscription past due, then ends it; a payment reactivates it", async () => {
    const { call, pay, advanceTo, close } = await startBilling(kind);
    const { body } = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    const status = async () => (await call("GET", "/v1/billing/subscription")).body.status;
    advanceTo(startMs + 14 * dayMs);
    await close();
    expect(await status()).toBe("past_due");
    const refused = await call("POST", "/v1/billing/subscription/change", { plan: "scale" });
    expect(refused).toMatchObject({ status: 402, body: { code: "PAYMENT_REQUIRED" } });
    await pay(body.invoice?.id);
    expect(await status()).toBe("active");
    advanceTo(monthLaterMs + 2 * 3_600_000);
    await close();
    advanceTo(monthLaterMs + 15 * dayMs);
    await close();
    expect(await status()).toBe("past_due");
    advanceTo(monthLaterMs + 30 * dayMs);
    await close();
    expect(await status()).toBe("cancelled");
  });

  test("returns 402 for every purchase while an invoice is overdue, also after the subscription has ended", async () => {
    const { call, pay, advanceTo, close, database } = await startBilling(kind);
    const post = (action: string, body: object = {}) => call("POST", `/v1/billing/subscription/${action}`, body);
    const refusal = { status: 402, body: { code: "PAYMENT_REQUIRED" } };
    const { invoice } = (await post("change", { plan: "scale" })).body;
    await post("cancel");
    const dueMs = startMs + 14 * dayMs;
    advanceTo(dueMs - 1);
    expect((await post("resume")).status).toBe(200);
    await post("cancel");
    advanceTo(dueMs);
    expect(await post("resume")).toMatchObject(refusal);
    await close();
    advanceTo(dueMs + 14 * dayMs);
    await close();
    for (const afterDays of [28, 42, 400]) {
      advanceTo(startMs + afterDays * dayMs);
      const subscription = (await call("GET", "/v1/billing/subscription")).body;
      expect(subscription).toMatchObject({ status: "cancelled", plan: "free", trialAvailable: false });
      for (const body of [{ plan: "scale" }, { plan: "pro" }, { plan: "pro", trial: true }]) {
        expect(await post("preview", body)).toMatchObject(refusal);
        expect(await post("change", body)).toMatchObject(refusal);
      }
    }
    expect((await call("GET", "/v1/billing/invoices?status=open")).body.data).toHaveLength(1);
    expect(await database.query("SELECT plan FROM accounts")).toEqual([{ plan: "free" }]);
    await pay(invoice?.id);
    expect((await call("GET", "/v1/billing/subscription")).body).toMatchObject({ trialAvailable: true });
    expect((await post("change", { plan: "scale" })).status).toBe(200);
  });

  test("returns 402 for a preview's token that is used after the invoice became overdue", async () => {
    const { call, advanceTo } = await startBilling(kind);
    await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    advanceTo(startMs + 14 * dayMs - 1000);
    const { token } = (await call("POST", "/v1/billing/subscription/preview", { plan: "scale" })).body;
    advanceTo(startMs + 14 * dayMs);
    const late = await call("POST", "/v1/billing/subscription/change", { plan: "scale", token });
    expect(late).toMatchObject({ status: 402, body: { code: "PAYMENT_REQUIRED" } });
  });

  test("test invoices can be marked as paid by the account, live ones by the operator only", async () => {
    const { app, database, call, pay } = await startBilling(kind);
    const { invoice } = (await call("POST", "/v1/billing/subscription/change", { plan: "pro" })).body;
    const path = `/v1/billing/invoices/${invoice?.id}/mark-paid`;
    const refusal = {
      status: 403,
      body: {
        code: "AUTH_ENVIRONMENT_MISMATCH",
        detail: expect.stringContaining("wayfare billing paid"),
      },
    };
    expect(await call("POST", path, {})).toMatchObject(refusal);
    const browser = await signInAs({ app, database });
    const headers = { "wayfare-environment": "live" };
    expect(await browser.call(path, { method: "POST", body: {}, headers })).toMatchObject(refusal);
    expect((await call("GET", `/v1/billing/invoices/${invoice?.id}`)).body.status).toBe("open");
    await pay(invoice?.id);
    expect((await call("GET", `/v1/billing/invoices/${invoice?.id}`)).body.status).toBe("paid");
    const tested = await app.call("/v1/billing/subscription/change", { body: { plan: "pro" } });
    const testId = /"(inv_[^"]+)"/.exec(tested.text)?.[1];
    const marked = await app.call(`/v1/billing/invoices/${testId}/mark-paid`, { method: "POST" });
    expect(marked).toMatchObject({ status: 200, body: { status: "paid" } });
  });

  test.each([
    ["after ten minutes", 601_000],
    ["after the plan has changed", 1000],
    ["after credit was given", 1000],
    ["by another account", 1000],
    ["for another plan", 1000],
    ["with a changed token", 1000],
  ])("returns 409 and changes nothing for a preview token %s", async (condition, afterMs) => {
    const { app, call, database, advanceTo } = await startBilling(kind);
    const token = (await call("POST", "/v1/billing/subscription/preview", { plan: "pro" })).body.token;
    advanceTo(startMs + afterMs);
    if (condition === "after the plan has changed") {
      await call("POST", "/v1/billing/subscription/change", { plan: "scale" });
    }
    if (condition === "after credit was given") {
      await database.execute(
        "INSERT INTO credit_balances (account_id, environment, currency, balance_minor) VALUES ($1, 'live', 'USD', 1)",
        [app.accountId],
      );
    }
    const other = condition === "by another account" ? await makeOwner({ app, database }) : undefined;
    const before = await database.query("SELECT id FROM invoices");
    const body = {
      plan: condition === "for another plan" ? "scale" : "pro",
      token: condition === "with a changed token" ? `A${token.slice(1)}` : token,
    };
    const refused = other
      ? await app.call("/v1/billing/subscription/change", { key: other.live, body })
      : await call("POST", "/v1/billing/subscription/change", body);
    expect(refused).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(await database.query("SELECT id FROM invoices")).toEqual(before);
  });

  test("a renewal costs the agreed price, even if the plan price has changed", async () => {
    const { call, database, advanceTo, close } = await startBilling(kind);
    await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    await database.execute(
      `INSERT INTO plan_versions (plan, version, title, currency, price_minor, trial_days, searches_included, quota_behavior, overage_tiers, key_limits, features, created_at)
       SELECT plan, 2, title, currency, 5900, trial_days, searches_included, quota_behavior, overage_tiers, key_limits, features, created_at
       FROM plan_versions WHERE plan = 'pro'`,
    );
    await database.execute("UPDATE plans SET current_version = 2 WHERE name = 'pro'");
    advanceTo(monthLaterMs);
    await close();
    const { body } = await call("GET", "/v1/billing/invoices?status=draft");
    expect(body.data).toMatchObject([{ subtotal: { amount: "49.00" } }]);
  });

  test("reports an account with invalid data, skips it and continues with the others", async () => {
    const { app, call, database, advanceTo } = await startBilling(kind);
    await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    const other = await makeOwner({ app, database });
    await app.call("/v1/billing/subscription/change", { key: other.live, body: { plan: "pro" } });
    await database.execute("UPDATE subscriptions SET plan = 'gold' WHERE account_id = $1", [app.accountId]);
    advanceTo(startMs + 14 * dayMs);
    const failed: string[] = [];
    await runDueSteps(database, {
      options: defaultBilling,
      wallMs: app.clock.nowMs(),
      onError: (_error, { accountId }) => void failed.push(accountId),
    });
    expect(failed).toEqual([app.accountId]);
    const rows = await database.query("SELECT account_id, status FROM subscriptions ORDER BY status DESC");
    expect(rows).toEqual([
      { account_id: other.accountId, status: "past_due" },
      { account_id: app.accountId, status: "active" },
    ]);
    await expect(
      runDueSteps(database, { options: defaultBilling, wallMs: app.clock.nowMs() + 3_600_000 }),
    ).rejects.toThrow("gold");
  });

  test("counts searches and thresholds of a paid subscription by its period", async () => {
    const { app, call, database } = await startBilling(kind);
    const key = await app.makeKey({ environment: "live" });
    await database.execute(
      "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', 1000)",
      [app.accountId],
    );
    expect(await app.call("/v1/search", { key, body: goodSearch })).toMatchObject({ status: 402 });
    await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    app.clock.advance(1000);
    expect(await app.call("/v1/search", { key, body: goodSearch })).toMatchObject({ status: 200 });
    await database.execute(
      "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, $2, 40000) ON CONFLICT (account_id, period_start) DO UPDATE SET used = 40000",
      [app.accountId, new Date(startMs)],
    );
    await app.app.close();
    const events = await database.query(
      "SELECT data FROM events WHERE type = 'usage.threshold' ORDER BY id DESC LIMIT 1",
    );
    expect(events).toMatchObject([
      { data: { percent: 80, included: 50_000, periodEndsAt: "2026-12-21T07:33:00.000Z" } },
    ]);
  });

  test("records invoice.finalized in the transaction of the invoice", async () => {
    const { call, database } = await startBilling(kind);
    await call("POST", "/v1/webhooks", { url: "https://example.com/hooks", events: ["invoice.*"] });
    await database.execute("UPDATE webhook_endpoints SET status = 'active'");
    const { body } = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    const rows = await database.query(
      "SELECT event.data, delivery.status FROM events event JOIN deliveries delivery ON delivery.event_id = event.id WHERE event.type = 'invoice.finalized'",
    );
    expect(rows).toMatchObject([
      { status: "pending", data: { invoiceId: body.invoice?.id, number: "WF-000001", due: { amount: "49.00" } } },
    ]);
  });
});
