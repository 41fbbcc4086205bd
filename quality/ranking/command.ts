import { parseArgs } from "node:util";
import { toChoiceSet } from "./choice-set.ts";
import { readChoiceTable } from "./choice-table.ts";
import { columnRoles, type DurationUnit, durationUnits } from "./columns.ts";
import { evaluateChoices } from "./evaluate.ts";
import { renderEvaluation } from "./report.ts";
import { TableFault } from "./table-fault.ts";

export const usage = `npm run quality:ranking -- FILE [--price NAME …] [--duration-unit minutes|hours|seconds] [--folds 5] [--seed 1] [--json FILE]
Columns: ${columnRoles.join(", ")}; --COLUMN NAME where the table calls one otherwise.`;

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
 * @throws TableFault at a table, a flag's value or a fit that cannot be used; what `parseArgs` throws at unknown flags; what the file
 * system says of the file
 */
export async function runEvaluation(args: readonly string[]): Promise<EvaluationOutput> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...columnFlags, "duration-unit": text, folds: text, seed: text, json: text },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new TableFault(`one file, please.\n${usage}`);
  const { "duration-unit": unit = "minutes", folds = "5", seed = "1", json = null, ...names } = values;
  const question = { names, durationUnit: parseUnit(unit) };
  const options = { folds: parseWhole("folds", folds, 2), seed: parseWhole("seed", seed, 0) };
  const table = await readChoiceTable(path, question);
  const evaluation = evaluateChoices(toChoiceSet(table), options);
  const { withoutChoice, ofOneOption } = table;
  const left = `Left out: ${withoutChoice} sessions without a choice, ${ofOneOption} with one option.`;
  return {
    text: `${left}\n${renderEvaluation(evaluation)}`,
    json: `${JSON.stringify({ file: path, withoutChoice, ofOneOption, ...evaluation }, null, 2)}\n`,
    jsonPath: json,
  };
}

function parseUnit(unit: string): DurationUnit {
  const isUnit = (name: string): name is DurationUnit => Object.hasOwn(durationUnits, name);
  if (!isUnit(unit)) throw new TableFault(`--duration-unit ${unit}: it is minutes, hours or seconds.`);
  return unit;
}

function parseWhole(flag: string, value: string, least: number): number {
  const parsed = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(parsed >= least)) throw new TableFault(`--${flag} ${value}: it is a whole number from ${least}.`);
  return parsed;
}
