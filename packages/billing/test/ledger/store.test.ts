import { newId, type Owner } from "@wayfare/contract";
import { type Database, DatabaseError } from "@wayfare/database";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../tests/databases.ts";
import { createAccount } from "../src/accounts/store.ts";
import { issueCreditNote } from "../src/billing/invoices/credit-notes.ts";
import { payInvoice, voidInvoice } from "../src/billing/invoices/pay.ts";
import { findBalanceFaults, rebuildBalances } from "../src/billing/ledger/check.ts";
import { postTransactions } from "../src/billing/ledger/store.ts";
import { creditGrant } from "../src/billing/ledger/transactions.ts";
import { defaultBilling } from "../src/billing/options.ts";
import { changePlan, type HeldBilling, holdBilling } from "../src/billing/subscriptions/commands.ts";
import { expectLedgerInOrder, expectNoGaps } from "./billing-invariants.ts";
import { startMs } from "./running-app.ts";

const at = new Date(startMs);

/** The constraint that refused a statement. */
async function refusedBy(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DatabaseError) return error.constraint;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const owner: Owner = { accountId: await createAccount(database, "Test", startMs), environment: "live" };
    const hold = <T>(work: (held: HeldBilling) => Promise<T>, who = owner): Promise<T> =>
      database.transaction(async (session) =>
        work(await holdBilling({ session, nowMs: startMs }, who, defaultBilling)),
      );
    const subscribe = (who = owner) =>
      hold((held) => changePlan(held, { plan: "pro", trial: false, previewed: null }), who);
    return { database, owner, hold, subscribe };
  }

  /** Enters a transaction as it is, with so many entries said to be in it. */
  function enter(database: Database, owner: Owner, amounts: readonly number[], entries = amounts.length) {
    const id = newId("ltx", startMs);
    return database.transaction(async (session) => {
      await session.execute(
        `INSERT INTO ledger_transactions (id, account_id, environment, kind, idempotency_key, description, entries, at)
         VALUES ($1, $2, 'live', 'credit_grant', $1, '', $3, $4)`,
        [id, owner.accountId, entries, at],
      );
      for (const amount of amounts) await addEntry(session, owner, id, amount);
      return id;
    });
  }

  const addEntry = (session: Pick<Database, "execute">, owner: Owner, id: string, amount: number) =>
    session.execute(
      `INSERT INTO ledger_entries (id, transaction_id, account_id, environment, ledger_account, currency, amount_minor, at)
       VALUES ($1, $2, $3, 'live', 'promotions', 'USD', $4, $5)`,
      [newId("led", startMs), id, owner.accountId, amount, at],
    );

  test("a transaction that does not sum to zero is refused when it commits", async () => {
    const { database, owner } = await start();
    expect(await refusedBy(enter(database, owner, [100, -99]))).toBe("ledger_sums_to_zero");
    expect(await database.query("SELECT id FROM ledger_transactions")).toEqual([]);
    await enter(database, owner, [100, -60, -40]);
  });

  test("a transaction has the entries that it says, and none is added later", async () => {
    const { database, owner } = await start();
    expect(await refusedBy(enter(database, owner, [100, -100], 3))).toBe("ledger_entries_are_whole");
    expect(await refusedBy(enter(database, owner, [], 2))).toBe("ledger_entries_are_whole");
    const id = await enter(database, owner, [100, -100]);
    const later = database.transaction(async (session) => {
      await addEntry(session, owner, id, 5);
      await addEntry(session, owner, id, -5);
    });
    expect(await refusedBy(later)).toBe("ledger_entries_are_whole");
  });

  test.each(["ledger_transactions", "ledger_entries", "credit_notes"])("%s is append-only", async (table) => {
    const { database, owner, subscribe, hold } = await start();
    const invoice = await subscribe();
    await hold((held) => issueCreditNote(held, { invoiceId: invoice?.id ?? "", amountMinor: 1, reason: "Test" }));
    await expectLedgerInOrder(database);
    for (const statement of [
      `UPDATE ${table} SET account_id = '${owner.accountId}'`,
      `DELETE FROM ${table} WHERE account_id = '${owner.accountId}'`,
      `TRUNCATE ${table} CASCADE`,
    ]) {
      expect(await refusedBy(database.execute(statement)), statement).toBe("append_only");
    }
  });

  test("the same thing cannot be entered twice", async () => {
    const { database, owner } = await start();
    const grant = creditGrant(
      { ...owner, currency: "USD" },
      { idempotencyKey: "coupon:1", description: "", amountMinor: 5 },
      startMs,
    );
    const post = () => database.transaction((session) => postTransactions(session, grant === undefined ? [] : [grant]));
    await post();
    expect(await refusedBy(post())).toBe("ledger_transactions_once");
    await expectLedgerInOrder(database);
  });

  test("credit that is not there cannot be used, and balances can be made anew from the ledger", async () => {
    const { database, owner } = await start();
    const give = (idempotencyKey: string, amountMinor: number) => {
      const transaction = creditGrant(
        { ...owner, currency: "USD" },
        { idempotencyKey, description: "", amountMinor },
        startMs,
      );
      return database.transaction((session) =>
        postTransactions(session, transaction === undefined ? [] : [transaction]),
      );
    };
    await give("a", 500);
    expect(await refusedBy(give("b", -501))).toBe("credit_balances_cover");
    expect(await findBalanceFaults(database, 10)).toEqual([]);
    await database.execute("UPDATE credit_balances SET balance_minor = 7");
    expect(await findBalanceFaults(database, 10)).toMatchObject([{ balanceMinor: 7, entriesMinor: 500 }]);
    expect(await rebuildBalances(database)).toBe(1);
    await database.execute("DELETE FROM credit_balances");
    expect(await rebuildBalances(database)).toBe(1);
    expect(await findBalanceFaults(database, 10)).toEqual([]);
  });

  test("a final invoice and its lines cannot be changed, and only an open one can be paid or made void", async () => {
    const { database, subscribe, hold } = await start();
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
    const { database, subscribe } = await start();
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
    const { database, subscribe, hold } = await start();
    const invoice = await subscribe();
    expect(await hold((held) => voidInvoice(held, invoice?.id ?? ""))).toMatchObject({ status: "void" });
    await expectLedgerInOrder(database);
    await expectNoGaps(database);
  });

  test("credit notes give back no more than the invoice, to the cent of its tax, in a series without gaps", async () => {
    const { database, subscribe, hold } = await start();
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
    const { database, hold, subscribe } = await start();
    const owners = await Promise.all(
      Array.from(
        { length: 12 },
        async (): Promise<Owner> => ({
          accountId: await createAccount(database, "Many", startMs),
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
