import { newId, type Owner } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { issueCreditNote } from "../../src/commands/credit-note.ts";
import { findBalanceFaults, rebuildBalances } from "../../src/ledger/check.ts";
import { postTransactions } from "../../src/ledger/store.ts";
import { creditGrant } from "../../src/ledger/transactions.ts";
import { expectLedgerInOrder } from "../billing-invariants.ts";
import { refusedBy, startBilling, startMs } from "../test-billing.ts";

const at = new Date(startMs);

describe.each(testDatabaseKinds)("on %s", (kind) => {
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
    const { database, owner } = await startBilling(kind);
    expect(await refusedBy(enter(database, owner, [100, -99]))).toBe("ledger_sums_to_zero");
    expect(await database.query("SELECT id FROM ledger_transactions")).toEqual([]);
    await enter(database, owner, [100, -60, -40]);
  });

  test("a transaction has the entries that it says, and none is added later", async () => {
    const { database, owner } = await startBilling(kind);
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
    const { database, owner, subscribe, hold } = await startBilling(kind);
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
    const { database, owner } = await startBilling(kind);
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
    const { database, owner } = await startBilling(kind);
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
});
