import { json, type Session } from "@wayfare/database";

type Value = string | number | boolean | null | Date | readonly string[] | object;

interface Target {
  table: string;
  columns: readonly string[];
  /** What makes a row known, and which of its columns are then written over; without it, a known row is an error. */
  known?: { by: readonly string[]; change: readonly string[] };
}

/** Writes rows in one statement, however many there are: keys are columns, instants Dates. */
export async function writeRows(
  session: Session,
  { table, columns, known }: Target,
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.join(", ");
  const change = known?.change.map((column) => `${column} = EXCLUDED.${column}`).join(", ");
  const conflict = known === undefined ? "" : ` ON CONFLICT (${known.by.join(", ")}) DO UPDATE SET ${change}`;
  await session.execute(
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
