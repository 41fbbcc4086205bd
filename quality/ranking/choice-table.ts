import { readRecords, type TableRecord } from "@wayfare/world";
import { readCarriers, readChosen, readInteger, readMinuteOfDay, readNumber } from "./cells.ts";
import { type ColumnPositions, type ColumnRole, type DurationUnit, durationUnits, findColumns } from "./columns.ts";
import { TableError } from "./table-error.ts";

/** One option shown to a traveler. */
export interface ShownOption {
  /** In any unit, as long as it is the same within the session: only ratios matter. */
  price: number;
  durationMinutes: number;
  stops: number;
  carriers: number;
  /** Local minute of the day. */
  departureMinute: number;
  arrivalMinute: number;
  chosen: boolean;
}

export interface ChoiceTable {
  /** Options of each session, in file order. Exactly one per session is chosen. */
  sessions: ShownOption[][];
  /** Roles that have a column in the table. */
  roles: ReadonlySet<ColumnRole>;
  /** Skipped sessions: no option was chosen, or there was only one option. */
  withoutChoice: number;
  ofOneOption: number;
}

export interface TableOptions {
  names: Readonly<Partial<Record<ColumnRole, string>>>;
  durationUnit: DurationUnit;
}

/** Memory limit: more would not fit a usual machine; a sample of sessions is as informative. */
const maxRows = 5_000_000;
const maxListedErrors = 10;
/** Default for a missing hour: any constant, because only differences within a session count. */
const noon = 720;

/**
 * Reads a table of choices, one option per row. Rows of a session need not be adjacent.
 *
 * @throws TableError with line and column of the first ten invalid cells, or if no session is left to fit
 */
export async function readChoiceTable(path: string, { names, durationUnit }: TableOptions): Promise<ChoiceTable> {
  const sessions = new Map<string, { options: ShownOption[]; chosenOn: number | null }>();
  const errors: string[] = [];
  let reader: RowReader | null = null;
  let rows = 0;
  for await (const record of readRecords(path)) {
    if (reader === null) {
      reader = new RowReader(findColumns(record.cells, names), record.cells, durationUnits[durationUnit], errors);
      continue;
    }
    if (++rows > maxRows)
      throw new TableError(`line ${record.line}: more than ${maxRows} rows; take a sample of sessions.`);
    const row = reader.read(record);
    if (errors.length >= maxListedErrors) break;
    if (row === null) continue;
    const session = sessions.get(row.session) ?? { options: [], chosenOn: null };
    sessions.set(row.session, session);
    session.options.push(row.option);
    if (!row.option.chosen) continue;
    if (session.chosenOn !== null) {
      const label = JSON.stringify(row.session.slice(0, 40));
      errors.push(
        `line ${record.line}, column chosen: session ${label} already has a choice on line ${session.chosenOn}.`,
      );
    }
    session.chosenOn = record.line;
  }
  if (reader === null) throw new TableError("the file is empty. Its first line must name the columns.");
  if (errors.length > 0) throw new TableError(errors.slice(0, maxListedErrors).join("\n"));
  return splitSessions([...sessions.values()], reader.roles);
}

function splitSessions(
  all: { options: ShownOption[]; chosenOn: number | null }[],
  roles: ChoiceTable["roles"],
): ChoiceTable {
  const chosen = all.filter(({ chosenOn }) => chosenOn !== null);
  const sessions = chosen.filter(({ options }) => options.length > 1).map(({ options }) => options);
  const [withoutChoice, ofOneOption] = [all.length - chosen.length, chosen.length - sessions.length];
  if (sessions.length === 0) {
    throw new TableError(
      `no usable session: of ${all.length}, ${withoutChoice} have no choice and ${ofOneOption} have one option.`,
    );
  }
  return { sessions, roles, withoutChoice, ofOneOption };
}

class RowReader {
  readonly roles: ReadonlySet<ColumnRole>;
  readonly #columns: ColumnPositions;
  readonly #header: readonly string[];
  readonly #minutesPerUnit: number;
  readonly #errors: string[];

  constructor(columns: ColumnPositions, header: readonly string[], minutesPerUnit: number, errors: string[]) {
    this.#columns = columns;
    this.#header = header;
    this.#minutesPerUnit = minutesPerUnit;
    this.#errors = errors;
    const isRole = (name: string): name is ColumnRole => name in columns;
    this.roles = new Set(
      Object.keys(columns)
        .filter((name) => isRole(name) && columns[name] >= 0)
        .filter(isRole),
    );
  }

  /** Null if a cell is invalid; the fault has been recorded. */
  read(record: TableRecord): { session: string; option: ShownOption } | null {
    const { cells, line } = record;
    if (cells.length !== this.#header.length) {
      this.#errors.push(`line ${line}: ${cells.length} fields, but the header has ${this.#header.length}.`);
      return null;
    }
    const before = this.#errors.length;
    const cell = <Value>(
      role: ColumnRole,
      expected: string,
      parse: (text: string) => Value | undefined,
      absent: Value,
    ) => this.#cell(record, { role, expected, parse, absent });
    const session = cell("session", "a name", (text) => text.trim() || undefined, "");
    const price = cell("price", "a number above 0", (text) => readNumber(text, Number.MIN_VALUE, 1e15), 0);
    const duration = cell("duration", "a number above 0", (text) => readNumber(text, Number.MIN_VALUE, 1e9), 0);
    const option = {
      price,
      durationMinutes: duration * this.#minutesPerUnit,
      stops: cell("stops", "a whole number from 0 to 9", (text) => readInteger(text, 0, 9), 0),
      carriers: cell("carriers", "a number from 1 to 9 or codes", readCarriers, 1),
      departureMinute: cell("departure", "a local time, HH:MM", readMinuteOfDay, noon),
      arrivalMinute: cell("arrival", "a local time, HH:MM", readMinuteOfDay, noon),
      chosen: cell("chosen", "1 or 0", readChosen, false),
    };
    return this.#errors.length > before ? null : { session, option };
  }

  #cell<Value>({ cells, line }: TableRecord, { role, expected, parse, absent }: CellOptions<Value>): Value {
    const position = this.#columns[role];
    if (position < 0) return absent;
    const text = cells[position] ?? "";
    const value = parse(text);
    if (value !== undefined) return value;
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    this.#errors.push(`line ${line}, column ${this.#header[position]}: ${JSON.stringify(shown)} is not ${expected}.`);
    return absent;
  }
}

interface CellOptions<Value> {
  role: ColumnRole;
  expected: string;
  parse: (text: string) => Value | undefined;
  absent: Value;
}
