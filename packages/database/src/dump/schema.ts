import type { Queryable } from "../port/port.ts";

/** A table as described in an archive. */
export interface TableShape {
  readonly table: string;
  readonly columns: readonly ColumnShape[];
  /** Day partitions; empty for an unpartitioned table. */
  readonly partitions: readonly PartitionShape[];
}

interface ColumnShape {
  readonly name: string;
  readonly type: string;
}

/** A partition for a range of ids; `to` is exclusive. */
export interface PartitionShape {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export interface SequenceState {
  readonly sequence: string;
  /** As text, because it can exceed the safe integers. */
  readonly value: string;
  readonly isCalled: boolean;
}

/** Written by the migrations, and listed in the header of an archive. */
const migrationsTable = "schema_migrations";

const ownTables = `relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`;

/**
 * Returns all tables of the schema except the migrations', ordered by name. Generated columns are omitted, because they follow from the
 * others.
 */
export async function describeTables(db: Queryable): Promise<TableShape[]> {
  const rows = await db.query<{ name: string; column_name: string; type: string }>(
    `SELECT relname AS name, attname AS column_name, format_type(atttypid, atttypmod) AS type
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE ${ownTables} AND relname <> $1 AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     ORDER BY relname COLLATE "C", attnum`,
    [migrationsTable],
  );
  const partitions = await listPartitions(db);
  return [...Map.groupBy(rows, (row) => row.name)].map(([table, columns]) => ({
    table,
    columns: columns.map(({ column_name, type }) => ({ name: column_name, type })),
    partitions: partitions.filter(({ parent }) => parent === table).map(({ name, from, to }) => ({ name, from, to })),
  }));
}

/** Lists day partitions. Default partitions are created by migrations. */
async function listPartitions(db: Queryable): Promise<(PartitionShape & { parent: string })[]> {
  const rows = await db.query<{ parent: string; name: string; bound: string }>(
    `SELECT parent.relname AS parent, child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
     WHERE child.relispartition AND child.relkind IN ('r', 'p') AND parent.relnamespace = current_schema()::regnamespace
     ORDER BY child.relname COLLATE "C"`,
  );
  return rows.flatMap(({ parent, name, bound }) => {
    if (bound === "DEFAULT") return [];
    const [, from, to] = /^FOR VALUES FROM \('([^']*)'\) TO \('([^']*)'\)$/.exec(bound) ?? [];
    if (from === undefined || to === undefined) throw new Error(`partition ${name} has bounds of an unknown format`);
    return [{ parent, name, from, to }];
  });
}

export async function listSequences(db: Queryable): Promise<SequenceState[]> {
  const names = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY 1`,
  );
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const [row] = await db.query<{ value: string; is_called: boolean }>(
      `SELECT last_value::text AS value, is_called FROM ${quoteName(name)}`,
    );
    if (row !== undefined) states.push({ sequence: name, value: row.value, isCalled: row.is_called });
  }
  return states;
}

/** Tables whose first rows are inserted by migrations. A restore replaces the rows. */
export const seededTables: readonly string[] = ["plans", "plan_versions"];

/** Returns the first table that has a row, other than those that migrations insert, or that Wayfare did not create; undefined for an empty database. */
export async function findNonEmptyTable(db: Queryable): Promise<string | undefined> {
  const tables = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE ${ownTables} ORDER BY relname COLLATE "C"`,
  );
  const names = tables.map(({ name }) => name);
  if (!names.includes(migrationsTable)) return names[0];
  for (const name of names.filter((each) => each !== migrationsTable && !seededTables.includes(each))) {
    const [row] = await db.query(`SELECT 1 AS one FROM ${quoteName(name)} LIMIT 1`);
    if (row !== undefined) return name;
  }
  return undefined;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
