import type { Session } from "@wayfare/database";

/** Why nothing leaves the deployment, and since when. */
export interface OutboundPause {
  reason: string;
  pausedAt: Date;
}

/** Heard by the processes that wait for the end of a pause. */
export const resumedChannel = "wayfare_resumed";

/** The pause; undefined while deliveries, challenges and payments run. */
export async function findPause(session: Session): Promise<OutboundPause | undefined> {
  const [row] = await session.query<{ reason: string; paused_at: Date }>(
    "SELECT reason, paused_at FROM outbound_pause LIMIT 1",
  );
  return row && { reason: row.reason, pausedAt: row.paused_at };
}

export async function insertPause(
  session: Session,
  { reason, nowMs }: { reason: string; nowMs: number },
): Promise<void> {
  await session.execute(
    `INSERT INTO outbound_pause (reason, paused_at) VALUES ($1, $2)
     ON CONFLICT (only_row) DO UPDATE SET reason = EXCLUDED.reason, paused_at = EXCLUDED.paused_at`,
    [reason, new Date(nowMs)],
  );
}

/** Ends the pause. Answers what it was; undefined where there was none. */
export async function deletePause(session: Session): Promise<OutboundPause | undefined> {
  const [row] = await session.query<{ reason: string; paused_at: Date }>(
    "DELETE FROM outbound_pause RETURNING reason, paused_at",
  );
  if (row === undefined) return undefined;
  await session.query("SELECT pg_notify($1, '')", [resumedChannel]);
  return { reason: row.reason, pausedAt: row.paused_at };
}
