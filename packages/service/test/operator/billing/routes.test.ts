import type { AuditEvent, CustomerBilling, NewCustomerAccount } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { expectConsistentLedger } from "../../../../billing/test/billing-invariants.ts";
import { startApp } from "../../access-app.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind, { rateLimitFactor: 2 });
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const send = async (path: string, body?: object) => {
      const { status, text } = await app.call(`/v1/operator${path}`, { key, ...(body && { body }) });
      return { status, body: JSON.parse(text) };
    };
    const order = { name: "Example Travel", ownerEmail: "grace@example.com", plan: "pro", keys: ["live"] };
    const account: NewCustomerAccount = (await send("/accounts", order)).body;
    const path = `/accounts/${account.id}`;
    const list = async (query = "") => (await send(`${path}/invoices${query}`)).body;
    return { app, database, key, send, account, path, list };
  }

  test("returns plan with version, limits in force, searches and credit of an account", async () => {
    const { send, path } = await start();
    const billing: CustomerBilling = (await send(`${path}/billing`)).body;
    expect(billing).toMatchObject({
      plan: { name: "pro", version: 1 },
      limits: { key: { requestsPerSecond: 200 }, account: { requestsPerSecond: 800, searchesAtOnce: 320 } },
      subscription: { status: "active", environment: "live" },
      spend: { searches: { used: 0, included: 50_000 }, total: { amount: "49.00" } },
      creditBalance: { amount: "0.00", currency: "USD" },
    });
    expect(await send("/accounts/acct_01kahz2j7p3v8c5m9n4q6r7s8t/billing")).toMatchObject({ status: 404 });
  });

  test("marks an invoice as paid, credits a part of it, and records both in both audit logs", async () => {
    const { app, database, key, send, account, path, list } = await start();
    const [invoice] = (await list("?status=open")).data;
    const target = `${path}/invoices/${invoice.id}`;
    const pdf = await fetch(`${app.url}/v1/operator${target}/pdf`, { headers: { authorization: `Bearer ${key}` } });
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    expect(await send(`${target}/pay`, {})).toMatchObject({ status: 200, body: { status: "paid" } });
    expect(await send(`${target}/pay`, {})).toMatchObject({ body: { code: "STATE_INVALID" } });
    app.clock.advance(1);
    const credit = (amount: string, currency = "USD") =>
      send(`${target}/credit-notes`, { amount: { amount, currency }, reason: "Charged twice" });
    expect(await credit("9.90")).toMatchObject({
      status: 200,
      body: { creditNotes: [{ amount: { amount: "9.90" } }] },
    });
    expect(await credit("9.905")).toMatchObject({
      body: { code: "REQUEST_INVALID", errors: [{ pointer: "/amount" }] },
    });
    expect(await credit("1.00", "EUR")).toMatchObject({ body: { code: "REQUEST_INVALID" } });
    expect(await credit("0.00")).toMatchObject({ body: { code: "REQUEST_INVALID" } });
    expect(await credit("40.00")).toMatchObject({ body: { code: "STATE_INVALID" } });
    expect((await send(`${path}/billing`)).body.creditBalance.amount).toBe("9.90");
    for (const reader of [app.key, account.keys?.[0]?.secret ?? "none"]) {
      const events: AuditEvent[] = JSON.parse((await app.call("/v1/audit-events", { key: reader })).text).data;
      const changes = events.filter(({ type }) => type.startsWith("invoice."));
      expect(changes.map(({ type, details }) => [type, details])).toEqual([
        ["invoice.credited", { invoiceId: invoice.id, number: "WF-000001", amount: "9.90", reason: "Charged twice" }],
        ["invoice.marked_paid", { invoiceId: invoice.id, number: "WF-000001" }],
      ]);
    }
    await expectConsistentLedger(database);
  });

  test("voids an open invoice, and refuses the invoice of another account", async () => {
    const { send, app, path, list } = await start();
    const [invoice] = (await list()).data;
    const foreign = `/accounts/${app.accountId}/invoices/${invoice.id}`;
    expect(await send(`${foreign}/void`, {})).toMatchObject({ status: 404 });
    expect(await send(`${path}/invoices/${invoice.id}/void`, {})).toMatchObject({ body: { status: "void" } });
  });
});
