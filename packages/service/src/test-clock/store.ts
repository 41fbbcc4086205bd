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

export async function updateTestClockOffset(session: Session, accountId: string, offsetMs: number): Promise<void> {
  await session.execute("UPDATE accounts SET test_clock_offset_ms = $2 WHERE id = $1", [accountId, offsetMs]);
}
