import type { Session } from "../port/port.ts";

/** A table as an archive describes it. */
export interface TableShape {
  readonly table: string;
  readonly columns: readonly ColumnShape[];
  /** The partitions of days; empty where the table has none. */
  readonly partitions: readonly PartitionShape[];
}

interface ColumnShape {
  readonly name: string;
  readonly type: string;
}

/** A partition for a range of ids: from the first one, up to but without the end. */
export interface PartitionShape {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export interface SequenceState {
  readonly sequence: string;
  /** As text: a number may not hold it exactly. */
  readonly value: string;
  readonly isCalled: boolean;
}

/** What migrations write themselves, and an archive lists in its header. */
const migrationsTable = "schema_migrations";

const ownTables = `relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`;

/** Every table of the schema but the migrations', in order of names. Generated columns are left out: they follow from the others. */
export async function describeTables(session: Session): Promise<TableShape[]> {
  const rows = await session.query<{ name: string; column_name: string; type: string }>(
    `SELECT relname AS name, attname AS column_name, format_type(atttypid, atttypmod) AS type
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE ${ownTables} AND relname <> $1 AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     ORDER BY relname COLLATE "C", attnum`,
    [migrationsTable],
  );
  const partitions = await listPartitions(session);
  return [...Map.groupBy(rows, (row) => row.name)].map(([table, columns]) => ({
    table,
    columns: columns.map(({ column_name, type }) => ({ name: column_name, type })),
    partitions: partitions.filter(({ parent }) => parent === table).map(({ name, from, to }) => ({ name, from, to })),
  }));
}

/** Default partitions come with the migrations, the days with the data. */
async function listPartitions(session: Session): Promise<(PartitionShape & { parent: string })[]> {
  const rows = await session.query<{ parent: string; name: string; bound: string }>(
    `SELECT parent.relname AS parent, child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
     WHERE child.relispartition AND child.relkind IN ('r', 'p') AND parent.relnamespace = current_schema()::regnamespace
     ORDER BY child.relname COLLATE "C"`,
  );
  return rows.flatMap(({ parent, name, bound }) => {
    if (bound === "DEFAULT") return [];
    const [, from, to] = /^FOR VALUES FROM \('([^']*)'\) TO \('([^']*)'\)$/.exec(bound) ?? [];
    if (from === undefined || to === undefined) throw new Error(`partition ${name} has bounds of an unknown form`);
    return [{ parent, name, from, to }];
  });
}

export async function listSequences(session: Session): Promise<SequenceState[]> {
  const names = await session.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY 1`,
  );
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const [row] = await session.query<{ value: string; is_called: boolean }>(
      `SELECT last_value::text AS value, is_called FROM ${quoteName(name)}`,
    );
    if (row !== undefined) states.push({ sequence: name, value: row.value, isCalled: row.is_called });
  }
  return states;
}

/** The first table that holds a row, or that no migration of ours has made; undefined where the database is empty. */
export async function findOccupiedTable(session: Session): Promise<string | undefined> {
  const tables = await session.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE ${ownTables} ORDER BY relname COLLATE "C"`,
  );
  const names = tables.map(({ name }) => name);
  if (!names.includes(migrationsTable)) return names[0];
  for (const name of names.filter((each) => each !== migrationsTable)) {
    const [row] = await session.query(`SELECT 1 AS one FROM ${quoteName(name)} LIMIT 1`);
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
