import { findDelimiter, parseRecords } from "../tables/records.ts";

/** Scheduled flights of one airline from one airport to another in a month. */
export interface MonthlyService {
  origin: string;
  destination: string;
  airline: string;
  flights: number;
}

/** A skipped line, reported to the maintainer of the file. */
export interface LineError {
  /** From 1, including the heading. */
  line: number;
  problem: string;
}

/** Accepted names of a column: this project's, then OpenTravelData's. */
const columnNames = {
  origin: ["origin", "legori"],
  destination: ["destination", "legdes"],
  airline: ["airline", "operating_airline"],
  flights: ["flights", "frequency"],
} as const;

type ColumnName = keyof typeof columnNames;

const delimiters = ["\t", ";", "^", ","];
// Checked before converting to upper case: "ß" would become two letters, and "ı" a different one.
const airportCode = /^[A-Za-z]{3}$/;
const airlineCode = /^[A-Za-z0-9]{2}$/;
/** Upper limit of flights per month between two airports, above any airline's: 200 per day. */
const maxFlights = 200 * 31;

/** The whole file is unusable: the message names the missing columns and their accepted names. */
export class NetworkFileError extends Error {
  override readonly name = "NetworkFileError";
}

/**
 * Reads a network file: a heading, then one service per month and line, separated by tab, `;`, `^` or `,`. Other columns are ignored. Lines
 * of the same service are added up.
 *
 * @returns the services by origin, destination and airline, and each skipped line with its error.
 * @throws NetworkFileError if the heading lacks a column.
 */
export function readNetworkFile(text: string): { services: MonthlyService[]; errors: LineError[] } {
  const delimiter = findDelimiter(text, delimiters);
  const [heading, ...records] = parseRecords(text.replace(/^\uFEFF?#?/, ""), { delimiter, quotes: false });
  const columns = findColumns(heading?.line === 1 ? heading.cells : []);
  const services = new Map<string, MonthlyService>();
  const errors: LineError[] = [];
  for (const { line, cells } of records) {
    const service = readService((column) => (cells[columns[column]] ?? "").trim());
    if (typeof service === "string") {
      errors.push({ line, problem: service });
      continue;
    }
    const key = `${service.origin}${service.destination}${service.airline}`;
    const known = services.get(key);
    if (known === undefined) services.set(key, service);
    else known.flights += service.flights;
  }
  const inOrder = [...services].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, service]) => service);
  return { services: inOrder, errors };
}

function findColumns(heading: string[]): Record<ColumnName, number> {
  const names = heading.map((name) => name.trim().toLowerCase());
  const find = (column: ColumnName) => names.findIndex((name) => columnNames[column].some((known) => known === name));
  const columns = {
    origin: find("origin"),
    destination: find("destination"),
    airline: find("airline"),
    flights: find("flights"),
  };
  const missing = Object.values(columnNames).filter((aliases) => !aliases.some((name) => names.includes(name)));
  if (missing.length > 0) {
    const wanted = missing.map((aliases) => aliases.join(" or ")).join(", ");
    throw new NetworkFileError(
      `missing columns: ${wanted}. The first line must name the columns, separated by tab, ";", "^" or ",".`,
    );
  }
  return columns;
}

/** Returns the service of a line, or its error. */
function readService(cell: (column: ColumnName) => string): MonthlyService | string {
  for (const column of ["origin", "destination"] as const) {
    if (!airportCode.test(cell(column))) return `${JSON.stringify(cell(column))} is not an airport code`;
  }
  if (!airlineCode.test(cell("airline"))) return `${JSON.stringify(cell("airline"))} is not an airline code`;
  const origin = cell("origin").toUpperCase();
  const destination = cell("destination").toUpperCase();
  const airline = cell("airline").toUpperCase();
  const flights = cell("flights");
  if (origin === destination) return `origin and destination are both ${origin}`;
  if (!/^\d+$/.test(flights) || Number(flights) > maxFlights) {
    return `${JSON.stringify(flights)} is not a number of flights per month from 0 to ${maxFlights}`;
  }
  return { origin, destination, airline, flights: Number(flights) };
}
