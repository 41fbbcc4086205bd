import type { Filing } from "@wayfare/engine";
import type { Facts } from "../facts/facts.ts";
import { type FilingError, FilingTableError, readFilings } from "./filing-table.ts";

const maxListedErrors = 20;

/** A file of fares with invalid lines: the message lists them with their errors. */
export class FaresFileError extends Error {
  override readonly name = "FaresFileError";
  readonly errors: readonly FilingError[];

  constructor(path: string, errors: readonly FilingError[]) {
    const lines = errors.slice(0, maxListedErrors).map(({ line, problem }) => `  line ${line}: ${problem}`);
    const more = errors.length - lines.length;
    super([`invalid fares in ${path}:`, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n"));
    this.errors = errors;
  }
}

/**
 * Reads a file of fares for the sandbox; `readFilings` documents the format. One invalid line rejects the whole file, because a fare that
 * is silently left out would go unnoticed until a search returns a more expensive one.
 *
 * @param path for the message.
 * @throws FaresFileError with every line that is invalid, or names an airline or a place that the facts lack.
 */
export function readFaresFile(path: string, text: string, facts: Facts): Filing[] {
  const { filings, errors } = readTable(path, text);
  const unknown = filings.flatMap(({ filing, line }) => {
    const problem = problemOf(filing, facts);
    return problem === null ? [] : [{ line, problem }];
  });
  const all = [...errors, ...unknown].sort((a, b) => a.line - b.line);
  if (filings.length + errors.length === 0) all.push({ line: 2, problem: "no filing below the heading" });
  if (all.length > 0) throw new FaresFileError(path, all);
  return filings.map(({ filing }) => filing);
}

function readTable(path: string, text: string): ReturnType<typeof readFilings> {
  try {
    return readFilings(text);
  } catch (error) {
    if (!(error instanceof FilingTableError)) throw error;
    throw new FaresFileError(path, [{ line: error.line, problem: error.message }]);
  }
}

function problemOf({ carrier, origin, destination }: Filing, { airlines, airports, cities }: Facts): string | null {
  if (!airlines.has(carrier)) return `unknown airline ${carrier}`;
  for (const place of [origin, destination]) {
    const [code = "", kind] = place.split(":").toReversed();
    const isCity = cities.has(code) || airports.get(code)?.cityCode === code;
    const isKnown = (kind !== "city" && airports.has(code)) || (kind !== "airport" && isCity);
    if (!isKnown) return `unknown airport or city ${place}`;
  }
  return origin === destination ? `origin and destination are both ${origin}` : null;
}
