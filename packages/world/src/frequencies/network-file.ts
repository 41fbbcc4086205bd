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

const separators = ["\t", ";", "^", ","];
const airportCode = /^[A-Z]{3}$/;
const airlineCode = /^[A-Z0-9]{2}$/;
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
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const heading = lines[0] ?? "";
  const separator = separators.find((candidate) => heading.includes(candidate)) ?? ",";
  const columns = findColumns(heading.replace(/^#/, "").split(separator));
  const services = new Map<string, MonthlyService>();
  const faults: LineFault[] = [];
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.trim() === "") continue;
    const cells = line.split(separator);
    const service = readService((column) => (cells[columns[column]] ?? "").trim());
    if (typeof service === "string") {
      faults.push({ line: at + 1, problem: service });
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
  const find = (column: ColumnName): number => {
    const names: readonly string[] = columnNames[column];
    const found = heading.findIndex((name) => names.includes(name.trim().toLowerCase()));
    if (found < 0)
      throw new NetworkFileRefused(`a network file names its columns: no ${names.join(" or ")} in the heading`);
    return found;
  };
  return {
    origin: find("origin"),
    destination: find("destination"),
    airline: find("airline"),
    flights: find("flights"),
  };
}

/** The service of a line, or what is wrong with it. */
function readService(cell: (column: ColumnName) => string): MonthlyService | string {
  const origin = cell("origin").toUpperCase();
  const destination = cell("destination").toUpperCase();
  const airline = cell("airline").toUpperCase();
  const flights = cell("flights");
  if (!airportCode.test(origin)) return `${JSON.stringify(origin)} is no airport code`;
  if (!airportCode.test(destination)) return `${JSON.stringify(destination)} is no airport code`;
  if (!airlineCode.test(airline)) return `${JSON.stringify(airline)} is no airline code`;
  if (origin === destination) return `leaves ${origin} for itself`;
  if (!/^\d+$/.test(flights) || Number(flights) > mostFlights) {
    return `${JSON.stringify(flights)} is no number of flights a month from 0 to ${mostFlights}`;
  }
  return { origin, destination, airline, flights: Number(flights) };
}
