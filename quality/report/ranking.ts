import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawChoices, type Taste } from "../../tests/drawn-choices.ts";
import { toChoiceSet } from "../ranking/choice-set.ts";
import { readChoiceTable } from "../ranking/choice-table.ts";
import { type Evaluation, evaluateChoices } from "../ranking/evaluate.ts";
import { renderEvaluation } from "../ranking/report.ts";
import type { Section } from "./section.ts";

const taste: Taste = { price: 2.2, duration: 4.1, stop: 1, carrier: 0.8, earlyHour: 0.2, lateHour: 0.1 };
const sessions = 2_000;
const seed = 5;
const mostStandardErrors = 4;

/** Runs the ranking's harness on choices drawn from known coefficients: it should find them again. */
export async function evaluateDrawnChoices(): Promise<Section> {
  const evaluation = await evaluate();
  const { fit, orders } = evaluation;
  const truth: Readonly<Record<string, number>> = { ...taste };
  const errors = fit.names.map((name, at) => {
    return Math.abs((fit.coefficients[at] ?? Number.NaN) - (truth[name] ?? Number.NaN)) / (fit.standardErrors[at] ?? 0);
  });
  const top1 = (order: RegExp) => orders.find((row) => order.test(row.order))?.top1 ?? Number.NaN;
  const [fitted, cheapest, shortest] = [top1(/^fitted/), top1(/^cheapest/), top1(/^shortest/)];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return {
    title: "Ranking",
    lines: [
      `The harness of \`npm run quality:ranking -- FILE\` ([guide](guides/evaluate-ranking.md)) on ${sessions} choices drawn from known coefficients (${Object.entries(
        taste,
      )
        .map(([name, value]) => `${name} ${value}`)
        .join(", ")}).`,
      "It shows that the harness measures, not that travelers are like this; no real choices are part of the project.",
      "",
      ...renderEvaluation(evaluation).split("\n"),
    ],
    claims: [
      {
        claim: `The harness finds coefficients that choices were drawn from within ${mostStandardErrors} standard errors`,
        found: `${Math.max(...errors).toFixed(1)} at most`,
        holds: errors.length === Object.keys(taste).length && errors.every((error) => error <= mostStandardErrors),
      },
      {
        claim: "Out of sample, the fit foretells more choices than cheapest first and shortest first",
        found: [fitted, cheapest, shortest].map(percent).join(", "),
        holds: fitted > Math.max(cheapest, shortest),
      },
    ],
  };
}

async function evaluate(): Promise<Evaluation> {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-choices-"));
  try {
    const path = join(directory, "choices.csv");
    writeFileSync(path, drawChoices(taste, sessions, seed));
    const table = await readChoiceTable(path, { names: {}, durationUnit: "minutes" });
    return evaluateChoices(toChoiceSet(table), { folds: 5, seed: 1 });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
