import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

/** One numbered step of the schema. */
export interface MigrationFile {
  /** From the file's name; the order of application. */
  readonly id: number;
  readonly name: string;
  /** True if a process that does not know this file cannot work with the schema that it makes. */
  readonly breaking: boolean;
  readonly sql: string;
  /**
   * The statements of a file whose second line is `-- concurrently`: each is a `CREATE INDEX CONCURRENTLY name …` and runs outside any
   * transaction, so that writers of a large table go on meanwhile. Null for every other file, which is one transaction.
   */
  readonly concurrentIndexes: readonly ConcurrentIndex[] | null;
  /** SHA-256 of the text, hexadecimal, with line endings as Unix writes them. */
  readonly checksum: string;
}

/** One index that is built while the table is written to. */
export interface ConcurrentIndex {
  readonly name: string;
  readonly sql: string;
}

const directory = new URL("../../migrations/", import.meta.url);

/** The migrations that this version of Wayfare ships, in order. */
export async function listMigrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => parseMigrationFile(name, await readFile(new URL(name, directory), "utf8"))),
  );
}

/**
 * A migration from its file name, `NNNN_name.sql`, and its text, whose first line is `-- breaking: true` or
 * `-- breaking: false`. Throws where either is otherwise: forgetting to decide is not a decision.
 */
export function parseMigrationFile(fileName: string, text: string): MigrationFile {
  const named = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(fileName);
  if (named?.[1] === undefined || named[2] === undefined) {
    throw new Error(`migration ${fileName} should be named NNNN_name.sql`);
  }
  const sql = text.replaceAll("\r\n", "\n");
  const breaking = /^-- breaking: (true|false)\n/.exec(sql)?.[1];
  if (breaking === undefined) {
    throw new Error(`migration ${fileName} should begin with the line "-- breaking: true" or "-- breaking: false"`);
  }
  const concurrentIndexes = sql.split("\n")[1] === "-- concurrently" ? parseConcurrentIndexes(fileName, sql) : null;
  const checksum = createHash("sha256").update(sql).digest("hex");
  return { id: Number(named[1]), name: named[2], breaking: breaking === "true", sql, concurrentIndexes, checksum };
}

function parseConcurrentIndexes(fileName: string, sql: string): ConcurrentIndex[] {
  const statements = sql
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  return statements.map((statement) => {
    const name = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY ([a-z0-9_]+) ON /.exec(statement)?.[1];
    if (name !== undefined) return { name, sql: statement };
    throw new Error(`migration ${fileName} should hold nothing but CREATE INDEX CONCURRENTLY name ON … statements`);
  });
}
