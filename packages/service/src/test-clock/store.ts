import type { Session } from "@wayfare/database";

/** How far the clock of an account's test data is ahead, in milliseconds; with `lock`, nobody else moves it meanwhile. */
export async function getTestClockOffset(session: Session, accountId: string, { lock = false } = {}): Promise<number> {
  const [row] = await session.query<{ test_clock_offset_ms: number }>(
    `SELECT test_clock_offset_ms FROM accounts WHERE id = $1${lock ? " FOR NO KEY UPDATE" : ""}`,
    [accountId],
  );
  if (row === undefined) throw new Error(`the account ${accountId} of a key is not there`);
  return row.test_clock_offset_ms;
}

/** Advances of one such stretch of the wall clock share a row of the history. */
const historyStepMs = 10 * 60_000;

/** Sets how far the clock is ahead, and writes it into the history that retention goes by. */
export async function updateTestClockOffset(
  session: Session,
  accountId: string,
  offsetMs: number,
  wallMs: number,
): Promise<void> {
  await session.execute("UPDATE accounts SET test_clock_offset_ms = $2 WHERE id = $1", [accountId, offsetMs]);
  const effectiveFrom = new Date((Math.floor(wallMs / historyStepMs) + 1) * historyStepMs);
  await session.execute(
    `INSERT INTO test_clock_history (account_id, effective_from, offset_ms) VALUES ($1, $2, $3)
     ON CONFLICT (account_id, effective_from) DO UPDATE SET offset_ms = excluded.offset_ms`,
    [accountId, effectiveFrom, offsetMs],
  );
}

/** An instant of the wall clock in the clock of an account's test data. */
export interface TestDataCutoff {
  accountId: string;
  beforeMs: number;
}

/**
 * For each account whose test clock was ahead at an instant of the wall clock, that instant in the clock of its test data: all test data
 * of before it was written before the instant.
 */
export async function listTestDataCutoffs(session: Session, beforeMs: number): Promise<TestDataCutoff[]> {
  const rows = await session.query<{ account_id: string; offset_ms: number }>(
    `SELECT account_id, max(offset_ms) AS offset_ms FROM test_clock_history WHERE effective_from <= $1
     GROUP BY account_id ORDER BY account_id LIMIT 100000`,
    [new Date(beforeMs)],
  );
  return rows.map((row) => ({ accountId: row.account_id, beforeMs: beforeMs + row.offset_ms }));
}

/** Deletes the history of before an instant, but for the last row of each account. */
export async function deleteTestClockHistory(session: Session, beforeMs: number): Promise<void> {
  await session.execute(
    `DELETE FROM test_clock_history old WHERE effective_from < $1 AND EXISTS (
       SELECT FROM test_clock_history newer
       WHERE newer.account_id = old.account_id AND newer.effective_from > old.effective_from AND newer.effective_from <= $1
     )`,
    [new Date(beforeMs)],
  );
}
