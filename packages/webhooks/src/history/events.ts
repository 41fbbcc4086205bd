import { type EventType, formatInstant, type RowScope, type WebhookEvent } from "@wayfare/contract";
import { applicationCondition, type Queryable } from "@wayfare/database";

export interface EventRow {
  id: string;
  type: EventType;
  environment: "test" | "live";
  application_id: string | null;
  subject: string | null;
  data: Record<string, unknown>;
  created_at: Date;
}

export const eventColumns = "id, type, environment, application_id, subject, data, created_at";

export function toEvent(row: EventRow): WebhookEvent {
  const { id, type, subject, environment, application_id: applicationId, data } = row;
  return { id, type, subject, createdAt: formatInstant(row.created_at.getTime()), environment, applicationId, data };
}

export interface EventFilter {
  type?: EventType | undefined;
  subject?: string | undefined;
}

/** Lists the events of an account and environment, newest first, after an id. */
export async function listEvents(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  {
    filter,
    firstId,
    afterId,
    limit,
  }: { filter: EventFilter; firstId?: string | undefined; afterId: string | null; limit: number },
): Promise<WebhookEvent[]> {
  const rows = await db.query<EventRow>(
    `SELECT ${eventColumns} FROM events
     WHERE account_id = $1 AND environment = $2 AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR type = $4)
       AND ($6::text IS NULL OR id >= $6) AND ${applicationCondition("$7")}
       AND ($8::text IS NULL OR subject = $8)
     ORDER BY id DESC LIMIT $5`,
    [
      accountId,
      environment,
      afterId,
      filter.type ?? null,
      limit,
      firstId ?? null,
      applicationId,
      filter.subject ?? null,
    ],
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
