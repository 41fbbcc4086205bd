import type { AccountScope } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { issueCreditNote } from "../../src/commands/credit-note.ts";
import { payInvoice, voidInvoice } from "../../src/commands/pay.ts";
import { changePlan } from "../../src/commands/plan-change.ts";
import { expectConsistentLedger, expectNoNumberGaps } from "../billing-invariants.ts";
import { createAccount, rejectionCode, startBilling } from "../test-billing.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("rejects changes of a final invoice and its lines, except paying or voiding an open one", async () => {
    const { database, subscribe, withBilling } = await startBilling(kind);
    const invoice = await subscribe();
    const id = invoice?.id ?? "";
    for (const statement of [
      "UPDATE invoices SET due_minor = 1, credit_minor = 1 - total_minor",
      "UPDATE invoices SET number = 'WF-000009'",
      "UPDATE invoices SET status = 'draft', number = NULL, finalized_at = NULL",
      "DELETE FROM invoices",
      "UPDATE invoice_lines SET amount_minor = 1",
      "DELETE FROM invoice_lines",
      `INSERT INTO invoice_lines SELECT invoice_id, 9, account_id, environment, kind, description, quantity, unit_price, 1, NULL, NULL, NULL FROM invoice_lines`,
    ]) {
      expect(await rejectionCode(database.execute(statement)), statement).toBe("invoice_is_final");
    }
    await withBilling((billing) => payInvoice(billing, id));
    const unpay = "UPDATE invoices SET status = 'open', paid_at = NULL, paid_with = NULL";
    expect(await rejectionCode(database.execute(unpay))).toBe("invoice_is_final");
    await expect(withBilling((billing) => payInvoice(billing, id))).rejects.toMatchObject({ code: "STATE_INVALID" });
    await expect(withBilling((billing) => voidInvoice(billing, id))).rejects.toMatchObject({ code: "STATE_INVALID" });
    await expectConsistentLedger(database);
  });

  test("creates an invoice as a draft and rejects finalization if its lines do not sum to its total", async () => {
    const { database, subscribe } = await startBilling(kind);
    await subscribe();
    const copy = (status: string, number: string) =>
      database.execute(
        `INSERT INTO invoices (id, account_id, environment, kind, status, number, currency, finalize_at, created_at, finalized_at,
           subtotal_minor, discount_minor, tax_minor, total_minor, credit_minor, due_minor)
         SELECT 'inv_copy', account_id, environment, kind, '${status}', ${number}, currency, finalize_at, created_at,
           ${number === "NULL" ? "NULL" : "finalized_at"}, 100, 0, 0, 100, 0, 100 FROM invoices`,
      );
    expect(await rejectionCode(copy("open", "'WF-000009'"))).toBe("invoice_begins_as_draft");
    await copy("draft", "NULL");
    const finish =
      "UPDATE invoices SET status = 'open', number = 'WF-000009', finalized_at = created_at WHERE id = 'inv_copy'";
    expect(await rejectionCode(database.execute(finish))).toBe("invoice_lines_add_up");
  });

  test("reverses the revenue of a voided invoice and keeps its number", async () => {
    const { database, subscribe, withBilling } = await startBilling(kind);
    const invoice = await subscribe();
    expect(await withBilling((billing) => voidInvoice(billing, invoice?.id ?? ""))).toMatchObject({ status: "void" });
    await expectConsistentLedger(database);
    await expectNoNumberGaps(database);
  });

  test("limits credit notes to the invoice total including tax, in a series without gaps", async () => {
    const { database, subscribe, withBilling } = await startBilling(kind);
    const id = (await subscribe())?.id ?? "";
    const give = (amountMinor: number) =>
      withBilling((billing) => issueCreditNote(billing, { invoiceId: id, amountMinor, reason: "Test" }));
    expect(await give(1633)).toMatchObject({ number: "CN-000001" });
    await expect(give(3268)).rejects.toMatchObject({ code: "STATE_INVALID" });
    expect(await give(3267)).toMatchObject({ number: "CN-000002" });
    const [balance] = await database.query("SELECT balance_minor FROM credit_balances");
    expect(balance).toEqual({ balance_minor: 4900 });
    await expectConsistentLedger(database);
  });

  test("allocates numbers without gaps in concurrent and rolled-back transactions", async () => {
    const { database, withBilling, subscribe } = await startBilling(kind);
    const scopes = await Promise.all(
      Array.from(
        { length: 12 },
        async (): Promise<AccountScope> => ({
          accountId: await createAccount(database, "Many"),
          environment: "live",
        }),
      ),
    );
    const outcomes = await Promise.allSettled(
      scopes.map((scope, index) =>
        index % 3 === 0
          ? withBilling(async (billing) => {
              await changePlan(billing, { plan: "pro", trial: false, previewed: null });
              throw new Error("rolled back");
            }, scope)
          : subscribe(scope),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(4);
    await expectNoNumberGaps(database);
    const [last] = await database.query("SELECT last FROM billing_series");
    expect(last).toEqual({ last: 8 });
  });
});
