import { type Coefficients, type RankOption, termNames, termsOf } from "@wayfare/engine";
import type { ChoiceTable, ShownOption } from "./choice-table.ts";
import { TableError } from "./table-error.ts";

export type Term = keyof Coefficients;

/** Terms of the shipped model that a table of choices has data for. */
const tableTerms: readonly Term[] = [
  "price",
  "duration",
  "stop",
  "carrier",
  ...termNames.filter((name) => /^(?:departure|arrival)(?:Sin|Cos)/.test(name)),
];

/** Choices as columns of terms, the input of a logit fit. */
export interface LogitData {
  names: readonly string[];
  /** Rows of `names.length` terms, one per option; options of a session are adjacent. */
  terms: Float64Array;
  /** First row of each session, followed by the total number of rows. */
  start: Int32Array;
  /** Row of the chosen option of each session. */
  chosen: Int32Array;
}

/** Choices as columns of the model's terms. */
export interface ChoiceSet extends LogitData {
  names: readonly Term[];
}

export const sessionsOf = (set: ChoiceSet): number => set.chosen.length;

/**
 * Converts the table to the terms that ranking computes (`termsOf` of the engine). Terms that never differ within a session are dropped,
 * because they have no effect on choices.
 *
 * @throws TableError if no term is left
 */
export function toChoiceSet({ sessions }: ChoiceTable): ChoiceSet {
  const all = collect(sessions);
  const kept = tableTerms.filter((_, at) => differs(all, at));
  if (kept.length === 0) throw new TableError("the options of every session are identical in all terms of the model.");
  return keep(all, kept);
}

function collect(sessions: readonly ShownOption[][]): ChoiceSet {
  const rows = sessions.reduce((sum, options) => sum + options.length, 0);
  const terms = new Float64Array(rows * tableTerms.length);
  const start = new Int32Array(sessions.length + 1);
  const chosen = new Int32Array(sessions.length);
  let row = 0;
  for (const [at, options] of sessions.entries()) {
    terms.set(termsOf(options.map(toRankOption), tableTerms), row * tableTerms.length);
    chosen[at] = row + options.findIndex((option) => option.chosen);
    row += options.length;
    start[at + 1] = row;
  }
  return { names: tableTerms, terms, start, chosen };
}

function differs({ names, terms, start, chosen }: ChoiceSet, term: number): boolean {
  const value = (row: number) => terms[row * names.length + term];
  return chosen.some((_, at) => {
    const [first = 0, end = 0] = [start[at], start[at + 1]];
    for (let row = first + 1; row < end; row++) if (value(row) !== value(first)) return true;
    return false;
  });
}

function keep(set: ChoiceSet, names: readonly Term[]): ChoiceSet {
  const from = names.map((name) => set.names.indexOf(name));
  const rows = set.terms.length / set.names.length;
  const terms = new Float64Array(rows * names.length);
  for (let row = 0; row < rows; row++) {
    for (const [at, term] of from.entries()) {
      terms[row * names.length + at] = set.terms[row * set.names.length + term] ?? 0;
    }
  }
  return { ...set, names, terms };
}

/** Columns missing from the table are constant for all options of a session, so they do not affect choices. */
function toRankOption(option: ShownOption, flight: number): RankOption {
  const layover = { airport: "", durationMinutes: 0, slackMinutes: 0, overnight: false, airportChange: null };
  const { durationMinutes, carriers, departureMinute, arrivalMinute, stops } = option;
  const layovers = Array.from({ length: stops }, () => layover);
  return {
    flight,
    kind: "cash",
    moneyMinor: option.price,
    miles: 0,
    mileValueMinor: 0,
    valuePerMileMinor: null,
    slices: [{ durationMinutes, carriers, departureMinute, arrivalMinute, layovers, aircraft: [] }],
    refundable: null,
    changeable: null,
    checkedBags: null,
    mixedCabin: false,
    kgCO2e: null,
    typicalKgCO2e: null,
    seatsRemaining: null,
    confidence: 1,
  };
}
