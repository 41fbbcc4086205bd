import type { Filing } from "@wayfare/engine";
import type { Facts } from "../facts/facts.ts";
import { type FilingFault, FilingTableRefused, readFilings } from "./filing-table.ts";

const shownFaults = 20;

/** A file of fares that cannot be sold as it stands: the message names its lines, and what is wrong with each. */
export class FaresFileRefused extends Error {
  override readonly name = "FaresFileRefused";
  readonly faults: readonly FilingFault[];

  constructor(path: string, faults: readonly FilingFault[]) {
    const lines = faults.slice(0, shownFaults).map(({ line, problem }) => `  line ${line}: ${problem}`);
    const more = faults.length - lines.length;
    super([`${path} cannot be sold from:`, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n"));
    this.faults = faults;
  }
}

/**
 * Reads a file of fares for the sandbox: `readFilings` says what it holds. All of it is sold or none: a fare that is silently left
 * out would be missed by nobody until a search sells a dearer one.
 *
 * @param path for the message.
 * @throws FaresFileRefused with every line that is no filing, or names an airline or a place that the facts do not have.
 */
export function readFaresFile(path: string, text: string, facts: Facts): Filing[] {
  const { filings, faults } = readTable(path, text);
  const unknown = filings.flatMap(({ filing, line }) => {
    const problem = problemOf(filing, facts);
    return problem === null ? [] : [{ line, problem }];
  });
  const all = [...faults, ...unknown].sort((a, b) => a.line - b.line);
  if (filings.length + faults.length === 0) all.push({ line: 2, problem: "there is no filing below the heading" });
  if (all.length > 0) throw new FaresFileRefused(path, all);
  return filings.map(({ filing }) => filing);
}

function readTable(path: string, text: string): ReturnType<typeof readFilings> {
  try {
    return readFilings(text);
  } catch (error) {
    if (!(error instanceof FilingTableRefused)) throw error;
    throw new FaresFileRefused(path, [{ line: error.line, problem: error.message }]);
  }
}

function problemOf({ carrier, origin, destination }: Filing, { airlines, airports, cities }: Facts): string | null {
  if (!airlines.has(carrier)) return `${carrier} is no airline of the sandbox`;
  for (const place of [origin, destination]) {
    const [code = "", kind] = place.split(":").toReversed();
    const isCity = cities.has(code) || airports.get(code)?.cityCode === code;
    const isKnown = (kind !== "city" && airports.has(code)) || (kind !== "airport" && isCity);
    if (!isKnown) return `${place} is not an airport or city of the sandbox`;
  }
  return origin === destination ? `the fare leaves ${origin} for itself` : null;
}
