import { findDelimiter, parseRecords } from "../tables/records.ts";

/** Scheduled flights of one airline from one airport to another in a month. */
export interface MonthlyService {
  origin: string;
  destination: string;
  airline: string;
  flights: number;
}

/** A line that says nothing usable, for whoever keeps the file. */
export interface LineFault {
  /** From 1, the heading included. */
  line: number;
  problem: string;
}

/** What a column may be called: our word, then OpenTravelData's. */
const columnNames = {
  origin: ["origin", "legori"],
  destination: ["destination", "legdes"],
  airline: ["airline", "operating_airline"],
  flights: ["flights", "frequency"],
} as const;

type ColumnName = keyof typeof columnNames;

const delimiters = ["\t", ";", "^", ","];
// Before they are put in capitals: "ß" would become two letters, and "ı" another one.
const airportCode = /^[A-Za-z]{3}$/;
const airlineCode = /^[A-Za-z0-9]{2}$/;
/** More flights a month than any airline has between two airports: 200 a day. */
const mostFlights = 200 * 31;

/** The file as a whole cannot be read: the message says what is missing, and what would be understood. */
export class NetworkFileRefused extends Error {
  override readonly name = "NetworkFileRefused";
}

/**
 * Reads a network file: a heading, then a line a month's service, separated by tab, `;`, `^` or `,`. Other columns are ignored.
 * Services that stand on several lines add up.
 *
 * @returns the services by origin, destination and airline, and each line that was left out, with why.
 * @throws NetworkFileRefused where the heading lacks a column.
 */
export function readNetworkFile(text: string): { services: MonthlyService[]; faults: LineFault[] } {
  const delimiter = findDelimiter(text, delimiters);
  const [heading, ...records] = parseRecords(text.replace(/^\uFEFF?#?/, ""), { delimiter, quotes: false });
  const columns = findColumns(heading?.line === 1 ? heading.cells : []);
  const services = new Map<string, MonthlyService>();
  const faults: LineFault[] = [];
  for (const { line, cells } of records) {
    const service = readService((column) => (cells[columns[column]] ?? "").trim());
    if (typeof service === "string") {
      faults.push({ line, problem: service });
      continue;
    }
    const key = `${service.origin}${service.destination}${service.airline}`;
    const known = services.get(key);
    if (known === undefined) services.set(key, service);
    else known.flights += service.flights;
  }
  const inOrder = [...services].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, service]) => service);
  return { services: inOrder, faults };
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
  const missing = Object.values(columnNames).filter((either) => !either.some((name) => names.includes(name)));
  if (missing.length > 0) {
    const wanted = missing.map((either) => either.join(" or ")).join(", no ");
    throw new NetworkFileRefused(
      `the first line of a network file names its columns, separated by tab, ";", "^" or ",": no ${wanted} in it`,
    );
  }
  return columns;
}

/** The service of a line, or what is wrong with it. */
function readService(cell: (column: ColumnName) => string): MonthlyService | string {
  for (const column of ["origin", "destination"] as const) {
    if (!airportCode.test(cell(column))) return `${JSON.stringify(cell(column))} is no airport code`;
  }
  if (!airlineCode.test(cell("airline"))) return `${JSON.stringify(cell("airline"))} is no airline code`;
  const origin = cell("origin").toUpperCase();
  const destination = cell("destination").toUpperCase();
  const airline = cell("airline").toUpperCase();
  const flights = cell("flights");
  if (origin === destination) return `leaves ${origin} for itself`;
  if (!/^\d+$/.test(flights) || Number(flights) > mostFlights) {
    return `${JSON.stringify(flights)} is no number of flights a month from 0 to ${mostFlights}`;
  }
  return { origin, destination, airline, flights: Number(flights) };
}
