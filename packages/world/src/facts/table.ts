import { readdirSync, readFileSync } from "node:fs";
import { type EpochDay, type FactTable, parseEpochDay } from "@wayfare/engine";
import { resourceUrl } from "@wayfare/resources";
import { splitPlainRecords } from "../tables/plain-records.ts";

/** Folder of the tables, next to `src`. */
const FACTS_URL = resourceUrl("world/facts/");
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

/** True for a day of the calendar as `YYYY-MM-DD`. */
function isDate(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
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

  /** Returns the cell as a day, null if it is empty (`-`): the first or last day of a validity without a limit. */
  day(column: string): EpochDay | null {
    if (this.isEmpty(column)) return null;
    const cell = this.text(column);
    return isDate(cell)
      ? parseEpochDay(cell)
      : this.fail(`${column} is ${JSON.stringify(cell)}, not a date such as 2026-11-28`);
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

/** Reads and parses a table of the `facts` folder. @throws FactsError if it is malformed or does not state its source and age */
export function readTable(file: string): Row[] {
  const text = readTableText(file);
  parseHeading(file, text);
  return parseTable(file, text);
}

/** Yields the comment lines and empty lines before the first row. The rest of the text is not read, because tables are long. */
function* readHeadingLines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const next = text.indexOf("\n", start);
    const end = next === -1 ? text.length : next;
    const line = text.slice(start, end).replace(/\r$/, "");
    if (line !== "" && !line.startsWith("#")) return;
    yield line;
    start = end + 1;
  }
}

const HEADING_MEMBER = /^# (source|asOf|validUntil): *(.*?) *$/;

/**
 * Parses the heading of a table: the comment lines before its first row, of which `# source: …` and `# asOf: YYYY-MM-DD` are required and
 * `# validUntil: YYYY-MM-DD` is permitted.
 *
 * @throws FactsError if a line is missing, repeated or has no valid date
 */
export function parseHeading(file: string, text: string): FactTable {
  const members = new Map<string, string>();
  let lineNumber = 0;
  for (const line of readHeadingLines(text)) {
    lineNumber++;
    const [, name = "", value = ""] = HEADING_MEMBER.exec(line) ?? [];
    if (name === "") continue;
    if (members.has(name)) throw new FactsError(file, lineNumber, `the heading has two lines for ${name}`);
    if (value === "") throw new FactsError(file, lineNumber, `${name} is empty`);
    if (name !== "source" && !isDate(value)) {
      throw new FactsError(file, lineNumber, `${name} is ${JSON.stringify(value)}, not a date such as 2026-11-28`);
    }
    members.set(name, value);
  }
  const required = (name: string) => {
    const value = members.get(name);
    if (value === undefined) throw new FactsError(file, 1, `the heading has no line "# ${name}: …"`);
    return value;
  };
  const heading = { table: file, source: required("source"), asOf: required("asOf") };
  return Object.freeze({ ...heading, validUntil: members.get("validUntil") ?? null });
}

/** Reads the heading of every table of the `facts` folder, in the order of their names. @throws FactsError as `parseHeading` */
export function readHeadings(): FactTable[] {
  const files = readdirSync(FACTS_URL).filter((name) => name.endsWith(".tsv"));
  return files.toSorted().map((file) => parseHeading(file, readTableText(file)));
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
