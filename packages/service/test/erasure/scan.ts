import type { Database } from "@wayfare/database";
import { boxes } from "./planted-rows.ts";

/** Rows by table, as texts: binary values also decrypted. */
export type Texts = ReadonlyMap<string, readonly string[]>;

/** Returns the names of all tables, without partitions. */
export async function listTables(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1 LIMIT 1000`,
  );
  return rows.map(({ name }) => name);
}

/** Reads every column of every table. */
export async function readTexts(database: Database, where: (table: string) => string = () => "true"): Promise<Texts> {
  const texts = new Map<string, string[]>();
  for (const table of await listTables(database)) {
    const rows = await database.query(`SELECT * FROM ${table} WHERE ${where(table)} LIMIT 100000`);
    texts.set(table, rows.map(textOf).toSorted());
  }
  return texts;
}

function textOf(row: object): string {
  return JSON.stringify(row, function (this: object, name, value: unknown) {
    const raw: unknown = Reflect.get(this, name);
    return raw instanceof Uint8Array ? textsOfBytes(raw) : value;
  });
}

function textsOfBytes(bytes: Uint8Array): string[] {
  const opened = boxes.flatMap((box) => {
    try {
      return [box.open(bytes)];
    } catch {
      return [];
    }
  });
  return [Buffer.from(bytes).toString("latin1"), ...opened];
}

/** Returns the tables with a text that matches. */
export function findTables(texts: Texts, pattern: RegExp): string[] {
  return [...texts].flatMap(([table, rows]) => (rows.some((row) => pattern.test(row)) ? [table] : []));
}
