import { DatabaseError, readOnlyState } from "../port/errors.ts";
import type { Database } from "../port/port.ts";

/**
 * Checks that the database is reachable and accepts writes, without writing. Uses a transaction, because a connection whose transaction
 * fails as read-only is closed: after a failover behind one address, the next connection reaches the new primary.
 *
 * @throws DatabaseError if the database is unreachable, or SQLSTATE 25006 if it is read-only.
 */
export async function checkWritable(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await tx.query<{ readOnly: boolean }>(
      `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`,
    );
    if (row?.readOnly !== false) throw new DatabaseError(readOnlyState, "the database is read-only");
  });
}
