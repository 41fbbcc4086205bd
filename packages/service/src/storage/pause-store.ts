import type { Queryable } from "@wayfare/database";

/** Reason and start of a pause of outbound traffic. */
export interface OutboundPause {
  reason: string;
  pausedAt: Date;
}

/** Channel that announces the end of a pause. */
export const resumedChannel = "wayfare_resumed";

/** Returns the pause, or undefined while deliveries, challenges and payments run. */
export async function findPause(db: Queryable): Promise<OutboundPause | undefined> {
  const [row] = await db.query<{ reason: string; paused_at: Date }>(
    "SELECT reason, paused_at FROM outbound_pause LIMIT 1",
  );
  return row && { reason: row.reason, pausedAt: row.paused_at };
}

export async function insertPause(db: Queryable, { reason, nowMs }: { reason: string; nowMs: number }): Promise<void> {
  await db.execute(
    `INSERT INTO outbound_pause (reason, paused_at) VALUES ($1, $2)
     ON CONFLICT (only_row) DO UPDATE SET reason = EXCLUDED.reason, paused_at = EXCLUDED.paused_at`,
    [reason, new Date(nowMs)],
  );
}

/** Ends the pause and returns it; undefined if there was none. */
export async function deletePause(db: Queryable): Promise<OutboundPause | undefined> {
  const [row] = await db.query<{ reason: string; paused_at: Date }>(
    "DELETE FROM outbound_pause RETURNING reason, paused_at",
  );
  if (row === undefined) return undefined;
  await db.query("SELECT pg_notify($1, '')", [resumedChannel]);
  return { reason: row.reason, pausedAt: row.paused_at };
}
