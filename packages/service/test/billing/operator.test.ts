import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BillingCommand, runBillingCommand } from "@wayfare/billing";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { makeAdminClient } from "../../src/operator/commands/admin-client.ts";
import { findAdminSocketPath, openAdminSocket } from "../../src/operator/commands/admin-socket.ts";
import { parseBillingInput } from "../../src/operator/commands/billing-input.ts";
import { operatorOf } from "../access-app.ts";
import { silent } from "../usage-records.ts";
import { startBilling } from "./billing-app.ts";

const invoiceId = "inv_01kahz2j7p3v8c5m9n4q6r7s8t";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const billed = await startBilling(kind);
    const { app, database } = billed;
    const runCommand = (order: BillingCommand) =>
      runBillingCommand({ database, options: defaultBilling, nowMs: app.clock.nowMs() }, order);
    return { ...billed, runCommand };
  }

  test("a coupon of the operator can be redeemed until the operator disables it", async () => {
    const { app, call, database, runCommand } = await start();
    expect(
      await runCommand({ do: "create_coupon", code: "spring", percent: "12.5", periods: 2, maxRedemptions: 5 }),
    ).toMatchObject({
      code: "SPRING",
      environment: "live",
      status: "active",
    });
    await expect(runCommand({ do: "create_coupon", code: "Spring", credit: "1" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const redeemed = await call("POST", "/v1/billing/coupons/redeem", { code: "spring" });
    expect(redeemed.body).toMatchObject({ code: "SPRING", percentOff: "12.5", periodsLeft: 2 });
    const changed = await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    expect(changed.body.invoice).toMatchObject({ due: { amount: "42.87" } });
    expect(await runCommand({ do: "disable_coupon", code: "SPRING" })).toMatchObject({ status: "disabled" });
    await expect(runCommand({ do: "disable_coupon", code: "SPRING" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const [coupon] = await database.query("SELECT percent_basis, redemptions FROM coupons");
    expect(coupon).toEqual({ percent_basis: 1250, redemptions: 1 });
    expect((await app.call("/v1/billing/subscription")).status).toBe(200);
  });

  test("the operator credits an invoice, and marks an open one as paid or void", async () => {
    const { call, runCommand, expectLedgerInOrder } = await start();
    const { invoice } = (await call("POST", "/v1/billing/subscription/change", { plan: "pro" })).body;
    const id = invoice?.id ?? "";
    const credit = { do: "credit_invoice", invoiceId: id, amount: "9.9", reason: "Charged twice" } as const;
    expect(await runCommand(credit)).toMatchObject({
      creditNotes: [{ number: "CN-000001", amount: { amount: "9.90" } }],
    });
    expect(await runCommand({ do: "pay_invoice", invoiceId: id })).toMatchObject({ status: "paid" });
    await expect(runCommand({ do: "void_invoice", invoiceId: id })).rejects.toMatchObject({ code: "STATE_INVALID" });
    await expect(runCommand({ do: "void_invoice", invoiceId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const next = (await call("POST", "/v1/billing/subscription/change", { plan: "scale" })).body.invoice;
    expect(await runCommand({ do: "void_invoice", invoiceId: next?.id ?? "" })).toMatchObject({ status: "void" });
    // The credit that it used is restored.
    expect((await call("GET", "/v1/billing/credit-balance")).body).toMatchObject({ balance: { amount: "9.90" } });
    await expectLedgerInOrder();
  });

  test("the command line controls a running service over the admin socket", async () => {
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
    expect(await client.runBillingCommand({ do: "create_coupon", code: "GIFT", credit: "5" })).toMatchObject({
      code: "GIFT",
    });
    const refused = client.runBillingCommand({ do: "pay_invoice", invoiceId });
    await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test.each([
  ["no command", {}, "/do"],
  ["an unknown command", { do: "print_money" }, "/do"],
  ["a code with a space", { do: "create_coupon", code: "A B", percent: "5" }, "/code"],
  ["more than 100 percent", { do: "create_coupon", code: "A", percent: "101" }, "/percent"],
  ["an amount with four decimals", { do: "create_coupon", code: "A", amount: "0.3333" }, "/amount"],
  ["a name that no plan can have", { do: "create_coupon", code: "A", amount: "1", plans: ["No plan"] }, "/plans/0"],
  ["an invoice by number", { do: "void_invoice", invoiceId: "WF-000001" }, "/invoiceId"],
  ["a note without a reason", { do: "credit_invoice", invoiceId, amount: "1", reason: "" }, "/reason"],
])("rejects %s with a pointer", (_name, given, pointer) => {
  let fault: unknown;
  try {
    parseBillingInput(given);
  } catch (error) {
    fault = error;
  }
  expect(fault).toMatchObject({ code: "REQUEST_INVALID", errors: [{ pointer }] });
});
