import { isCurrency } from "@wayfare/contract";
import type { ExchangeRate } from "./exchange-rates.ts";

/** Columns of a file of exchange rates, in order. */
const columns = ["currency", "usdPerUnit", "asOf", "source"] as const;

const maxSourceCharacters = 200;
/** Faults that an error names; a file of another format has one in each line. */
const maxFaults = 20;

/** A file of exchange rates that cannot be read. The message names every bad line. */
export class ExchangeRatesFileError extends Error {
  override readonly name = "ExchangeRatesFileError";
}

/**
 * Reads exchange rates: one currency in a line, columns separated by tabs as in the first line. Lines that begin with # are comments.
 *
 * @throws ExchangeRatesFileError with the faults of all lines
 */
export function readExchangeRatesFile(text: string): ExchangeRate[] {
  const lines = text.split(/\r?\n/).map((line, at) => ({ line, number: at + 1 }));
  const [heading, ...rows] = lines.filter(({ line }) => line.trim() !== "" && !line.startsWith("#"));
  if (heading?.line.trim() !== columns.join("\t")) {
    throw new ExchangeRatesFileError(`the first line must be the columns ${columns.join(", ")}, separated by tabs`);
  }
  const rates: ExchangeRate[] = [];
  const faults: string[] = [];
  const known = new Map<string, number>();
  for (const { line, number } of rows) {
    const rate = readRow(line);
    if (typeof rate === "string") {
      faults.push(`line ${number}: ${rate}`);
      continue;
    }
    const before = known.get(rate.currency);
    if (before !== undefined) faults.push(`line ${number}: ${rate.currency} is also in line ${before}`);
    known.set(rate.currency, number);
    rates.push(rate);
  }
  if (faults.length === 0) return rates;
  const more = faults.length > maxFaults ? [`and ${faults.length - maxFaults} more`] : [];
  throw new ExchangeRatesFileError([...faults.slice(0, maxFaults), ...more].join("; "));
}

/** Returns the rate of a line, or its fault. */
function readRow(line: string): ExchangeRate | string {
  const [currency = "", rate = "", asOf = "", source = "", ...others] = line.split("\t").map((cell) => cell.trim());
  if (others.length > 0) return `there must be ${columns.length} columns`;
  if (!isCurrency(currency)) return "currency must be a code of ISO 4217";
  if (currency === "USD") return "USD is the base of all rates";
  const usdPerUnit = /^\d{1,9}(\.\d{1,12})?$/.test(rate) ? Number(rate) : 0;
  if (usdPerUnit <= 0) return "usdPerUnit must be a positive decimal number";
  if (!isDate(asOf)) return "asOf must be a date, YYYY-MM-DD";
  if (source === "" || source.length > maxSourceCharacters) {
    return `source must have 1 to ${maxSourceCharacters} characters`;
  }
  return { currency, usdPerUnit, asOf, source };
}

function isDate(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
