import { type LimitedOperation, limitPeriodAt } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { SharedUsageLimit } from "../http/caller.ts";

/** Uses that a limit counts, for an account. */
export interface LimitedUse {
  accountId: string;
  operation: LimitedOperation;
  limit: SharedUsageLimit;
}

/** Retention of counts: longer than any period. */
const keptMs = 62 * 86_400_000;

/** Counts one use at a time. Returns false, without counting it, if the limit of the period is reached. */
export async function takeUse(
  db: Queryable,
  { accountId, operation, limit }: LimitedUse,
  nowMs: number,
): Promise<boolean> {
  const { startMs } = limitPeriodAt(limit.period, nowMs);
  const rows = await db.query(
    `INSERT INTO key_usage (account_id, key_id, operation, period, period_start, used) VALUES ($1, $2, $3, $4, $5, 1)
     ON CONFLICT (key_id, operation, period, period_start) DO UPDATE SET used = key_usage.used + 1
       WHERE key_usage.account_id = $1 AND key_usage.used < $6
     RETURNING used`,
    [accountId, limit.countedBy, operation, limit.period, new Date(startMs), limit.max],
    { name: "take-key-use" },
  );
  return rows.length > 0;
}

/** Returns one use that was taken at a time. */
export async function returnUse(
  db: Queryable,
  { accountId, operation, limit }: LimitedUse,
  takenAtMs: number,
): Promise<void> {
  await db.execute(
    `UPDATE key_usage SET used = used - 1
     WHERE account_id = $1 AND key_id = $2 AND operation = $3 AND period = $4 AND period_start = $5 AND used > 0`,
    [accountId, limit.countedBy, operation, limit.period, new Date(limitPeriodAt(limit.period, takenAtMs).startMs)],
    { name: "return-key-use" },
  );
}

/** Reads the counts of limits at a time, in their order. */
export async function readUses(db: Queryable, uses: readonly LimitedUse[], nowMs: number): Promise<number[]> {
  if (uses.length === 0) return [];
  const rows = await db.query<{ used: number }>(
    `SELECT coalesce(usage.used, 0)::bigint AS used
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) WITH ORDINALITY
       AS asked (account_id, key_id, operation, period, period_start, at)
     LEFT JOIN key_usage usage ON usage.account_id = asked.account_id AND usage.key_id = asked.key_id
       AND usage.operation = asked.operation AND usage.period = asked.period AND usage.period_start = asked.period_start
     ORDER BY asked.at`,
    [
      uses.map(({ accountId }) => accountId),
      uses.map(({ limit }) => limit.countedBy),
      uses.map(({ operation }) => operation),
      uses.map(({ limit }) => limit.period),
      uses.map(({ limit }) => new Date(limitPeriodAt(limit.period, nowMs).startMs)),
    ],
  );
  return rows.map(({ used }) => used);
}

/** Deletes a batch of old counts, oldest first. Returns the number of deleted rows. */
export function deleteOldKeyUsage(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM key_usage WHERE ctid IN (
       SELECT ctid FROM key_usage WHERE period_start < $1 ORDER BY period_start LIMIT $2
     )`,
    [new Date(nowMs - keptMs), limit],
  );
}
