import { newId, type Owner } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { ownersSql, ownerValues } from "../records/owner-values.ts";
import { nameOf } from "../records/records.ts";
import { writeRows } from "../records/rows.ts";
import type { LedgerTransaction } from "./transactions.ts";

const transactionColumns =
  "id, account_id, environment, kind, idempotency_key, description, invoice_id, entries, at".split(", ");
const entryColumns = "id, transaction_id, account_id, environment, ledger_account, currency, amount_minor, at".split(
  ", ",
);

/** Enters transactions, and what they do to the credit balances. The database refuses one that is there already or does not sum to zero. */
export async function postTransactions(session: Session, transactions: readonly LedgerTransaction[]): Promise<void> {
  const numbered = transactions.map((each) => ({ ...each, id: newId("ltx", each.atMs) }));
  await writeRows(
    session,
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
  await writeRows(session, { table: "ledger_entries", columns: entryColumns }, entries);
  await moveBalances(
    session,
    entries.filter(({ ledger_account: account }) => account === "credit"),
  );
}

/** Enters one; undefined is nothing to enter. */
export async function postTransaction(session: Session, transaction: LedgerTransaction | undefined): Promise<void> {
  if (transaction !== undefined) await postTransactions(session, [transaction]);
}

type BalanceMove = { account_id: string; environment: string; currency: string; amount_minor: number };

async function moveBalances(session: Session, moves: readonly BalanceMove[]): Promise<void> {
  if (moves.length === 0) return;
  await session.execute(
    `INSERT INTO credit_balances AS kept (account_id, environment, currency, balance_minor)
     SELECT account_id, environment, currency, 0 FROM unnest($1::text[], $2::text[], $3::text[]) AS move (account_id, environment, currency)
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    [
      moves.map((move) => move.account_id),
      moves.map(({ environment }) => environment),
      moves.map(({ currency }) => currency),
    ],
  );
  await session.execute(
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

/** The credit of owners in a currency; those without any are left out. */
export async function findBalances(
  session: Session,
  owners: readonly Owner[],
  currency: string,
): Promise<Map<string, number>> {
  const rows = await session.query<OwnerRow & { balance_minor: number }>(
    `SELECT balance.account_id, balance.environment, balance.balance_minor FROM ${ownersSql}
     JOIN credit_balances balance ON balance.account_id = owner.account_id AND balance.environment = owner.environment
     WHERE balance.currency = $3 ORDER BY balance.account_id, balance.environment LIMIT $4`,
    [...ownerValues(owners), currency, owners.length],
  );
  return new Map(rows.map((row) => [nameOf(toOwner(row)), row.balance_minor]));
}

/** The credit of an owner in a currency. */
export async function findBalance(session: Session, owner: Owner, currency: string): Promise<number> {
  return (await findBalances(session, [owner], currency)).get(nameOf(owner)) ?? 0;
}

interface OwnerRow {
  account_id: string;
  environment: Owner["environment"];
}

const toOwner = ({ account_id: accountId, environment }: OwnerRow): Owner => ({ accountId, environment });

/** Whether something was entered already. */
export async function hasTransaction(session: Session, idempotencyKey: string): Promise<boolean> {
  const rows = await session.query("SELECT id FROM ledger_transactions WHERE idempotency_key = $1", [idempotencyKey]);
  return rows.length > 0;
}
