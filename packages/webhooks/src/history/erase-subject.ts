import type { RowScope } from "@wayfare/contract";
import { applicationCondition, json, type Queryable } from "@wayfare/database";

/**
 * Replaces members of the data of all events of a subject, such as a booking, and deletes the responses of receivers to them. Members that
 * an event does not have are not added.
 */
export async function eraseSubjectData(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { subject, members }: { subject: string; members: Readonly<Record<string, unknown>> },
): Promise<void> {
  const condition = `account_id = $1 AND environment = $2 AND ${applicationCondition("$3")}`;
  const owner = [accountId, environment, applicationId];
  const changed = await db.query<{ id: string }>(
    `UPDATE events SET data = data || (
       SELECT coalesce(jsonb_object_agg(given.key, given.value), '{}') FROM jsonb_each($5::jsonb) AS given WHERE data ? given.key
     ) WHERE ${condition} AND subject = $4 RETURNING id`,
    [...owner, subject, json(members)],
  );
  await db.execute(
    `UPDATE delivery_attempts SET response_headers = '{}', response_body = ''
     WHERE delivery_id IN (SELECT id FROM deliveries WHERE ${condition} AND event_id = ANY ($4::text[]))`,
    [...owner, changed.map(({ id }) => id)],
  );
}
