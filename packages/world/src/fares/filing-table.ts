import { cabinNames, cabinOf, classCodes, type Filing } from "@wayfare/engine";
import { findDelimiter, parseRecords, RecordError, type TableRecord } from "../tables/records.ts";

/** A filing with its line number, from 1. */
export interface NumberedFiling {
  line: number;
  filing: Filing;
}

/** An invalid line, reported to the maintainer of the table. */
export interface FilingError {
  /** From 1, including the heading. */
  line: number;
  problem: string;
}

const columns = [
  "carrier",
  "origin",
  "destination",
  "trip",
  "cabin",
  "class",
  "basis",
  "brand",
  "usd",
  "stops",
  "advance",
  "minimum",
  "maximum",
  "saturday",
  "travel",
  "weekdays",
] as const;

/** Optional columns. */
const conditionColumns = ["carryon", "checked", "changes", "refunds"] as const;

type Column = (typeof columns)[number] | (typeof conditionColumns)[number];
type Cells = (column: Column) => string;

/** The whole table is unusable: the message names the missing column or the misplaced quote. */
export class FilingTableError extends Error {
  override readonly name = "FilingTableError";
  /** From 1. */
  readonly line: number;

  constructor(line: number, problem: string, options?: ErrorOptions) {
    super(problem, options);
    this.line = line;
  }
}

/**
 * Reads a table of filings: a heading with the names of `columns` in any order, then one filing per line, separated by tabs or, if the
 * heading has none, by commas; a cell with a comma is in double quotes.
 *
 * `trip` is `OW` or `RT` with the amount per direction; `usd` has up to two decimals; `saturday` is `y` or empty; `travel` is `MMDD-MMDD`,
 * several separated by `;`; `weekdays` are digits from 1 for Monday. An empty cell means no restriction. Four optional columns state what the
 * fare includes; without them it includes nothing: `carryon` and `checked` are numbers of bags, `changes` and `refunds` are `y` or empty.
 *
 * @returns the filings in table order, and each skipped line with its error.
 * @throws FilingTableError if the heading lacks a column, or a quote is misplaced or unclosed.
 */
export function readFilings(text: string): { filings: NumberedFiling[]; errors: FilingError[] } {
  const [heading, ...records] = parseFilingRecords(text);
  const names = heading?.line === 1 ? heading.cells.map((name) => name.trim().toLowerCase()) : [];
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new FilingTableError(1, `the heading has no column ${missing.join(", ")}`);
  const filings: NumberedFiling[] = [];
  const errors: FilingError[] = [];
  for (const { line, cells } of records) {
    const filing = readFiling((column) => (cells[names.indexOf(column)] ?? "").trim());
    if (typeof filing === "string") errors.push({ line, problem: filing });
    else filings.push({ line, filing });
  }
  return { filings, errors };
}

function parseFilingRecords(text: string): TableRecord[] {
  try {
    return parseRecords(text, { delimiter: findDelimiter(text, ["\t"]), quotes: true });
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw new FilingTableError(error.line, error.problem, { cause: error });
  }
}

const placePattern = /^((airport|city):)?[A-Z]{3}$/;

/** Required formats of cells; the first mismatch is the line's error. */
const patterns: readonly (readonly [Column, RegExp, string])[] = [
  ["carrier", /^[A-Z0-9]{2}$/, "two letters or digits"],
  ["origin", placePattern, "three letters"],
  ["destination", placePattern, "three letters"],
  ["trip", /^(OW|RT)$/, "OW or RT"],
  ["cabin", new RegExp(`^(${cabinNames.join("|")})$`), `one of ${cabinNames.join(", ")}`],
  ["class", /^[A-Z]$/, "one letter"],
  ["basis", /^[A-Z0-9]{1,15}$/, "up to 15 letters and digits"],
  ["brand", /^.+$/, "a name"],
  ["usd", /^\d{1,9}(\.\d{1,2})?$/, "dollars with up to two decimals"],
  ["stops", /^[0-2]?$/, "0, 1, 2 or nothing"],
  ["advance", /^\d{0,3}$/, "days"],
  ["minimum", /^\d{0,3}$/, "nights"],
  ["maximum", /^\d{0,3}$/, "nights"],
  ["saturday", /^y?$/, "y or nothing"],
  ["travel", /^(\d{4}-\d{4}(;\d{4}-\d{4})*)?$/, "MMDD-MMDD"],
  ["weekdays", /^[1-7]*$/, "digits from 1 to 7"],
  ["carryon", /^\d?$/, "a number of bags"],
  ["checked", /^\d?$/, "a number of bags"],
  ["changes", /^y?$/, "y or nothing"],
  ["refunds", /^y?$/, "y or nothing"],
];

function readFiling(cell: Cells): Filing | string {
  for (const [column, pattern, expected] of patterns) {
    if (!pattern.test(cell(column))) return `${column} is "${cell(column)}", not ${expected}`;
  }
  const travel = cell("travel").split(";").filter(Boolean).map(readRange);
  const impossible = travel.flatMap(({ from, until }) => [from, until]).find((day) => !isMonthDay(day));
  if (impossible !== undefined)
    return `travel has ${String(impossible).padStart(4, "0")}, which is not a day of the year`;
  const cabin = cabinNames.find((name) => name === cell("cabin")) ?? "economy";
  const codes: readonly string[] = classCodes[cabinOf(cabin)];
  if (!codes.includes(cell("class")))
    return `class is "${cell("class")}", but ${cabin} has the classes ${codes.join(", ")}`;
  return {
    carrier: cell("carrier"),
    origin: cell("origin"),
    destination: cell("destination"),
    trip: cell("trip") === "OW" ? "oneWay" : "halfRoundTrip",
    cabin,
    bookingClass: cell("class"),
    fareBasis: cell("basis"),
    brand: cell("brand"),
    usdCents: centsOf(cell("usd")),
    stops: cell("stops") === "" ? null : Number(cell("stops")),
    advancePurchaseDays: Number(cell("advance")),
    minimumStayNights: Number(cell("minimum")),
    maximumStayNights: cell("maximum") === "" ? null : Number(cell("maximum")),
    saturdayNight: cell("saturday") === "y",
    travel,
    weekdays: weekdaysOf(cell("weekdays")),
    carryOn: Number(cell("carryon")),
    checked: Number(cell("checked")),
    changeable: cell("changes") === "y",
    refundable: cell("refunds") === "y",
  };
}

/** Computed from the digits: a decimal fraction times 100 is not always an integer. */
function centsOf(dollars: string): number {
  const [whole = "", fraction = ""] = dollars.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

function readRange(text: string): Filing["travel"][number] {
  return { from: Number(text.slice(0, 4)), until: Number(text.slice(5)) };
}

function isMonthDay(monthDay: number): boolean {
  const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Math.floor(monthDay / 100) - 1] ?? 0;
  return monthDay % 100 >= 1 && monthDay % 100 <= days;
}

function weekdaysOf(digits: string): number[] {
  const all = digits === "" ? "1234567" : digits;
  return [...new Set(all)].map((digit) => Number(digit) - 1).sort((a, b) => a - b);
}
