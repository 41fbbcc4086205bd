import { type Database, type Queryable, runUnitOfWork } from "@wayfare/database";
import { type CredentialState, healthyCredential } from "@wayfare/suppliers";

interface Row {
  failures: number;
  open_ms: number;
  opened_at: Date | null;
  open_until: Date | null;
  blocked_until: Date;
  refusals: number;
}

/** Reads the shared state of a credential. */
export async function readCircuit(db: Queryable, credentialId: string): Promise<CredentialState> {
  const [row] = await db.query<Row>(
    `SELECT failures, open_ms, opened_at, open_until, blocked_until, refusals FROM supplier_circuits
     WHERE credential_id = $1 ORDER BY credential_id LIMIT 1`,
    [credentialId],
  );
  return row === undefined ? healthyCredential : toState(row);
}

/**
 * Changes the shared state of a credential. Changes of several processes follow each other.
 *
 * @param change computes the new state
 * @param endsProbe true if the probe of this process has ended
 * @returns the new state
 */
export function changeCircuit(
  database: Database,
  credentialId: string,
  {
    change,
    endsProbe,
    nowMs,
  }: { change: (state: CredentialState) => CredentialState; endsProbe: boolean; nowMs: number },
): Promise<CredentialState> {
  return runUnitOfWork(database, nowMs, async ({ tx }) => {
    // Locks the row, which another process may insert at the same time.
    await tx.execute(
      `INSERT INTO supplier_circuits (credential_id, failures, open_ms, blocked_until, refusals, updated_at)
       VALUES ($1, 0, 0, $2, 0, $3) ON CONFLICT (credential_id) DO UPDATE SET updated_at = excluded.updated_at`,
      [credentialId, new Date(0), new Date(nowMs)],
    );
    const state = change(await readCircuit(tx, credentialId));
    await tx.execute(
      `UPDATE supplier_circuits SET failures = $2, open_ms = $3, opened_at = $4, open_until = $5, blocked_until = $6,
         refusals = $7, probe_until = CASE WHEN $8 THEN NULL ELSE probe_until END
       WHERE credential_id = $1`,
      [
        credentialId,
        state.failures,
        state.openMs,
        toDate(state.openedAtMs),
        toDate(state.openUntilMs),
        new Date(state.blockedUntilMs),
        state.refusals,
        endsProbe,
      ],
    );
    return state;
  });
}

/** Claims the probe of an open breaker, which one process makes. @returns false if another makes it, or the breaker is not due */
export async function claimProbe(
  db: Queryable,
  credentialId: string,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<boolean> {
  const rows = await db.execute(
    `UPDATE supplier_circuits SET probe_until = $3, updated_at = $2
     WHERE credential_id = $1 AND open_until <= $2 AND (probe_until IS NULL OR probe_until <= $2)`,
    [credentialId, new Date(nowMs), new Date(untilMs)],
  );
  return rows > 0;
}

const keptMs = 86_400_000;

/** Deletes the states of credentials that have not changed for a day. @returns the number of deleted rows */
export function deleteOldCircuits(database: Database, nowMs: number, limit: number): Promise<number> {
  return database.execute(
    `DELETE FROM supplier_circuits WHERE credential_id IN (
       SELECT credential_id FROM supplier_circuits WHERE updated_at < $1 AND blocked_until < $2
       ORDER BY updated_at LIMIT $3
     )`,
    [new Date(nowMs - keptMs), new Date(nowMs), limit],
  );
}

function toState(row: Row): CredentialState {
  return {
    failures: row.failures,
    openMs: row.open_ms,
    openedAtMs: row.opened_at?.getTime() ?? null,
    openUntilMs: row.open_until?.getTime() ?? null,
    blockedUntilMs: row.blocked_until.getTime(),
    refusals: row.refusals,
  };
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
