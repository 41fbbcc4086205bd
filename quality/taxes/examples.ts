import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type AirportFacts,
  addLevies,
  type CabinName,
  cabinOf,
  compileLevy,
  leviesOfAirport,
  parseEpochDay,
  stretchesOf,
  type TaxCharge,
  type TaxSlice,
  type TaxTraveler,
  type TravelerKind,
  taxesByCountry,
  taxesFor,
  usdPerUnit,
} from "@wayfare/engine";
import type { Airport } from "@wayfare/world";

/** Taxes of a journey as a publication states them. */
export interface TaxExample {
  readonly id: string;
  readonly origin: string;
  readonly destination: string;
  /** Airport of a transfer under 24 hours; null if there is none. */
  readonly via: string | null;
  readonly departureDate: string;
  readonly returnDate: string | null;
  readonly cabin: CabinName;
  readonly traveler: TravelerKind;
  /** Codes whose sum is stated; `name:` and the name of a levy that has no code; `*` for all. */
  readonly codes: readonly string[];
  readonly amount: number;
  readonly currency: string;
  readonly source: string;
  readonly address: string;
  readonly dateRead: string;
  readonly note: string;
}

export const columns =
  "id origin destination via departureDate returnDate cabin travelers codes amount currency source address dateRead note".split(
    " ",
  );

const cabins = ["economy", "premium_economy", "business", "first"] as const;
const travelers = ["adult", "youth", "youth_under_16", "child", "infant_in_seat", "infant"] as const;

function oneOf<const Value extends string>(values: readonly Value[], text: string, at: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`${at}: "${text}" is none of ${values.join(", ")}`);
  return found;
}

/** Reads a table of examples: lines of a heading that start with #, the names of the columns, and a line for each example. */
export function readExamples(name: string, text: string): TaxExample[] {
  const [head = "", ...rows] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  if (head !== columns.join("\t")) throw new Error(`${name}: the columns are not ${columns.join(", ")}`);
  return rows.map((row) => readExample(name, row));
}

function readExample(name: string, row: string): TaxExample {
  const cells = row.split("\t");
  const at = `${name}, ${cells[0]}`;
  if (cells.length !== columns.length) throw new Error(`${at}: ${cells.length} columns`);
  const cell = (column: string) => cells[columns.indexOf(column)] ?? "";
  const orNull = (column: string) => (cell(column) === "-" ? null : cell(column));
  const amount = Number(cell("amount"));
  if (Number.isNaN(amount)) throw new Error(`${at}: "${cell("amount")}" is not an amount`);
  return {
    id: cell("id"),
    origin: cell("origin"),
    destination: cell("destination"),
    via: orNull("via"),
    departureDate: cell("departureDate"),
    returnDate: orNull("returnDate"),
    cabin: oneOf(cabins, cell("cabin"), at),
    traveler: oneOf(travelers, cell("travelers"), at),
    codes: cell("codes").split(","),
    amount,
    currency: cell("currency"),
    source: cell("source"),
    address: cell("address"),
    dateRead: cell("dateRead"),
    note: cell("note"),
  };
}

/** Reads the tables of all regions. */
export function loadExamples(): TaxExample[] {
  const files = globSync("examples-*.tsv", { cwd: import.meta.dirname }).sort();
  return files.flatMap((name) => readExamples(name, readFileSync(join(import.meta.dirname, name), "utf8")));
}

export interface CheckedExample {
  readonly example: TaxExample;
  readonly publishedUsd: number;
  readonly ourUsd: number;
  /** `ourUsd` less `publishedUsd`. */
  readonly differenceUsd: number;
}

/** Computes the taxes of an example with the engine, without those that are a share of the fare. */
export function checkExample(example: TaxExample, airports: ReadonlyMap<string, Airport>): CheckedExample {
  const publishedUsd = example.amount * usdOf(example.currency);
  const ourUsd = sumOfCodes(example, airports) / 100;
  return { example, publishedUsd, ourUsd, differenceUsd: ourUsd - publishedUsd };
}

function usdOf(currency: string): number {
  const rate = Object.entries(usdPerUnit).find(([code]) => code === currency)?.[1];
  if (rate === undefined) throw new Error(`no exchange rate of ${currency}`);
  return rate;
}

function sumOfCodes(example: TaxExample, airports: ReadonlyMap<string, Airport>): number {
  const slices = slicesOf(example, airports);
  const traveler: TaxTraveler = { type: example.traveler, cabin: cabinOf(example.cabin), isAward: false };
  const charges = taxesFor({ ...traveler, slices, baseUsdCents: slices.map(() => 0) });
  const sum = (lines: readonly TaxCharge[]) => lines.reduce((cents, { usdCents }) => cents + usdCents, 0);
  return example.codes.reduce((cents, code) => {
    if (code === "*") return cents + sum(charges);
    if (code.startsWith("name:")) return cents + sum(chargesOfName(code.slice("name:".length), slices, traveler));
    return cents + sum(charges.filter((charge) => charge.code === code));
  }, 0);
}

/**
 * Charges of the levies with a name.
 *
 * @throws Error if no country of the journey has a levy with this name, because its sum would always be 0
 */
function chargesOfName(name: string, slices: readonly TaxSlice[], traveler: TaxTraveler): TaxCharge[] {
  const charges: TaxCharge[] = [];
  const countries = slices.flatMap(({ segments }) =>
    segments.flatMap(({ origin, destination }) => [origin.country, destination.country]),
  );
  if (!countries.some((country) => taxesByCountry[country]?.levies.some((levy) => levy.name === name)))
    throw new Error(`no country of the journey has a levy "${name}"`);
  const leviesAt = ({ code, country }: AirportFacts) => {
    const levies = taxesByCountry[country]?.levies.filter((levy) => levy.name === name) ?? [];
    return leviesOfAirport(code, levies.map(compileLevy));
  };
  for (const slice of slices) {
    for (const stretch of stretchesOf(slice)) addLevies(stretch, { day: slice.day, traveler }, charges, leviesAt);
  }
  return charges;
}

function slicesOf(
  { id, origin, destination, via, departureDate, returnDate }: TaxExample,
  airports: ReadonlyMap<string, Airport>,
): TaxSlice[] {
  const at = (code: string): AirportFacts => {
    const airport = airports.get(code);
    if (airport === undefined) throw new Error(`${id}: airport ${code} is not known`);
    return airport;
  };
  const slice = (codes: readonly string[], date: string): TaxSlice => {
    const stops = codes.map(at);
    const segments = stops.slice(1).flatMap((to, i) => {
      const from = stops[i];
      return from === undefined ? [] : [{ origin: from, destination: to }];
    });
    return { day: parseEpochDay(date), segments, layoverMinutes: segments.slice(1).map(() => 120) };
  };
  const stops = via === null ? [origin, destination] : [origin, via, destination];
  const there = slice(stops, departureDate);
  return returnDate === null ? [there] : [there, slice(stops.toReversed(), returnDate)];
}
