import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BillingOrder, obeyBilling } from "@wayfare/billing";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { makeAdminClient } from "../../src/operator/admin-client.ts";
import { findAdminSocketPath, openAdminSocket } from "../../src/operator/admin-socket.ts";
import { parseBillingOrder } from "../../src/operator/billing-input.ts";
import { operatorOf } from "../access-app.ts";
import { silent } from "../usage-records.ts";
import { startBilling } from "./billing-app.ts";

const invoiceId = "inv_01kahz2j7p3v8c5m9n4q6r7s8t";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const billed = await startBilling(kind);
    const { app, database } = billed;
    const obey = (order: BillingOrder) =>
      obeyBilling({ database, options: defaultBilling, nowMs: app.clock.nowMs() }, order);
    return { ...billed, obey };
  }

  test("a coupon that the operator makes can be redeemed until the operator ends it", async () => {
    const { app, call, database, obey } = await start();
    expect(await obey({ do: "create_coupon", code: "spring", percent: "12.5", periods: 2, most: 5 })).toMatchObject({
      code: "SPRING",
      environment: "live",
      status: "active",
    });
    await expect(obey({ do: "create_coupon", code: "Spring", credit: "1" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const redeemed = await call("POST", "/v1/billing/coupons/redeem", { code: "spring" });
    expect(redeemed.body).toMatchObject({ code: "SPRING", percentOff: "12.5", periodsLeft: 2 });
    const changed = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    expect(changed.body.invoice).toMatchObject({ due: { amount: "42.87" } });
    expect(await obey({ do: "disable_coupon", code: "SPRING" })).toMatchObject({ status: "disabled" });
    await expect(obey({ do: "disable_coupon", code: "SPRING" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const [coupon] = await database.query("SELECT percent_basis, redemptions FROM coupons");
    expect(coupon).toEqual({ percent_basis: 1250, redemptions: 1 });
    expect((await app.call("/v1/billing/subscription")).status).toBe(200);
  });

  test("an invoice is corrected by a credit note, and an open one paid or made void", async () => {
    const { call, obey, expectLedgerInOrder } = await start();
    const { invoice } = (await call("POST", "/v1/billing/subscription/change", { plan: "pro" })).body;
    const id = invoice?.id ?? "";
    const credit = { do: "credit_invoice", invoiceId: id, amount: "9.9", reason: "Charged twice" } as const;
    expect(await obey(credit)).toMatchObject({ creditNotes: [{ number: "CN-000001", amount: { amount: "9.90" } }] });
    expect(await obey({ do: "pay_invoice", invoiceId: id })).toMatchObject({ status: "paid" });
    await expect(obey({ do: "void_invoice", invoiceId: id })).rejects.toMatchObject({ code: "STATE_INVALID" });
    await expect(obey({ do: "void_invoice", invoiceId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const next = (await call("POST", "/v1/billing/subscription/change", { plan: "scale" })).body.invoice;
    expect(await obey({ do: "void_invoice", invoiceId: next?.id ?? "" })).toMatchObject({ status: "void" });
    // The credit that it had used is there again.
    expect((await call("GET", "/v1/billing/credit-balance")).body).toMatchObject({ balance: { amount: "9.90" } });
    await expectLedgerInOrder();
  });

  test("the command line reaches a running service over its socket", async () => {
    const { app, database } = await start();
    const directory = mkdtempSync(join(tmpdir(), "wayfare-"));
    const { clock } = app;
    const operator = operatorOf(database, clock);
    const close = await openAdminSocket({ dataDirectory: directory, operator, clock, log: silent });
    onTestFinished(async () => {
      await close();
      rmSync(directory, { recursive: true, force: true });
    });
    const client = makeAdminClient(findAdminSocketPath(directory) ?? "");
    expect(await client.bill({ do: "create_coupon", code: "GIFT", credit: "5" })).toMatchObject({ code: "GIFT" });
    const refused = client.bill({ do: "pay_invoice", invoiceId });
    await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test.each([
  ["no order", {}, "/do"],
  ["an unknown one", { do: "print_money" }, "/do"],
  ["a code with a space", { do: "create_coupon", code: "A B", percent: "5" }, "/code"],
  ["more than all of it", { do: "create_coupon", code: "A", percent: "101" }, "/percent"],
  ["a third of a cent", { do: "create_coupon", code: "A", amount: "0.333" }, "/amount"],
  ["an unknown plan", { do: "create_coupon", code: "A", amount: "1", plans: ["gold"] }, "/plans/0"],
  ["an invoice by number", { do: "void_invoice", invoiceId: "WF-000001" }, "/invoiceId"],
  ["a note without a reason", { do: "credit_invoice", invoiceId, amount: "1", reason: "" }, "/reason"],
])("%s is refused, with what it is about", (_what, given, pointer) => {
  let fault: unknown;
  try {
    parseBillingOrder(given);
  } catch (error) {
    fault = error;
  }
  expect(fault).toMatchObject({ code: "REQUEST_INVALID", errors: [{ pointer }] });
});
