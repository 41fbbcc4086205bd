import type { Partition } from "@wayfare/contract";
import type { Session } from "@wayfare/database";

/** A balance that is not what its entries come to. */
export interface BalanceFault {
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

/** What the entries come to beside what is kept; credit is what we owe, so the ledger has it below zero. */
const compared = `
  SELECT account_id, environment, currency, coalesce(kept.balance_minor, 0)::bigint AS balance_minor,
         coalesce(entered.minor, 0)::bigint AS entries_minor
  FROM (SELECT account_id, environment, currency, -sum(amount_minor) AS minor FROM ledger_entries
        WHERE ledger_account = 'credit' GROUP BY 1, 2, 3) AS entered
  FULL JOIN credit_balances kept USING (account_id, environment, currency)`;

/** Compares the kept credit balances with the ledger. */
export async function findBalanceFaults(session: Session, limit: number): Promise<BalanceFault[]> {
  const rows = await session.query<FaultRow>(
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

/** Makes the kept balances anew from the ledger. Answers how many were wrong. */
export function rebuildBalances(session: Session): Promise<number> {
  return session.execute(
    `INSERT INTO credit_balances (account_id, environment, currency, balance_minor)
     SELECT account_id, environment, currency, entries_minor FROM (${compared}) AS compared WHERE balance_minor <> entries_minor
     ORDER BY account_id, environment, currency
     ON CONFLICT (account_id, environment, currency) DO UPDATE SET balance_minor = EXCLUDED.balance_minor`,
  );
}

/** The ids of transactions whose entries do not sum to zero. */
export async function findUnbalancedTransactions(session: Session, limit: number): Promise<string[]> {
  const rows = await session.query<{ transaction_id: string }>(
    `SELECT transaction_id FROM ledger_entries GROUP BY transaction_id, currency HAVING sum(amount_minor) <> 0
     ORDER BY transaction_id LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.transaction_id);
}
