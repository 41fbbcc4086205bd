import { airportCode, carrierCode, isFlightNumber } from "../wire/itinerary.ts";
import type { ScheduledFlight } from "./schedule.ts";

/** Columns of a schedule file, in order. */
export const scheduleColumns = [
  "carrier",
  "number",
  "origin",
  "destination",
  "from",
  "to",
  "days",
  "departure",
  "arrival",
  "arrivalDay",
  "aircraft",
] as const;

type Column = (typeof scheduleColumns)[number];

/** A line of a schedule file that cannot be read. */
export class ScheduleFileError extends Error {
  override readonly name = "ScheduleFileError";
}

const patterns: Readonly<Record<Column, { pattern: RegExp; expected: string }>> = {
  carrier: { pattern: carrierCode, expected: "an airline code" },
  number: { pattern: /^\d{1,4}[A-Z]?$/, expected: "a flight number" },
  origin: { pattern: airportCode, expected: "an airport code" },
  destination: { pattern: airportCode, expected: "an airport code" },
  from: { pattern: /^\d{4}-\d{2}-\d{2}$/, expected: "a date" },
  to: { pattern: /^\d{4}-\d{2}-\d{2}$/, expected: "a date" },
  days: { pattern: /^[1-7]{1,7}$/, expected: "days of the week, such as 1234567" },
  departure: { pattern: /^([01]\d|2[0-3]):[0-5]\d$/, expected: "a time, HH:MM" },
  arrival: { pattern: /^([01]\d|2[0-3]):[0-5]\d$/, expected: "a time, HH:MM" },
  arrivalDay: { pattern: /^(-1|[0-3])$/, expected: "a number of days, -1 to 3" },
  aircraft: { pattern: /^([A-Z0-9]{3})?$/, expected: "an aircraft code or nothing" },
};

/**
 * Reads a schedule: one service in a line, columns separated by tabs as in `scheduleColumns`, which is the first line. Lines that begin
 * with # are comments.
 *
 * @throws ScheduleFileError with the line, the column and the expected value.
 */
export function readScheduleFile(text: string): ScheduledFlight[] {
  const lines = text.split(/\r?\n/).map((line, at) => ({ cells: line.split("\t"), number: at + 1, line }));
  const [heading, ...rows] = lines.filter(({ line }) => line.trim() !== "" && !line.startsWith("#"));
  if (heading?.cells.join("\t") !== scheduleColumns.join("\t")) {
    throw new ScheduleFileError(`the first line must be the columns ${scheduleColumns.join(", ")}, separated by tabs`);
  }
  return rows.map(({ cells, number }) => readRow(cells, number));
}

function readRow(cells: readonly string[], line: number): ScheduledFlight {
  const read = (column: Column) => {
    const value = (cells[scheduleColumns.indexOf(column)] ?? "").trim();
    const { pattern, expected } = patterns[column];
    if (!pattern.test(value)) throw new ScheduleFileError(`line ${line}: ${column} must be ${expected}`);
    return value;
  };
  const number = read("number");
  if (!isFlightNumber(number)) throw new ScheduleFileError(`line ${line}: number must be a flight number`);
  return {
    carrier: read("carrier"),
    number,
    origin: read("origin"),
    destination: read("destination"),
    from: read("from"),
    to: read("to"),
    days: new Set(Array.from(read("days"), Number)),
    departure: read("departure"),
    arrival: read("arrival"),
    arrivalDay: Number(read("arrivalDay")),
    aircraft: read("aircraft") || null,
  };
}
