import type { Queryable } from "@wayfare/database";

/** Records test clocks that were advanced since the last call in the history that retention uses. */
export async function recordTestClocks(db: Queryable, wallMs: number): Promise<void> {
  await db.execute(
    `INSERT INTO test_clock_history (account_id, effective_from, offset_ms)
     SELECT id, $1, test_clock_offset_ms FROM accounts
     WHERE test_clock_offset_ms > 0 AND NOT EXISTS (
       SELECT FROM test_clock_history known WHERE known.account_id = accounts.id AND known.offset_ms >= accounts.test_clock_offset_ms
     )
     ON CONFLICT (account_id, effective_from) DO NOTHING`,
    [new Date(wallMs)],
  );
}

/** A wall-clock time converted to the clock of an account's test data. */
export interface TestDataCutoff {
  accountId: string;
  beforeMs: number;
}

/**
 * Converts a wall-clock time to test-clock time for each account whose test clock was ahead at that time. All test data with earlier times
 * was written before it.
 */
export async function listTestDataCutoffs(db: Queryable, beforeMs: number): Promise<TestDataCutoff[]> {
  const rows = await db.query<{ account_id: string; offset_ms: number }>(
    `SELECT account_id, max(offset_ms) AS offset_ms FROM test_clock_history WHERE effective_from <= $1
     GROUP BY account_id ORDER BY account_id LIMIT 100000`,
    [new Date(beforeMs)],
  );
  return rows.map((row) => ({ accountId: row.account_id, beforeMs: beforeMs + row.offset_ms }));
}

/** Deletes the history before a time, except for the last row of each account. */
export async function deleteTestClockHistory(db: Queryable, beforeMs: number): Promise<void> {
  await db.execute(
    `DELETE FROM test_clock_history old WHERE effective_from < $1 AND EXISTS (
       SELECT FROM test_clock_history newer
       WHERE newer.account_id = old.account_id AND newer.effective_from > old.effective_from AND newer.effective_from <= $1
     )`,
    [new Date(beforeMs)],
  );
}
