import type { Queryable } from "@wayfare/database";
import type { Change, Step } from "./treatments.ts";

interface Batch {
  /** Id of the erased account or user. */
  subjectId: string;
  nowMs: number;
  limit: number;
}

/** Condition for the rows of a subject that are not erased yet. */
function conditionOf(change: Change): string {
  const { rows = "account_id = $1" } = change;
  if (change.do === "delete") return `(${rows})`;
  const names = Object.keys(change.set).join(", ");
  return `(${rows}) AND (${names}) IS DISTINCT FROM (${Object.values(change.set).join(", ")})`;
}

/** Returns the parameters that a statement uses. */
function parametersOf(sql: string, { subjectId, nowMs, limit }: Batch) {
  return sql.includes("$3") ? [subjectId, limit, new Date(nowMs)] : [subjectId, limit];
}

/**
 * Erases up to `limit` rows of a step. A row that another transaction is changing can be left for a later batch.
 *
 * @returns the number of erased rows by table; all zero if none is left.
 */
export async function eraseBatch(db: Queryable, step: Step, batch: Batch): Promise<Record<string, number>> {
  const { table, change } = step;
  const { key = "ctid" } = change;
  const picked = `${key} = ANY (ARRAY(SELECT ${key} FROM ${table} WHERE ${conditionOf(change)} LIMIT $2))`;
  if (change.do === "delete" && change.with !== undefined)
    return deleteWith(db, step, { picked, with: change.with, batch });
  const changes =
    change.do === "delete" ? [] : Object.entries(change.set).map(([column, value]) => `${column} = ${value}`);
  const verb = change.do === "delete" ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${changes.join(", ")}`;
  const sql = `${verb} WHERE ${picked} AND ${conditionOf(change)}`;
  return { [table]: await db.execute(sql, parametersOf(sql, batch)) };
}

async function deleteWith(
  db: Queryable,
  { table, change }: Step,
  {
    picked,
    with: { table: other, column },
    batch,
  }: { picked: string; with: { table: string; column: string }; batch: Batch },
): Promise<Record<string, number>> {
  const sql = `WITH gone AS (DELETE FROM ${table} WHERE ${picked} AND ${conditionOf(change)} RETURNING id),
    others AS (DELETE FROM ${other} USING gone WHERE ${other}.${column} = gone.id RETURNING 1)
    SELECT (SELECT count(*) FROM gone)::int AS rows, (SELECT count(*) FROM others)::int AS others`;
  const [counts] = await db.query<{ rows: number; others: number }>(sql, parametersOf(sql, batch));
  return { [table]: counts?.rows ?? 0, [other]: counts?.others ?? 0 };
}

/** Upper limit of a count of rows. */
const maxCounted = 1_000_000;

/** Counts the rows that a step would erase, up to `maxCounted`. */
export async function countRows(
  db: Queryable,
  { table, change }: Step,
  subjectId: string,
  nowMs: number,
): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${table} WHERE ${conditionOf(change)} LIMIT $2) AS found`;
  const [row] = await db.query<{ count: number }>(sql, parametersOf(sql, { subjectId, nowMs, limit: maxCounted }));
  return row?.count ?? 0;
}
