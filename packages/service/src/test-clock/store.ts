import type { Session } from "@wayfare/database";

/** Writes test clocks that were advanced since the last time into the history that retention goes by. */
export async function recordTestClocks(session: Session, wallMs: number): Promise<void> {
  await session.execute(
    `INSERT INTO test_clock_history (account_id, effective_from, offset_ms)
     SELECT id, $1, test_clock_offset_ms FROM accounts
     WHERE test_clock_offset_ms > 0 AND NOT EXISTS (
       SELECT FROM test_clock_history known WHERE known.account_id = accounts.id AND known.offset_ms >= accounts.test_clock_offset_ms
     )
     ON CONFLICT (account_id, effective_from) DO NOTHING`,
    [new Date(wallMs)],
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
