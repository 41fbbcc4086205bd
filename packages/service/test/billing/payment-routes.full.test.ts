import { collectPayments, loadStripeProvider } from "@wayfare/billing";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { sumCash } from "../../../billing/test/billing-invariants.ts";
import { intentOf, signEvent, startStripeDouble, webhookSecret } from "../../../billing/test/stripe-double.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { startMs } from "../running-app.ts";
import { startBilling } from "./billing-app.ts";

const monthLaterMs = Date.UTC(2026, 11, 21, 9, 33);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const double = await startStripeDouble();
    let nowMs = startMs;
    const clock = { nowMs: () => nowMs };
    const provider = await loadStripeProvider({ secretKey: "sk_live_x", webhookSecret, apiUrl: double.apiUrl, clock });
    const options = { ...defaultBilling, provider };
    const billed = await startBilling(kind, options);
    const advanceTo = (ms: number) => {
      nowMs = ms;
      billed.advanceTo(ms);
    };
    const { app, call, database } = billed;
    const errors: unknown[] = [];
    return {
      ...billed,
      ...double,
      advanceTo,
      errors,
      collect: () =>
        collectPayments({ database, options, clock, onRetry: (error) => errors.push(error), onFailed: () => {} }),
      /** Subscribes and pays the first invoice on the payment page. */
      async subscribe() {
        const invoice = (await call("POST", "/v1/billing/subscription/change", { plan: "pro" })).body.invoice;
        const form = { amount: "4900", currency: "usd", customer: "cus_1", payment_method: "pm_1" };
        const about = { "metadata[account_id]": app.accountId, "metadata[invoice_id]": invoice?.id ?? "" };
        return { invoice, intent: intentOf("pi_page", { ...form, ...about }, "succeeded") };
      },
      async send(event: { id: string; type: string; object: unknown }, secret?: string, atMs = nowMs) {
        const { body, signature } = signEvent(event, { atMs, ...(secret === undefined ? {} : { secret }) });
        const headers = { "content-type": "application/json", "stripe-signature": signature };
        const response = await fetch(`${app.url}/payments/events`, { method: "POST", headers, body });
        return response.status;
      },
      cash: () => sumCash(database),
    };
  }

  const succeeded = (id: string, object: unknown) => ({ id, type: "payment_intent.succeeded", object });

  test("marks an invoice as paid on the payment page once for repeated events", async () => {
    const { call, asked: requests, subscribe, send, cash, expectLedgerInOrder } = await start();
    const { invoice, intent } = await subscribe();
    const page = await call("POST", `/v1/billing/invoices/${invoice?.id}/payment-page`, {});
    expect(page.body).toEqual({ provider: "stripe", url: "https://checkout.stripe.com/c/pay/cs_1" });
    expect(requests[0]?.form).toMatchObject({
      mode: "payment",
      "line_items[0][price_data][unit_amount]": "4900",
      "payment_intent_data[metadata][invoice_id]": invoice?.id,
    });
    for (let times = 0; times < 3; times++) expect(await send(succeeded("evt_1", intent))).toBe(200);
    // The same payment in an event with another id.
    expect(await send(succeeded("evt_2", intent))).toBe(200);
    expect((await call("GET", `/v1/billing/invoices/${invoice?.id}`)).body.status).toBe("paid");
    expect(await cash()).toBe(4900);
    await expectLedgerInOrder();
    expect(await call("POST", `/v1/billing/invoices/${invoice?.id}/mark-paid`, {})).toMatchObject({ status: 403 });
  });

  test("ignores events with an invalid or old signature", async () => {
    const { subscribe, send, cash, app } = await start();
    const { intent } = await subscribe();
    expect(await send(succeeded("evt_1", intent), "whsec_of_another_account")).toBe(401);
    expect(await send(succeeded("evt_1", intent), webhookSecret, startMs - 301_000)).toBe(401);
    const headers = { "content-type": "application/json" };
    const unsigned = await fetch(`${app.url}/payments/events`, { method: "POST", headers, body: "{}" });
    expect(unsigned.status).toBe(401);
    expect(await cash()).toBe(0);
    expect(await send(succeeded("evt_1", intent))).toBe(200);
    expect(await cash()).toBe(4900);
  });

  test("charges the next invoice to the saved payment method once, even if the response is lost", async () => {
    const {
      call,
      advanceTo,
      close,
      behave,
      asked: requests,
      collect,
      subscribe,
      send,
      cash,
      errors,
      expectLedgerInOrder,
    } = await start();
    const { intent } = await subscribe();
    await send(succeeded("evt_1", intent));
    advanceTo(monthLaterMs);
    await close();
    behave("is away");
    expect(await collect()).toBe(1);
    behave("dies after paying");
    expect(await collect()).toBe(0);
    advanceTo(monthLaterMs + 60_000);
    expect(await collect()).toBe(1);
    expect(errors).toHaveLength(2);
    behave("pays");
    advanceTo(monthLaterMs + 180_000);
    expect(await collect()).toBe(1);
    expect(await collect()).toBe(0);
    const charges = requests.filter(({ path }) => path === "/v1/payment_intents");
    expect(new Set(charges.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(charges.at(-1)?.form).toMatchObject({
      amount: "4900",
      customer: "cus_1",
      payment_method: "pm_1",
      off_session: "true",
    });
    // Stripe also sends an event.
    await send(succeeded("evt_2", { ...intent, id: "pi_1" }));
    expect(await cash()).toBe(9800);
    const { data } = (await call("GET", "/v1/billing/invoices")).body;
    expect(data.map(({ status }) => status)).toEqual(["paid", "paid"]);
    await expectLedgerInOrder();
  });

  test("a declined card leaves the invoice open and the subscription becomes past due", async () => {
    const { call, advanceTo, close, behave, collect, subscribe, send, database } = await start();
    const { intent } = await subscribe();
    await send(succeeded("evt_1", intent));
    advanceTo(monthLaterMs);
    await close();
    behave("declines");
    expect(await collect()).toBe(1);
    expect(await collect()).toBe(0);
    const attempts = await database.query("SELECT status, failure FROM payment_attempts");
    expect(attempts).toEqual([{ status: "failed", failure: "card_declined" }]);
    advanceTo(monthLaterMs + 14 * 86_400_000);
    await close();
    expect((await call("GET", "/v1/billing/subscription")).body.status).toBe("past_due");
  });

  test("keeps unmatched payments as credit and ignores events of other accounts", async () => {
    const { call, subscribe, send, cash, expectLedgerInOrder } = await start();
    const { intent } = await subscribe();
    await send(succeeded("evt_1", { ...intent, amount_received: 1234 }));
    expect((await call("GET", "/v1/billing/credit-balance")).body).toMatchObject({ balance: { amount: "12.34" } });
    expect(await send(succeeded("evt_2", { ...intent, id: "pi_2", metadata: {} }))).toBe(200);
    expect(await send({ id: "evt_3", type: "customer.created", object: { id: "cus_1" } })).toBe(200);
    const foreign = { account_id: "acct_x", invoice_id: "inv_x" };
    expect(await send(succeeded("evt_4", { ...intent, id: "pi_3", metadata: foreign }))).toBe(200);
    expect(await cash()).toBe(1234);
    await expectLedgerInOrder();
  });

  test("returns no payment page for test invoices", async () => {
    const { app } = await start();
    const changed = await app.call("/v1/billing/subscription/change", { body: { plan: "pro" } });
    const id = /"(inv_[^"]+)"/.exec(changed.text)?.[1];
    const page = await app.call(`/v1/billing/invoices/${id}/payment-page`, { method: "POST" });
    expect(JSON.parse(page.text)).toEqual({ provider: "manual", url: null });
    const paid = await app.call(`/v1/billing/invoices/${id}/mark-paid`, { method: "POST" });
    expect(paid.status).toBe(200);
  });
});

test.each(testDatabaseKinds.slice(0, 1))("has no payment events route with manual payment on %s", async (kind) => {
  const { app } = await startBilling(kind);
  const answer = await app.call("/payments/events", { method: "POST", key: null, body: {} });
  expect(answer.status).toBe(404);
});
