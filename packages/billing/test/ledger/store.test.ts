import { type AccountScope, newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { issueCreditNote } from "../../src/commands/credit-note.ts";
import { findBalanceMismatches, rebuildBalances } from "../../src/ledger/check.ts";
import { postTransactions } from "../../src/ledger/store.ts";
import { creditGrant } from "../../src/ledger/transactions.ts";
import { expectConsistentLedger } from "../billing-invariants.ts";
import { rejectionCode, startBilling, startMs } from "../test-billing.ts";

const at = new Date(startMs);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  /** Inserts a transaction directly, with a declared number of entries. */
  function enter(database: Database, scope: AccountScope, amounts: readonly number[], entries = amounts.length) {
    const id = newId("ltx", startMs);
    return database.transaction(async (tx) => {
      await tx.execute(
        `INSERT INTO ledger_transactions (id, account_id, environment, kind, idempotency_key, description, entries, at)
         VALUES ($1, $2, 'live', 'credit_grant', $1, '', $3, $4)`,
        [id, scope.accountId, entries, at],
      );
      for (const amount of amounts) await addEntry(tx, scope, id, amount);
      return id;
    });
  }

  const addEntry = (db: Pick<Database, "execute">, scope: AccountScope, id: string, amount: number, currency = "USD") =>
    db.execute(
      `INSERT INTO ledger_entries (id, transaction_id, account_id, environment, ledger_account, currency, amount_minor, at)
       VALUES ($1, $2, $3, 'live', 'promotions', $6, $4, $5)`,
      [newId("led", startMs), id, scope.accountId, amount, at, currency],
    );

  test("rejects a transaction that does not sum to zero on commit", async () => {
    const { database, owner: scope } = await startBilling(kind);
    expect(await rejectionCode(enter(database, scope, [100, -99]))).toBe("ledger_sums_to_zero");
    expect(await database.query("SELECT id FROM ledger_transactions")).toEqual([]);
    await enter(database, scope, [100, -60, -40]);
  });

  test("rejects a transaction in several currencies, also if each of them sums to zero", async () => {
    const { database, owner: scope } = await startBilling(kind);
    const mixed = database.transaction(async (tx) => {
      const id = newId("ltx", startMs);
      await tx.execute(
        `INSERT INTO ledger_transactions (id, account_id, environment, kind, idempotency_key, description, entries, at)
         VALUES ($1, $2, 'live', 'credit_grant', $1, '', 4, $3)`,
        [id, scope.accountId, at],
      );
      for (const amount of [5, -5]) {
        await addEntry(tx, scope, id, amount);
        await addEntry(tx, scope, id, amount, "JPY");
      }
    });
    expect(await rejectionCode(mixed)).toBe("ledger_one_currency");
  });

  test("rejects a transaction with fewer entries than declared, and entries added later", async () => {
    const { database, owner: scope } = await startBilling(kind);
    expect(await rejectionCode(enter(database, scope, [100, -100], 3))).toBe("ledger_entries_are_whole");
    expect(await rejectionCode(enter(database, scope, [], 2))).toBe("ledger_entries_are_whole");
    const id = await enter(database, scope, [100, -100]);
    const later = database.transaction(async (tx) => {
      await addEntry(tx, scope, id, 5);
      await addEntry(tx, scope, id, -5);
    });
    expect(await rejectionCode(later)).toBe("ledger_entries_are_whole");
  });

  test.each(["ledger_transactions", "ledger_entries", "credit_notes"])("%s is append-only", async (table) => {
    const { database, owner: scope, subscribe, withBilling } = await startBilling(kind);
    const invoice = await subscribe();
    await withBilling((billing) =>
      issueCreditNote(billing, { invoiceId: invoice?.id ?? "", amountMinor: 1, reason: "Test" }),
    );
    await expectConsistentLedger(database);
    for (const statement of [
      `UPDATE ${table} SET account_id = '${scope.accountId}'`,
      `DELETE FROM ${table} WHERE account_id = '${scope.accountId}'`,
      `TRUNCATE ${table} CASCADE`,
    ]) {
      expect(await rejectionCode(database.execute(statement)), statement).toBe("append_only");
    }
  });

  test("rejects a duplicate idempotency key", async () => {
    const { database, owner: scope } = await startBilling(kind);
    const grant = creditGrant(
      { ...scope, currency: "USD" },
      { idempotencyKey: "coupon:1", description: "", amountMinor: 5 },
      startMs,
    );
    const post = () => database.transaction((tx) => postTransactions(tx, grant === undefined ? [] : [grant]));
    await post();
    expect(await rejectionCode(post())).toBe("ledger_transactions_once");
    await expectConsistentLedger(database);
  });

  test("rejects a negative balance, and rebuilds balances from the ledger", async () => {
    const { database, owner: scope } = await startBilling(kind);
    const give = (idempotencyKey: string, amountMinor: number) => {
      const transaction = creditGrant(
        { ...scope, currency: "USD" },
        { idempotencyKey, description: "", amountMinor },
        startMs,
      );
      return database.transaction((tx) => postTransactions(tx, transaction === undefined ? [] : [transaction]));
    };
    await give("a", 500);
    expect(await rejectionCode(give("b", -501))).toBe("credit_balances_cover");
    expect(await findBalanceMismatches(database, 10)).toEqual([]);
    await database.execute("UPDATE credit_balances SET balance_minor = 7");
    expect(await findBalanceMismatches(database, 10)).toMatchObject([{ balanceMinor: 7, entriesMinor: 500 }]);
    expect(await rebuildBalances(database)).toBe(1);
    await database.execute("DELETE FROM credit_balances");
    expect(await rebuildBalances(database)).toBe(1);
    expect(await findBalanceMismatches(database, 10)).toEqual([]);
  });
});
