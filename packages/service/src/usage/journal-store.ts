import { idTimeMs } from "@wayfare/contract";
import type { Database, Queryable } from "@wayfare/database";
import type { QuotaUse } from "../limits/account-quota.ts";
import type { Charge, JournalEntry } from "./journal-line.ts";
import { groupByKind } from "./record-kinds.ts";

/** Time within which searches with the same Idempotency-Key are charged once. */
export const chargeMs = 15 * 60_000;

/** Consecutive entries of a journal. */
export interface Batch {
  journal: string;
  /** Last entry of the journal that is in the database; 0 if none is. */
  previous: number;
  entries: readonly JournalEntry[];
}

/** Selects the entries of the next batch. A search with the same charge key as an earlier entry must wait for that entry's batch. */
export function nextBatch(entries: readonly JournalEntry[], maxRows: number): JournalEntry[] {
  const keys = new Set<string>();
  const end = entries.findIndex(({ record, charge }, index) => {
    if (index === maxRows) return true;
    if (charge === undefined) return false;
    const key = [record.accountId, record.environment, charge.slot, charge.fingerprint].join(" ");
    return keys.size === keys.add(key).size;
  });
  return entries.slice(0, end === -1 ? entries.length : end);
}

/**
 * Writes a batch of `nextBatch`: the request log, the counts, the charges of searches with an Idempotency-Key, the position of the journal,
 * and on the process's quota leases the number of its counted searches. One statement writes all of it or nothing. A request that is
 * already in the log is neither written nor counted again.
 *
 * @returns the ids of counted requests with a charge key; null, without writing, if the journal's position is not `previous`.
 */
export async function applyBatch(
  db: Queryable,
  { journal, previous, entries }: Batch,
  nowMs: number,
): Promise<ReadonlySet<string> | null> {
  const records = entries.map(({ record }) => record);
  const { kinds, indexes } = groupByKind(records);
  const last = entries.at(-1)?.sequence ?? previous;
  const leases = countLeases(entries);
  const charges = entries.flatMap(({ record, charge }) => (charge === undefined ? [] : [{ record, charge }]));
  const [row] = await db.query<{ applied: boolean; charged: string[] }>(
    `WITH position AS (
       INSERT INTO usage_journals AS kept (id, applied_sequence, applied_at)
       SELECT $1, $3::bigint, $4::timestamptz
       WHERE $2::bigint = 0 OR EXISTS (SELECT FROM usage_journals WHERE id = $1)
       ON CONFLICT (id) DO UPDATE SET applied_sequence = excluded.applied_sequence, applied_at = excluded.applied_at
         WHERE kept.applied_sequence = $2::bigint
       RETURNING id
     ), charged AS (
       INSERT INTO search_charges AS kept (account_id, environment, slot, fingerprint, charged_at, request_id, written_at)
       SELECT account_id, environment, decode(slot, 'hex'), decode(fingerprint, 'hex'), charged_at, request_id, $4
       FROM position
       CROSS JOIN unnest($21::text[], $22::text[], $23::text[], $24::text[], $25::timestamptz[], $26::text[])
         AS given (account_id, environment, slot, fingerprint, charged_at, request_id)
       ORDER BY 1, 2, 3, 4
       ON CONFLICT (account_id, environment, slot, fingerprint) DO UPDATE
         SET charged_at = GREATEST(kept.charged_at, excluded.charged_at), request_id = excluded.request_id, written_at = excluded.written_at
         WHERE kept.charged_at <= excluded.charged_at - $28::bigint * interval '1 millisecond'
            -- The record of an earlier request can arrive late, after a crash; within 15 minutes before a charge it is part of that charge.
            OR kept.charged_at >= excluded.charged_at + $28::bigint * interval '1 millisecond'
       RETURNING request_id
     ), logged AS (
       INSERT INTO requests
         (id, account_id, environment, at, key_id, application_id, method, route, status, duration_ms, address, operation)
       SELECT given.id, account_id, environment, 'epoch'::timestamptz + at_ms * interval '1 millisecond', key_id, application_id, method,
              route, status, duration_ms, address,
              CASE WHEN given.id <> ALL ($26::text[]) OR given.id IN (SELECT request_id FROM charged) THEN operation END
       FROM position
       CROSS JOIN unnest($5::text[], $6::bigint[], $7::smallint[], $8::real[], $9::bigint[]) AS given (id, at_ms, status, duration_ms, kind_index)
       JOIN unnest($10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[]) WITH ORDINALITY
         AS kind (account_id, environment, key_id, application_id, method, route, address, operation, index) ON kind.index = given.kind_index
       ON CONFLICT (id) DO NOTHING
       RETURNING id, account_id, environment, at, operation, key_id, application_id
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
       UPDATE quota_leases lease
       SET counted = GREATEST(lease.counted, leased.number),
           counted_with_key = lease.counted_with_key + (
             SELECT count(*) FROM logged JOIN unnest($26::text[], $27::timestamptz[]) AS held (id, period_start) ON held.id = logged.id
             WHERE logged.operation IS NOT NULL AND logged.account_id = lease.account_id AND held.period_start = lease.period_start
           )
       FROM leased WHERE lease.account_id = leased.account_id AND lease.period_start = leased.period_start AND lease.holder = $1
     )
     SELECT EXISTS (SELECT FROM position) AS applied,
            ARRAY(SELECT id FROM logged WHERE operation IS NOT NULL AND id = ANY ($26::text[])) AS charged`,
    [
      journal,
      previous,
      last,
      new Date(nowMs),
      records.map(({ id }) => id),
      records.map(({ id }) => idTimeMs(id)),
      records.map(({ status }) => status),
      records.map(({ durationMs }) => durationMs),
      indexes,
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
      charges.map(({ record }) => record.accountId),
      charges.map(({ record }) => record.environment),
      charges.map(({ charge }) => charge.slot),
      charges.map(({ charge }) => charge.fingerprint),
      charges.map(({ charge }) => new Date(charge.atMs)),
      charges.map(({ record }) => record.id),
      charges.map(({ charge }) => (charge.periodStartMs === null ? null : new Date(charge.periodStartMs))),
      chargeMs,
    ],
    { name: "apply-usage" },
  );
  return row?.applied === true ? new Set(row.charged) : null;
}

/** Returns the leases of a batch, each with its last numbered unit. Numbers instead of increments make repeated counting harmless. */
function countLeases(entries: readonly JournalEntry[]) {
  const leases = new Map<string, QuotaUse & { accountId: string }>();
  for (const entry of entries) {
    const { record } = entry;
    const use = entry.use ?? heldUnitOf(entry.charge);
    if (use === undefined) continue;
    const name = `${record.accountId} ${use.periodStartMs}`;
    const known = leases.get(name);
    if (known === undefined || known.number < use.number) leases.set(name, { accountId: record.accountId, ...use });
  }
  return [...leases.values()];
}

/** Searches with a charge key are not numbered. */
function heldUnitOf(charge: Charge | undefined): QuotaUse | undefined {
  const periodStartMs = charge?.periodStartMs ?? null;
  return periodStartMs === null ? undefined : { periodStartMs, number: 0 };
}

/** Returns the last entry of the journal that is in the database; 0 if none is. */
export async function findAppliedSequence(db: Queryable, journal: string): Promise<number> {
  const [row] = await db.query<{ applied_sequence: number }>(
    "SELECT applied_sequence FROM usage_journals WHERE id = $1",
    [journal],
  );
  return row?.applied_sequence ?? 0;
}

/**
 * Retention of the position of a journal after its process died and its files were not recovered. Entries in older files can no longer be
 * identified as written or not.
 */
export const journalRetentionMs = 90 * 86_400_000;

/** Deletes a batch of expired journal positions. Returns the number of deleted rows. */
export function deleteOldJournals(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    "DELETE FROM usage_journals WHERE id IN (SELECT id FROM usage_journals WHERE applied_at < $1 ORDER BY applied_at LIMIT $2)",
    [new Date(nowMs - journalRetentionMs), limit],
  );
}

/** Deletes the position of a journal without files. */
export async function deleteJournal(database: Database, journal: string): Promise<void> {
  await database.execute("DELETE FROM usage_journals WHERE id = $1", [journal]);
}
