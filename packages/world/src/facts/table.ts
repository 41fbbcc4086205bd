import { readFileSync } from "node:fs";
import { splitPlainRecords } from "../tables/plain-records.ts";

/** Folder of the tables, next to `src`. */
const FACTS_URL = new URL("../../facts/", import.meta.url);
/** Marks an empty cell. */
const EMPTY_CELL = "-";

/** A fault in a table: `message` names file and line, e.g. `airports.tsv:12: latitude is "x", not a number …`. */
export class FactsError extends Error {
  override readonly name = "FactsError";
  readonly file: string;
  readonly line: number;

  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`);
    this.file = file;
    this.line = line;
  }
}

interface RowSource {
  readonly file: string;
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** One line of a table, parsed column by column; every method throws `FactsError` if the cell is invalid. */
export class Row {
  readonly #source: RowSource;

  constructor(source: RowSource) {
    this.#source = source;
  }

  fail(message: string): never {
    throw new FactsError(this.#source.file, this.#source.line, message);
  }

  /** Returns the cell as text, never empty. */
  text(column: string): string {
    const cell = this.#source.cells.get(column);
    if (cell === undefined) return this.fail(`the table has no column ${column}`);
    if (cell === "" || cell === EMPTY_CELL) return this.fail(`${column} is empty`);
    return cell;
  }

  /** Returns the cell as text that must match `pattern`. */
  match(column: string, pattern: RegExp): string {
    const cell = this.text(column);
    return pattern.test(cell)
      ? cell
      : this.fail(`${column} is ${JSON.stringify(cell)}, which does not match ${pattern}`);
  }

  /** Returns the cell as a number from `minimum` to `maximum`. */
  number(column: string, minimum: number, maximum: number): number {
    const cell = this.text(column);
    const value = Number(cell);
    if (value >= minimum && value <= maximum) return value;
    return this.fail(`${column} is ${JSON.stringify(cell)}, not a number from ${minimum} to ${maximum}`);
  }

  /** Returns the cell as one of `choices`. */
  choice<Choice extends string>(column: string, choices: readonly Choice[]): Choice {
    const cell = this.text(column);
    const found = choices.find((choice) => choice === cell);
    return found ?? this.fail(`${column} is ${JSON.stringify(cell)}, not one of ${choices.join(", ")}`);
  }

  /** True if the cell is empty (`-`). */
  isEmpty(column: string): boolean {
    return this.#source.cells.get(column) === EMPTY_CELL;
  }

  /** Returns the cell as a comma-separated list of codes; `-` is the empty list; duplicates are a fault. */
  codes(column: string, pattern: RegExp): readonly string[] {
    if (this.isEmpty(column)) return Object.freeze<string[]>([]);
    const codes = this.text(column).split(",");
    const wrong = codes.find((code, index) => !pattern.test(code) || codes.indexOf(code) !== index);
    return wrong === undefined
      ? Object.freeze(codes)
      : this.fail(`${column} has ${JSON.stringify(wrong)}, which is not a code or is listed twice`);
  }
}

/**
 * Parses a tab-separated table: lines that begin with `#` and empty lines are skipped, the first other line names the columns.
 *
 * @throws FactsError if the number of cells in a line differs from the number of columns
 */
export function parseTable(file: string, text: string): Row[] {
  const rows: Row[] = [];
  let columns: readonly string[] | undefined;
  for (const { line, cells } of splitPlainRecords(text)) {
    if (columns === undefined) {
      columns = cells;
      continue;
    }
    if (cells.length !== columns.length) {
      throw new FactsError(file, line, `${cells.length} cells, but the table has ${columns.length} columns`);
    }
    const named = new Map(columns.map((column, at) => [column, cells[at] ?? ""]));
    rows.push(new Row({ file, line, cells: named }));
  }
  return rows;
}

/** Reads a table of the `facts` folder, with its heading. */
export function readTableText(file: string): string {
  return readFileSync(new URL(file, FACTS_URL), "utf8");
}

/** Reads and parses a table of the `facts` folder. */
export function readTable(file: string): Row[] {
  return parseTable(file, readTableText(file));
}

/**
 * Parses every row and indexes the results by code, in table order.
 *
 * @throws FactsError if a code is listed twice
 */
export function indexByCode<Fact extends { readonly code: string }>(
  rows: readonly Row[],
  parse: (row: Row) => Fact,
): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  for (const row of rows) {
    const fact = Object.freeze(parse(row));
    if (facts.has(fact.code)) row.fail(`${fact.code} is listed twice`);
    facts.set(fact.code, fact);
  }
  return facts;
}
