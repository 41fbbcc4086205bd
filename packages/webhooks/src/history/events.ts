import { type EventType, formatInstant, type WebhookEvent } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import type { EndpointOwner } from "../endpoints/store.ts";

interface EventRow {
  id: string;
  type: EventType;
  environment: "test" | "live";
  data: Record<string, unknown>;
  created_at: Date;
}

const columns = "id, type, environment, data, created_at";

function toEvent({ id, type, environment, data, created_at: createdAt }: EventRow): WebhookEvent {
  return { id, type, createdAt: formatInstant(createdAt.getTime()), environment, data };
}

/** Events of an account and partition, newest first, from behind an id on. */
export async function listEvents(
  session: Session,
  { accountId, environment }: EndpointOwner,
  {
    type,
    firstId,
    afterId,
    limit,
  }: { type: EventType | undefined; firstId?: string | undefined; afterId: string | null; limit: number },
): Promise<WebhookEvent[]> {
  const rows = await session.query<EventRow>(
    `SELECT ${columns} FROM events
     WHERE account_id = $1 AND environment = $2 AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR type = $4)
       AND ($6::text IS NULL OR id >= $6)
     ORDER BY id DESC LIMIT $5`,
    [accountId, environment, afterId, type ?? null, limit, firstId ?? null],
  );
  return rows.map(toEvent);
}

export async function findEvent(
  session: Session,
  { accountId, environment }: EndpointOwner,
  id: string,
): Promise<WebhookEvent | undefined> {
  const [row] = await session.query<EventRow>(
    `SELECT ${columns} FROM events WHERE id = $1 AND account_id = $2 AND environment = $3`,
    [id, accountId, environment],
  );
  return row && toEvent(row);
}
