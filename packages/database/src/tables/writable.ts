import { DatabaseError, readOnlyState } from "../port/errors.ts";
import type { Database } from "../port/port.ts";

/**
 * Checks that the database answers and accepts writes, without writing.
 * In a transaction, because a connection whose transaction fails as read-only is closed: behind an address that moved, the next
 * connection reaches the new primary.
 *
 * @throws DatabaseError where it cannot be reached, or with SQLSTATE 25006 where it is read-only.
 */
export async function checkWritable(database: Database): Promise<void> {
  await database.transaction(async (session) => {
    const [row] = await session.query<{ readOnly: boolean }>(
      `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`,
    );
    if (row?.readOnly !== false) throw new DatabaseError(readOnlyState, "the database is read-only");
  });
}
