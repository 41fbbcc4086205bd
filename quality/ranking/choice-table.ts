import { readRecords, type TableRecord } from "@wayfare/world";
import { readCarriers, readChosen, readInteger, readMinuteOfDay, readNumber } from "./cells.ts";
import { type ColumnPositions, type ColumnRole, type DurationUnit, durationUnits, findColumns } from "./columns.ts";
import { TableFault } from "./table-fault.ts";

/** One option that somebody was shown. */
export interface ShownOption {
  /** In any unit, the same within its session: only ratios count. */
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
  /** The options of each session, in the order of the file. Exactly one of each is chosen. */
  sessions: ShownOption[][];
  /** Roles that the table has a column for. */
  roles: ReadonlySet<ColumnRole>;
  /** Sessions that were passed over: nothing was chosen, or there was nothing to choose from. */
  withoutChoice: number;
  ofOneOption: number;
}

export interface TableQuestion {
  names: Readonly<Partial<Record<ColumnRole, string>>>;
  durationUnit: DurationUnit;
}

/** More would not fit the memory of a usual machine; a sample of sessions says as much. */
const mostRows = 5_000_000;
const mostFaults = 10;
/** Where a table does not say the hour: one that costs nothing. */
const noon = 720;

/**
 * Reads a table of choices, one row an option. Rows of a session need not stand together.
 *
 * @throws TableFault naming line and column of the first ten cells that cannot be read, and where nothing is left to fit
 */
export async function readChoiceTable(path: string, { names, durationUnit }: TableQuestion): Promise<ChoiceTable> {
  const sessions = new Map<string, { options: ShownOption[]; chosenOn: number | null }>();
  const faults: string[] = [];
  let reader: RowReader | null = null;
  let rows = 0;
  for await (const record of readRecords(path)) {
    if (reader === null) {
      reader = new RowReader(findColumns(record.cells, names), record.cells, durationUnits[durationUnit], faults);
      continue;
    }
    if (++rows > mostRows)
      throw new TableFault(`line ${record.line}: more than ${mostRows} rows; take a sample of sessions.`);
    const row = reader.read(record);
    if (faults.length >= mostFaults) break;
    if (row === null) continue;
    const session = sessions.get(row.session) ?? { options: [], chosenOn: null };
    sessions.set(row.session, session);
    session.options.push(row.option);
    if (!row.option.chosen) continue;
    if (session.chosenOn !== null) {
      const label = JSON.stringify(row.session.slice(0, 40));
      faults.push(
        `line ${record.line}, column chosen: session ${label} has chosen on line ${session.chosenOn} already.`,
      );
    }
    session.chosenOn = record.line;
  }
  if (reader === null) throw new TableFault("the file is empty; its first line should name the columns.");
  if (faults.length > 0) throw new TableFault(faults.slice(0, mostFaults).join("\n"));
  return sortOut([...sessions.values()], reader.roles);
}

function sortOut(all: { options: ShownOption[]; chosenOn: number | null }[], roles: ChoiceTable["roles"]): ChoiceTable {
  const chosen = all.filter(({ chosenOn }) => chosenOn !== null);
  const sessions = chosen.filter(({ options }) => options.length > 1).map(({ options }) => options);
  const [withoutChoice, ofOneOption] = [all.length - chosen.length, chosen.length - sessions.length];
  if (sessions.length === 0) {
    throw new TableFault(
      `no session to learn from: of ${all.length}, ${withoutChoice} chose nothing and ${ofOneOption} had one option.`,
    );
  }
  return { sessions, roles, withoutChoice, ofOneOption };
}

class RowReader {
  readonly roles: ReadonlySet<ColumnRole>;
  readonly #columns: ColumnPositions;
  readonly #header: readonly string[];
  readonly #minutesPerUnit: number;
  readonly #faults: string[];

  constructor(columns: ColumnPositions, header: readonly string[], minutesPerUnit: number, faults: string[]) {
    this.#columns = columns;
    this.#header = header;
    this.#minutesPerUnit = minutesPerUnit;
    this.#faults = faults;
    const isRole = (name: string): name is ColumnRole => name in columns;
    this.roles = new Set(
      Object.keys(columns)
        .filter((name) => isRole(name) && columns[name] >= 0)
        .filter(isRole),
    );
  }

  /** Null where a cell cannot be read; the fault has been noted. */
  read(record: TableRecord): { session: string; option: ShownOption } | null {
    const { cells, line } = record;
    if (cells.length !== this.#header.length) {
      this.#faults.push(`line ${line}: ${cells.length} fields, where the header has ${this.#header.length}.`);
      return null;
    }
    const before = this.#faults.length;
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
    return this.#faults.length > before ? null : { session, option };
  }

  #cell<Value>({ cells, line }: TableRecord, { role, expected, parse, absent }: CellQuestion<Value>): Value {
    const position = this.#columns[role];
    if (position < 0) return absent;
    const text = cells[position] ?? "";
    const value = parse(text);
    if (value !== undefined) return value;
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    this.#faults.push(`line ${line}, column ${this.#header[position]}: ${JSON.stringify(shown)} is not ${expected}.`);
    return absent;
  }
}

interface CellQuestion<Value> {
  role: ColumnRole;
  expected: string;
  parse: (text: string) => Value | undefined;
  absent: Value;
}
