import { json, type Queryable } from "@wayfare/database";

type Value = string | number | boolean | null | Date | readonly string[] | object;

interface Target {
  table: string;
  columns: readonly string[];
  /** Upsert: conflict columns, and columns to overwrite. If omitted, a duplicate row is an error. */
  upsert?: { by: readonly string[]; change: readonly string[] };
}

/** Writes rows in one statement. Keys are column names, times are Dates. */
export async function writeRows(
  db: Queryable,
  { table, columns, upsert: known }: Target,
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.join(", ");
  const change = known?.change.map((column) => `${column} = EXCLUDED.${column}`).join(", ");
  const conflict = known === undefined ? "" : ` ON CONFLICT (${known.by.join(", ")}) DO UPDATE SET ${change}`;
  await db.execute(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1)${conflict}`,
    [json(rows)],
  );
}

export function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

export function msOf(date: Date | null): number | null {
  return date === null ? null : date.getTime();
}
