import { type EventType, formatInstant, type RowScope, type WebhookEvent } from "@wayfare/contract";
import { applicationCondition, type Queryable } from "@wayfare/database";

export interface EventRow {
  id: string;
  type: EventType;
  environment: "test" | "live";
  application_id: string | null;
  data: Record<string, unknown>;
  created_at: Date;
}

export const eventColumns = "id, type, environment, application_id, data, created_at";

export function toEvent(row: EventRow): WebhookEvent {
  const { id, type, environment, application_id: applicationId, data } = row;
  return { id, type, createdAt: formatInstant(row.created_at.getTime()), environment, applicationId, data };
}

/** Lists the events of an account and environment, newest first, after an id. */
export async function listEvents(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  {
    type,
    firstId,
    afterId,
    limit,
  }: { type: EventType | undefined; firstId?: string | undefined; afterId: string | null; limit: number },
): Promise<WebhookEvent[]> {
  const rows = await db.query<EventRow>(
    `SELECT ${eventColumns} FROM events
     WHERE account_id = $1 AND environment = $2 AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR type = $4)
       AND ($6::text IS NULL OR id >= $6) AND ${applicationCondition("$7")}
     ORDER BY id DESC LIMIT $5`,
    [accountId, environment, afterId, type ?? null, limit, firstId ?? null, applicationId],
  );
  return rows.map(toEvent);
}

export async function findEvent(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
): Promise<WebhookEvent | undefined> {
  const [row] = await db.query<EventRow>(
    `SELECT ${eventColumns} FROM events WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$4")}`,
    [id, accountId, environment, applicationId],
  );
  return row && toEvent(row);
}
