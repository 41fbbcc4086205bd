import { type AccountScope, newId } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { scopeKey } from "../records/records.ts";
import { writeRows } from "../records/rows.ts";
import { scopesSql, scopeValues } from "../records/scope-values.ts";
import type { LedgerTransaction } from "./transactions.ts";

const transactionColumns =
  "id, account_id, environment, kind, idempotency_key, description, invoice_id, entries, at".split(", ");
const entryColumns = "id, transaction_id, account_id, environment, ledger_account, currency, amount_minor, at".split(
  ", ",
);

/** Posts transactions and updates credit balances. The database rejects a duplicate and one that does not sum to zero. */
export async function postTransactions(db: Queryable, transactions: readonly LedgerTransaction[]): Promise<void> {
  const numbered = transactions.map((each) => ({ ...each, id: newId("ltx", each.atMs) }));
  await writeRows(
    db,
    { table: "ledger_transactions", columns: transactionColumns },
    numbered.map(({ id, accountId, environment, kind, idempotencyKey, description, invoiceId, entries, atMs }) => ({
      id,
      account_id: accountId,
      environment,
      kind,
      idempotency_key: idempotencyKey,
      description,
      invoice_id: invoiceId,
      entries: entries.length,
      at: new Date(atMs),
    })),
  );
  const entries = numbered.flatMap(({ id, accountId, environment, currency, atMs, entries: each }) =>
    each.map(({ account, amountMinor }) => ({
      id: newId(account === "credit" ? "crd" : "led", atMs),
      transaction_id: id,
      account_id: accountId,
      environment,
      ledger_account: account,
      currency,
      amount_minor: amountMinor,
      at: new Date(atMs),
    })),
  );
  await writeRows(db, { table: "ledger_entries", columns: entryColumns }, entries);
  await moveBalances(
    db,
    entries.filter(({ ledger_account: account }) => account === "credit"),
  );
}

/** Posts one transaction; does nothing for undefined. */
export async function postTransaction(db: Queryable, transaction: LedgerTransaction | undefined): Promise<void> {
  if (transaction !== undefined) await postTransactions(db, [transaction]);
}

type BalanceMove = { account_id: string; environment: string; currency: string; amount_minor: number };

async function moveBalances(db: Queryable, moves: readonly BalanceMove[]): Promise<void> {
  if (moves.length === 0) return;
  await db.execute(
    `INSERT INTO credit_balances AS kept (account_id, environment, currency, balance_minor)
     SELECT account_id, environment, currency, 0 FROM unnest($1::text[], $2::text[], $3::text[]) AS move (account_id, environment, currency)
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    [
      moves.map((move) => move.account_id),
      moves.map(({ environment }) => environment),
      moves.map(({ currency }) => currency),
    ],
  );
  await db.execute(
    `UPDATE credit_balances kept SET balance_minor = kept.balance_minor + moved.given
     FROM (SELECT account_id, environment, currency, -sum(amount_minor)::bigint AS given
           FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS move (account_id, environment, currency, amount_minor)
           GROUP BY 1, 2, 3) AS moved
     WHERE kept.account_id = moved.account_id AND kept.environment = moved.environment AND kept.currency = moved.currency`,
    [
      moves.map((move) => move.account_id),
      moves.map(({ environment }) => environment),
      moves.map(({ currency }) => currency),
      moves.map((move) => move.amount_minor),
    ],
  );
}

/** Currencies of one account: that of its invoices, and those of payments in another one. */
const maxCurrencies = 50;

/** Returns accounts' credit by scope key and currency, separated by a space; accounts without a balance are omitted. */
export async function findBalances(db: Queryable, scopes: readonly AccountScope[]): Promise<Map<string, number>> {
  const rows = await db.query<ScopeRow & { currency: string; balance_minor: number }>(
    `SELECT balance.account_id, balance.environment, balance.currency, balance.balance_minor FROM ${scopesSql}
     JOIN credit_balances balance ON balance.account_id = scope.account_id AND balance.environment = scope.environment
     ORDER BY balance.account_id, balance.environment, balance.currency LIMIT $3`,
    [...scopeValues(scopes), scopes.length * maxCurrencies],
  );
  return new Map(rows.map((row) => [`${scopeKey(toScope(row))} ${row.currency}`, row.balance_minor]));
}

/** Returns an account's credit in a currency. */
export async function findBalance(db: Queryable, scope: AccountScope, currency: string): Promise<number> {
  return (await findBalances(db, [scope])).get(`${scopeKey(scope)} ${currency}`) ?? 0;
}

interface ScopeRow {
  account_id: string;
  environment: AccountScope["environment"];
}

const toScope = ({ account_id: accountId, environment }: ScopeRow): AccountScope => ({ accountId, environment });

/** Returns true if a transaction with the key was posted. */
export async function hasTransaction(db: Queryable, idempotencyKey: string): Promise<boolean> {
  const rows = await db.query("SELECT id FROM ledger_transactions WHERE idempotency_key = $1", [idempotencyKey]);
  return rows.length > 0;
}
