import { newId } from "@wayfare/contract";
import {
  type DailyTable,
  type Database,
  dropDaysBefore,
  holdTable,
  makeDaysAhead,
  type Session,
} from "@wayfare/database";

/** What was cleared away. */
export interface ClearedWebhooks {
  deliveries: number;
  /** Days of events and of attempts. */
  days: number;
}

/** A table by day, and what of `deliveries` a row of it serves. */
interface ServingTable extends DailyTable {
  overflow: string;
  servedBy: "id" | "event_id";
}

const firstId = (prefix: "evt" | "dlv") => (ms: number) => newId(prefix, Math.max(0, ms), new Uint8Array(10));

const attempts: ServingTable = {
  name: "delivery_attempts",
  // "attempts" in ASCII.
  lock: 0x61_74_74_65_6d_70_74_73n,
  key: "delivery_id",
  firstIdAt: firstId("dlv"),
  overflow: "delivery_attempts_default",
  servedBy: "id",
};

const events: ServingTable = {
  name: "events",
  // "events" in ASCII.
  lock: 0x65_76_65_6e_74_73n,
  key: "id",
  firstIdAt: firstId("evt"),
  overflow: "events_default",
  servedBy: "event_id",
};

const batchSize = 1000;

/** Makes the partitions of the next days, so that nothing waits in the default one. */
export async function makeWebhookDays(database: Database, nowMs: number): Promise<void> {
  await makeDaysAhead(database, events, nowMs);
  await makeDaysAhead(database, attempts, nowMs);
}

/** An account whose test clock is ahead, and an instant of the wall clock in the clock of its test data. */
export interface AheadCutoff {
  accountId: string;
  beforeMs: number;
}

/**
 * Clears away deliveries that ended before an instant, and then the days of attempts and events before it that no delivery needs any more: what
 * is still open, or was replayed or retried lately, keeps its event and its attempts.
 *
 * @param beforeMs on the wall's clock.
 * @param ahead the same instant for accounts whose test data is written in a clock that is ahead.
 */
export async function clearWebhooks(
  database: Database,
  beforeMs: number,
  ahead: readonly AheadCutoff[] = [],
): Promise<ClearedWebhooks> {
  let deliveries = await deleteDeliveries(database, beforeMs);
  for (const cutoff of ahead) {
    deliveries += await deleteDeliveriesAhead(database, cutoff);
    await deleteEventsAhead(database, cutoff);
  }
  let days = 0;
  for (const table of [attempts, events]) {
    const isOver = (session: Session, range: { firstId: string; endId: string }) => isUnused(session, table, range);
    days += await dropDaysBefore(database, table, { beforeMs, isOver });
    await clearOverflow(database, table, beforeMs);
  }
  return { deliveries, days };
}

/** From the oldest on, each batch behind the last one: what was deleted before is not walked over again. */
async function deleteDeliveries(database: Database, beforeMs: number): Promise<number> {
  const before = new Date(beforeMs);
  let total = 0;
  let afterId = "";
  for (;;) {
    const rows = await database.query<{ id: string }>(
      `DELETE FROM deliveries WHERE finished_at < $2 AND id = ANY (ARRAY(
         SELECT id FROM deliveries WHERE id > $4 AND id < $1 AND finished_at < $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
       )) RETURNING id`,
      [attempts.firstIdAt(beforeMs), before, batchSize, afterId],
    );
    total += rows.length;
    if (rows.length < batchSize) return total;
    for (const { id } of rows) if (id > afterId) afterId = id;
  }
}

/** Deliveries of test data with their attempts, which lie in the partition of a day that may be years away. */
async function deleteDeliveriesAhead(database: Database, { accountId, beforeMs }: AheadCutoff): Promise<number> {
  const values = [accountId, attempts.firstIdAt(beforeMs), new Date(beforeMs), batchSize];
  for (let total = 0; ; ) {
    const deleted = await database.transaction(async (session) => {
      const rows = await session.query<{ id: string }>(
        `DELETE FROM deliveries WHERE account_id = $1 AND environment = 'test' AND finished_at < $3 AND id = ANY (ARRAY(
           SELECT id FROM deliveries WHERE account_id = $1 AND environment = 'test' AND id < $2 AND finished_at < $3
           ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED
         )) RETURNING id`,
        values,
      );
      await session.execute("DELETE FROM delivery_attempts WHERE delivery_id = ANY ($1)", [rows.map(({ id }) => id)]);
      return rows.length;
    });
    total += deleted;
    if (deleted < batchSize) return total;
  }
}

async function deleteEventsAhead(database: Database, { accountId, beforeMs }: AheadCutoff): Promise<void> {
  const values = [accountId, events.firstIdAt(beforeMs), batchSize];
  const unused = `SELECT id FROM events early WHERE account_id = $1 AND environment = 'test' AND id < $2
    AND NOT EXISTS (SELECT FROM deliveries WHERE deliveries.event_id = early.id) ORDER BY id LIMIT $3`;
  while ((await database.query(unused, values)).length > 0) {
    await holdTable(database, events, (session) =>
      session.execute(`DELETE FROM events WHERE id = ANY (ARRAY(${unused}))`, values),
    );
  }
}

/** While the table is held, a replay that found an event has committed its delivery, and none can find it from now on. */
async function isUnused(
  session: Session,
  { servedBy }: ServingTable,
  range: { firstId: string; endId: string },
): Promise<boolean> {
  const rows = await session.query(`SELECT 1 FROM deliveries WHERE ${servedBy} >= $1 AND ${servedBy} < $2 LIMIT 1`, [
    range.firstId,
    range.endId,
  ]);
  return rows.length === 0;
}

async function clearOverflow(database: Database, table: ServingTable, beforeMs: number): Promise<void> {
  const { overflow, key, servedBy } = table;
  const unused = `${key} < $1 AND NOT EXISTS (SELECT FROM deliveries WHERE deliveries.${servedBy} = early.${key})`;
  for (;;) {
    const values = [table.firstIdAt(beforeMs), batchSize];
    const found = await database.query(`SELECT 1 FROM ${overflow} early WHERE ${unused} LIMIT $2`, values);
    if (found.length === 0) return;
    await holdTable(database, table, (session) =>
      session.execute(
        `DELETE FROM ${overflow} WHERE ${key} = ANY (ARRAY(SELECT ${key} FROM ${overflow} early WHERE ${unused} ORDER BY ${key} LIMIT $2))`,
        values,
      ),
    );
  }
}
