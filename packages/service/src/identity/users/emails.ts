import type { Queryable } from "@wayfare/database";

/**
 * Lists the email addresses of a user, or of all users of an account, also removed ones, in the order of their ids.
 *
 * @param range.subjectId id of the user or of the account.
 * @param range.afterId id of the last user of the previous page.
 */
export function listUserEmails(
  db: Queryable,
  { subjectId, afterId, limit }: { subjectId: string; afterId: string; limit: number },
): Promise<{ id: string; email: string }[]> {
  return db.query<{ id: string; email: string }>(
    "SELECT id, email FROM users WHERE (account_id = $1 OR id = $1) AND id > $2 AND email IS NOT NULL ORDER BY id LIMIT $3",
    [subjectId, afterId, limit],
  );
}
