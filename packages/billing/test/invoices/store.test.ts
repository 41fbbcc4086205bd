import type { Owner } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { issueCreditNote } from "../../src/commands/credit-note.ts";
import { payInvoice, voidInvoice } from "../../src/commands/pay.ts";
import { changePlan } from "../../src/commands/plan-change.ts";
import { expectLedgerInOrder, expectNoGaps } from "../billing-invariants.ts";
import { createAccount, refusedBy, startBilling } from "../test-billing.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a final invoice and its lines cannot be changed, and only an open one can be paid or made void", async () => {
    const { database, subscribe, hold } = await startBilling(kind);
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
      expect(await refusedBy(database.execute(statement)), statement).toBe("invoice_is_final");
    }
    await hold((held) => payInvoice(held, id));
    const unpay = "UPDATE invoices SET status = 'open', paid_at = NULL, paid_with = NULL";
    expect(await refusedBy(database.execute(unpay))).toBe("invoice_is_final");
    await expect(hold((held) => payInvoice(held, id))).rejects.toMatchObject({ code: "STATE_INVALID" });
    await expect(hold((held) => voidInvoice(held, id))).rejects.toMatchObject({ code: "STATE_INVALID" });
    await expectLedgerInOrder(database);
  });

  test("an invoice begins as a draft, and its lines add up to it before it is final", async () => {
    const { database, subscribe } = await startBilling(kind);
    await subscribe();
    const copy = (status: string, number: string) =>
      database.execute(
        `INSERT INTO invoices (id, account_id, environment, kind, status, number, currency, finalize_at, created_at, finalized_at,
           subtotal_minor, discount_minor, tax_minor, total_minor, credit_minor, due_minor)
         SELECT 'inv_copy', account_id, environment, kind, '${status}', ${number}, currency, finalize_at, created_at,
           ${number === "NULL" ? "NULL" : "finalized_at"}, 100, 0, 0, 100, 0, 100 FROM invoices`,
      );
    expect(await refusedBy(copy("open", "'WF-000009'"))).toBe("invoice_begins_as_draft");
    await copy("draft", "NULL");
    const finish =
      "UPDATE invoices SET status = 'open', number = 'WF-000009', finalized_at = created_at WHERE id = 'inv_copy'";
    expect(await refusedBy(database.execute(finish))).toBe("invoice_lines_add_up");
  });

  test("an invoice that is made void takes back what it earned, and keeps its number", async () => {
    const { database, subscribe, hold } = await startBilling(kind);
    const invoice = await subscribe();
    expect(await hold((held) => voidInvoice(held, invoice?.id ?? ""))).toMatchObject({ status: "void" });
    await expectLedgerInOrder(database);
    await expectNoGaps(database);
  });

  test("credit notes give back no more than the invoice, to the cent of its tax, in a series without gaps", async () => {
    const { database, subscribe, hold } = await startBilling(kind);
    const id = (await subscribe())?.id ?? "";
    const give = (amountMinor: number) =>
      hold((held) => issueCreditNote(held, { invoiceId: id, amountMinor, reason: "Test" }));
    expect(await give(1633)).toMatchObject({ number: "CN-000001" });
    await expect(give(3268)).rejects.toMatchObject({ code: "STATE_INVALID" });
    expect(await give(3267)).toMatchObject({ number: "CN-000002" });
    const [balance] = await database.query("SELECT balance_minor FROM credit_balances");
    expect(balance).toEqual({ balance_minor: 4900 });
    await expectLedgerInOrder(database);
  });

  test("numbers have no gap, although many are taken at once and some transactions are rolled back", async () => {
    const { database, hold, subscribe } = await startBilling(kind);
    const owners = await Promise.all(
      Array.from(
        { length: 12 },
        async (): Promise<Owner> => ({
          accountId: await createAccount(database, "Many"),
          environment: "live",
        }),
      ),
    );
    const outcomes = await Promise.allSettled(
      owners.map((owner, index) =>
        index % 3 === 0
          ? hold(async (held) => {
              await changePlan(held, { plan: "pro", trial: false, previewed: null });
              throw new Error("rolled back");
            }, owner)
          : subscribe(owner),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(4);
    await expectNoGaps(database);
    const [last] = await database.query("SELECT last FROM billing_series");
    expect(last).toEqual({ last: 8 });
  });
});
