import { parseArgs } from "node:util";
import { toChoiceSet } from "./choice-set.ts";
import { readChoiceTable } from "./choice-table.ts";
import { columnRoles, type DurationUnit, durationUnits } from "./columns.ts";
import { evaluateChoices } from "./evaluate.ts";
import { renderEvaluation } from "./report.ts";
import { TableError } from "./table-error.ts";

export const usage = `npm run quality:ranking -- FILE [--price NAME …] [--duration-unit minutes|hours|seconds] [--folds 5] [--seed 1] [--json FILE]
Columns: ${columnRoles.join(", ")}; --COLUMN NAME sets the name of a column in the table.`;

const text = { type: "string" } as const;
const columnFlags = {
  session: text,
  option: text,
  price: text,
  duration: text,
  stops: text,
  carriers: text,
  departure: text,
  arrival: text,
  chosen: text,
};

export interface EvaluationOutput {
  text: string;
  json: string;
  jsonPath: string | null;
}

/**
 * Runs the command with its arguments.
 *
 * @throws TableError for an invalid table, flag value or fit; errors of `parseArgs` for unknown flags; errors of the file system for the
 * file
 */
export async function runEvaluation(args: readonly string[]): Promise<EvaluationOutput> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...columnFlags, "duration-unit": text, folds: text, seed: text, json: text },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new TableError(`expected exactly one file.\n${usage}`);
  const { "duration-unit": unit = "minutes", folds = "5", seed = "1", json = null, ...names } = values;
  const tableOptions = { names, durationUnit: parseUnit(unit) };
  const options = { folds: parseWhole("folds", folds, 2), seed: parseWhole("seed", seed, 0) };
  const table = await readChoiceTable(path, tableOptions);
  const evaluation = evaluateChoices(toChoiceSet(table), options);
  const { withoutChoice, ofOneOption } = table;
  const skipped = `Left out: ${withoutChoice} sessions without a choice, ${ofOneOption} with one option.`;
  return {
    text: `${skipped}\n${renderEvaluation(evaluation)}`,
    json: `${JSON.stringify({ file: path, withoutChoice, ofOneOption, ...evaluation }, null, 2)}\n`,
    jsonPath: json,
  };
}

function parseUnit(unit: string): DurationUnit {
  const isUnit = (name: string): name is DurationUnit => Object.hasOwn(durationUnits, name);
  if (!isUnit(unit)) throw new TableError(`--duration-unit ${unit}: must be minutes, hours or seconds.`);
  return unit;
}

function parseWhole(flag: string, value: string, minimum: number): number {
  const parsed = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(parsed >= minimum)) throw new TableError(`--${flag} ${value}: must be a whole number of at least ${minimum}.`);
  return parsed;
}
