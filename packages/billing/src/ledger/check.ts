import type { Partition } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";

/** A credit balance that differs from the sum of its ledger entries. */
export interface BalanceMismatch {
  accountId: string;
  environment: Partition;
  currency: string;
  balanceMinor: number;
  entriesMinor: number;
}

interface FaultRow {
  account_id: string;
  environment: Partition;
  currency: string;
  balance_minor: number;
  entries_minor: number;
}

/** Sum of ledger entries and stored balance. Credit is a liability, so it is negative in the ledger. */
const compared = `
  SELECT account_id, environment, currency, coalesce(kept.balance_minor, 0)::bigint AS balance_minor,
         coalesce(entered.minor, 0)::bigint AS entries_minor
  FROM (SELECT account_id, environment, currency, -sum(amount_minor) AS minor FROM ledger_entries
        WHERE ledger_account = 'credit' GROUP BY 1, 2, 3) AS entered
  FULL JOIN credit_balances kept USING (account_id, environment, currency)`;

/** Compares stored credit balances with the ledger. */
export async function findBalanceMismatches(db: Queryable, limit: number): Promise<BalanceMismatch[]> {
  const rows = await db.query<FaultRow>(
    `SELECT * FROM (${compared}) AS compared WHERE balance_minor <> entries_minor
     ORDER BY account_id, environment, currency LIMIT $1`,
    [limit],
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    environment: row.environment,
    currency: row.currency,
    balanceMinor: row.balance_minor,
    entriesMinor: row.entries_minor,
  }));
}

/** Rebuilds stored balances from the ledger and returns the number of wrong ones. */
export function rebuildBalances(db: Queryable): Promise<number> {
  return db.execute(
    `INSERT INTO credit_balances (account_id, environment, currency, balance_minor)
     SELECT account_id, environment, currency, entries_minor FROM (${compared}) AS compared WHERE balance_minor <> entries_minor
     ORDER BY account_id, environment, currency
     ON CONFLICT (account_id, environment, currency) DO UPDATE SET balance_minor = EXCLUDED.balance_minor`,
  );
}

/** Returns the ids of transactions whose entries do not sum to zero. */
export async function findUnbalancedTransactions(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ transaction_id: string }>(
    `SELECT transaction_id FROM ledger_entries GROUP BY transaction_id, currency HAVING sum(amount_minor) <> 0
     ORDER BY transaction_id LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.transaction_id);
}
