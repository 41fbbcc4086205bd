import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { readPdfText } from "../../../billing/test/invoices/pdf-text.ts";
import { makeOwner } from "../access-app.ts";
import { startMs } from "../running-app.ts";
import { type Billed, startBilling } from "./billing-app.ts";

const dayMs = 86_400_000;
/** 21 December 2026, 07:33 UTC, a month after the start. */
const monthLaterMs = Date.UTC(2026, 11, 21, 7, 33);

/** Counts a number of live searches in the current hour of the clock. */
async function countSearches({ app, database }: Billed, count: number, hourMs: number, accountId = app.accountId) {
  await database.execute(
    `INSERT INTO usage_hours (account_id, environment, hour, operation, key_id, application_id, count)
     VALUES ($1, 'live', $2, 'search', 'ak_a', NULL, $3)`,
    [accountId, new Date(hourMs), count],
  );
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("prints the billing details on later invoices only", async () => {
    const { call, pay, database, app, readPdf } = await startBilling(kind);
    await database.execute("UPDATE accounts SET name = 'Account name' WHERE id = $1", [app.accountId]);
    expect(await call("GET", "/v1/billing/details")).toMatchObject({
      status: 200,
      body: { name: "", address: "", taxId: "", taxIdType: null, country: "" },
    });
    const first = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    const details = { name: "Example Travel Ltd", address: "1 High Street\nLondon", taxId: "VAT GB123456789" };
    expect(await call("PUT", "/v1/billing/details", details)).toMatchObject({ status: 200, body: details });
    expect((await call("GET", "/v1/billing/details")).body).toEqual({ ...details, taxIdType: null, country: "" });
    await pay(first.body.invoice?.id);
    const second = await call("POST", "/v1/billing/subscription/change", { plan: "scale" });
    expect(await readPdf(first.body.invoice?.id)).toContain("Account name");
    expect(await readPdf(second.body.invoice?.id)).toEqual(
      expect.arrayContaining(["Example Travel Ltd", "1 High Street", "London", "VAT GB123456789"]),
    );
    for (const bad of [
      { ...details, name: "a\u0000b" },
      { ...details, name: "x".repeat(201) },
      { name: "only" },
      { ...details, country: "gb" },
    ]) {
      expect(await call("PUT", "/v1/billing/details", bad)).toMatchObject({ status: 400 });
    }
  });

  test("taxes invoices with the rate of the buyer's country, and keeps a country that a request leaves out", async () => {
    const billed = await startBilling(kind, {
      tax: { name: "VAT", rate: "0" },
      taxRates: new Map([
        ["DE", "19"],
        ["FR", "20"],
      ]),
    });
    const { call, pay, advanceTo, close } = billed;
    const details = { name: "Example Travel", address: "", taxId: "" };
    const preview = () => call("POST", "/v1/billing/subscription/preview", { plan: "pro" });
    expect((await preview()).body).toMatchObject({ total: { amount: "49.00" } });
    await call("PUT", "/v1/billing/details", { ...details, country: "DE" });
    const previewed = await preview();
    expect(previewed.body).toMatchObject({ total: { amount: "58.31" } });
    expect(await call("PUT", "/v1/billing/details", details)).toEqual({
      status: 200,
      body: { ...details, taxIdType: null, country: "DE" },
    });
    const change = { plan: "pro", token: previewed.body.token };
    const { body: bought } = await call("POST", "/v1/billing/subscription/change", change);
    expect(bought.invoice).toMatchObject({ tax: { amount: "9.31" }, total: { amount: "58.31" } });
    await pay(bought.invoice?.id);
    await call("PUT", "/v1/billing/details", { ...details, country: "FR" });
    advanceTo(Date.parse("2026-12-21T10:00:00Z"));
    await close();
    expect((await call("GET", "/v1/billing/invoices")).body.data).toMatchObject([
      { type: "period", tax: { amount: "9.80" }, lines: [{}, { description: "VAT 20 %" }] },
      { id: bought.invoice?.id, tax: { amount: "9.31" } },
    ]);
    await call("PUT", "/v1/billing/details", { ...details, country: "US" });
    expect((await call("POST", "/v1/billing/subscription/preview", { plan: "scale" })).body.lines).not.toContainEqual(
      expect.objectContaining({ type: "tax" }),
    );
    await billed.expectLedgerInOrder();
  });

  test("validates tax ids, and a business in another member state owes the tax itself", async () => {
    const billed = await startBilling(kind, { sellerCountry: "DE", tax: { name: "VAT", rate: "19" } });
    const { call, readPdf } = billed;
    const details = { name: "Voyages", address: "Paris", taxId: "FR40303265045", taxIdType: "eu_vat", country: "FR" };
    const put = (changes: object) => call("PUT", "/v1/billing/details", { ...details, ...changes });
    expect((await put({ taxId: "FR4030" })).body).toMatchObject({
      code: "REQUEST_INVALID",
      errors: [{ pointer: "/taxId", code: "FORMAT" }],
    });
    expect(await put({})).toEqual({ status: 200, body: details });
    // Clients that do not know the type keep it with the same id, and remove it with another one.
    expect(await put({ taxIdType: undefined, name: "Voyages SA" })).toMatchObject({ body: { taxIdType: "eu_vat" } });
    const { body } = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    expect(body.invoice).toMatchObject({
      tax: { amount: "0.00" },
      total: { amount: "49.00" },
      taxNote: expect.stringMatching(/^Reverse charge/),
    });
    const printed = (await readPdf(body.invoice?.id)).join(" ");
    expect(printed).toContain("VAT FR40303265045");
    expect(printed).toContain("Reverse charge");
    expect(await put({ taxIdType: undefined, taxId: "unknown" })).toMatchObject({ body: { taxIdType: null } });
    const preview = await call("POST", "/v1/billing/subscription/preview", { plan: "scale" });
    expect(preview.body.lines).toContainEqual(expect.objectContaining({ type: "tax" }));
    await billed.expectLedgerInOrder();
  });

  test("bills a plan with usage at the end of its period, and the invoice PDF has the same bytes each time", async () => {
    const billed = await startBilling(kind);
    const { call, pay, advanceTo, close } = billed;
    await billed.database.execute("UPDATE accounts SET name = $2 WHERE id = $1", [
      billed.app.accountId,
      "Łódź Ταξίδια",
    ]);
    const first = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    expect(first).toMatchObject({
      status: 200,
      body: {
        subscription: {
          plan: "pro",
          status: "active",
          period: { from: "2026-11-21T07:33:00.000Z", to: "2026-12-21T07:33:00.000Z" },
        },
        invoice: { number: "WF-000001", status: "open", type: "change", due: { amount: "49.00", currency: "USD" } },
      },
    });
    await countSearches(billed, 51_290, startMs + 5 * dayMs - ((startMs + 5 * dayMs) % 3_600_000));
    const spend = await call("GET", "/v1/billing/spend");
    expect(spend.body).toMatchObject({
      searches: { used: 0 },
      total: { amount: "49.00" },
    });
    advanceTo(startMs + 6 * dayMs);
    expect((await call("GET", "/v1/billing/spend")).body).toMatchObject({
      searches: { used: 51_290, included: 50_000, beyond: 1290 },
      total: { amount: "54.16" },
    });
    await pay(first.body.invoice?.id);
    advanceTo(monthLaterMs);
    await close();
    const drafts = await call("GET", "/v1/billing/invoices?status=draft");
    expect(drafts.body.data).toMatchObject([{ number: null, type: "period", lines: [{ type: "subscription" }] }]);
    advanceTo(Date.UTC(2026, 11, 21, 9));
    await close();
    const { data } = (await call("GET", "/v1/billing/invoices")).body;
    expect(data).toMatchObject([
      {
        number: "WF-000002",
        status: "open",
        lines: [
          { type: "subscription", amount: { amount: "49.00" } },
          {
            type: "overage",
            quantity: 1290,
            unitPrice: { amount: "0.004", currency: "USD" },
            amount: { amount: "5.16" },
          },
        ],
        due: { amount: "54.16" },
      },
      { number: "WF-000001", status: "paid" },
    ]);
    const read = () => fetch(`${billed.app.url}/v1/billing/invoices/${data[0]?.id}/pdf`, billed.asOwner);
    const pdf = Buffer.from(await (await read()).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(readPdfText(pdf)).toEqual(expect.arrayContaining(["Invoice WF-000002", "Łódź Ταξίδια", "54.16 USD"]));
    advanceTo(Date.UTC(2027, 0, 1));
    expect(Buffer.from(await (await read()).arrayBuffer()).equals(pdf)).toBe(true);
    await billed.expectLedgerInOrder();
  });

  test("an upgrade charges the remaining time to the second, as previewed", async () => {
    const { call, advanceTo, expectLedgerInOrder } = await startBilling(kind);
    await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    advanceTo(startMs + 10 * dayMs + 1500);
    const preview = await call("POST", "/v1/billing/subscription/preview", { plan: "scale" });
    // 1,727,999 of 2,592,000 seconds remain.
    expect(preview.body).toMatchObject({
      takesEffect: "now",
      lines: [
        { type: "proration", amount: { amount: "-32.67" } },
        { type: "proration", amount: { amount: "526.67" } },
      ],
      due: { amount: "494.00" },
    });
    advanceTo(startMs + 10 * dayMs + 300_000);
    const { token } = preview.body;
    const changed = await call("POST", "/v1/billing/subscription/change", { plan: "scale", token });
    expect(changed.body.invoice).toMatchObject({ due: preview.body.due, lines: preview.body.lines });
    const again = await call("POST", "/v1/billing/subscription/change", { plan: "scale", token });
    expect(again).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    await expectLedgerInOrder();
  });

  test("billing of test data is separate and charges no money", async () => {
    const billed = await startBilling(kind);
    const { app, call, database } = billed;
    const owner = await makeOwner({ app, database });
    const change = await app.call("/v1/billing/subscription/change", { key: owner.test, body: { plan: "scale" } });
    expect(JSON.parse(change.text)).toMatchObject({ invoice: { number: "TEST-000001", environment: "test" } });
    const live = await app.call("/v1/billing/subscription", { key: owner.live });
    expect(JSON.parse(live.text)).toMatchObject({ plan: "free", id: null });
    expect((await call("GET", "/v1/billing/invoices")).body.data).toEqual([]);
  });
});
