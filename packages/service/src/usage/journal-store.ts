import { idTimeMs } from "@wayfare/contract";
import type { Database, Session } from "@wayfare/database";
import type { QuotaUse } from "../limits/account-quota.ts";
import type { Entry } from "./journal-line.ts";
import { findKinds } from "./record-kinds.ts";

/** A run of a journal's entries, in order. */
export interface Batch {
  journal: string;
  /** The journal's last entry that is in the database already; 0 where none is. */
  previous: number;
  entries: readonly Entry[];
}

/**
 * Writes a batch: the request log, the counts, the position of the journal, and on the process's quota leases which of its searches are
 * counted; all in one statement and so all or nothing. A request that is in the log already is neither written nor counted again.
 *
 * @returns false, having written nothing, if the journal's position is not `previous`.
 */
export async function applyBatch(
  session: Session,
  { journal, previous, entries }: Batch,
  nowMs: number,
): Promise<boolean> {
  const records = entries.map(({ record }) => record);
  const { kinds, places } = findKinds(records);
  const last = entries.at(-1)?.sequence ?? previous;
  const leases = countLeases(entries);
  const [row] = await session.query<{ applied: boolean }>(
    `WITH position AS (
       INSERT INTO usage_journals AS kept (id, applied_sequence, applied_at)
       SELECT $1, $3::bigint, $4::timestamptz
       WHERE $2::bigint = 0 OR EXISTS (SELECT FROM usage_journals WHERE id = $1)
       ON CONFLICT (id) DO UPDATE SET applied_sequence = excluded.applied_sequence, applied_at = excluded.applied_at
         WHERE kept.applied_sequence = $2::bigint
       RETURNING id
     ), logged AS (
       INSERT INTO requests
         (id, account_id, environment, at, key_id, application_id, method, route, status, duration_ms, address, operation)
       SELECT given.id, account_id, environment, 'epoch'::timestamptz + at_ms * interval '1 millisecond', key_id, application_id, method,
              route, status, duration_ms, address, operation
       FROM position
       CROSS JOIN unnest($5::text[], $6::bigint[], $7::smallint[], $8::real[], $9::bigint[]) AS given (id, at_ms, status, duration_ms, place)
       JOIN unnest($10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[]) WITH ORDINALITY
         AS kind (account_id, environment, key_id, application_id, method, route, address, operation, place) ON kind.place = given.place
       ON CONFLICT (id) DO NOTHING
       RETURNING account_id, environment, at, operation, key_id, application_id
     ), counted AS (
       INSERT INTO usage_hours AS kept (account_id, environment, hour, operation, key_id, application_id, count)
       SELECT account_id, environment, date_trunc('hour', at, 'UTC'), operation, key_id, application_id, count(*)
       FROM logged WHERE operation IS NOT NULL
       GROUP BY 1, 2, 3, 4, 5, 6
       ORDER BY 1, 2, 3, 4, 5, 6
       ON CONFLICT (account_id, environment, hour, operation, key_id, application_id)
         DO UPDATE SET count = kept.count + excluded.count
       RETURNING 1
     ), leased AS (
       SELECT lease.account_id, lease.period_start, used.number
       FROM position
       CROSS JOIN unnest($18::text[], $19::timestamptz[], $20::bigint[]) AS used (account_id, period_start, number)
       JOIN quota_leases lease ON lease.account_id = used.account_id AND lease.period_start = used.period_start AND lease.holder = $1
       ORDER BY lease.account_id, lease.period_start FOR UPDATE OF lease
     ), settled AS (
       UPDATE quota_leases lease SET counted = GREATEST(lease.counted, leased.number)
       FROM leased WHERE lease.account_id = leased.account_id AND lease.period_start = leased.period_start AND lease.holder = $1
     )
     SELECT EXISTS (SELECT FROM position) AS applied`,
    [
      journal,
      previous,
      last,
      new Date(nowMs),
      records.map(({ id }) => id),
      records.map(({ id }) => idTimeMs(id)),
      records.map(({ status }) => status),
      records.map(({ durationMs }) => durationMs),
      places,
      kinds.map(({ accountId }) => accountId),
      kinds.map(({ environment }) => environment),
      kinds.map(({ keyId }) => keyId),
      kinds.map(({ applicationId }) => applicationId),
      kinds.map(({ method }) => method),
      kinds.map(({ route }) => route),
      kinds.map(({ address }) => address),
      kinds.map(({ operation }) => operation),
      leases.map(({ accountId }) => accountId),
      leases.map(({ periodStartMs }) => new Date(periodStartMs)),
      leases.map(({ number }) => number),
    ],
    { name: "apply-usage" },
  );
  return row?.applied === true;
}

/** The last unit that a batch uses of each lease. Numbers, not increments: counting them again changes nothing. */
function countLeases(entries: readonly Entry[]) {
  const leases = new Map<string, QuotaUse & { accountId: string }>();
  for (const { record, use } of entries) {
    if (use === undefined) continue;
    const name = `${record.accountId} ${use.periodStartMs}`;
    const known = leases.get(name);
    if (known === undefined || known.number < use.number) leases.set(name, { accountId: record.accountId, ...use });
  }
  return [...leases.values()];
}

/** The journal's last entry that is in the database; 0 where none is. */
export async function findAppliedSequence(session: Session, journal: string): Promise<number> {
  const [row] = await session.query<{ applied_sequence: number }>(
    "SELECT applied_sequence FROM usage_journals WHERE id = $1",
    [journal],
  );
  return row?.applied_sequence ?? 0;
}

/**
 * How long the position of a journal is kept that says nothing more: its process has died, and nobody has brought its files. What is
 * in files that are older nobody can tell any more to be written or not.
 */
export const journalKeptMs = 90 * 86_400_000;

/** Deletes one batch of positions of journals that have rested for so long; answers how many there were. */
export function deleteOldJournals(session: Session, nowMs: number, limit: number): Promise<number> {
  return session.execute(
    "DELETE FROM usage_journals WHERE id IN (SELECT id FROM usage_journals WHERE applied_at < $1 ORDER BY applied_at LIMIT $2)",
    [new Date(nowMs - journalKeptMs), limit],
  );
}

/** Forgets a journal of which no file is left. */
export async function deleteJournal(database: Database, journal: string): Promise<void> {
  await database.execute("DELETE FROM usage_journals WHERE id = $1", [journal]);
}
