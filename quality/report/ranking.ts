import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simulateChoices, type UtilityWeights } from "../../tests/simulated-choices.ts";
import { toChoiceSet } from "../ranking/choice-set.ts";
import { readChoiceTable } from "../ranking/choice-table.ts";
import { type Evaluation, evaluateChoices } from "../ranking/evaluate.ts";
import { renderEvaluation } from "../ranking/report.ts";
import type { Section } from "./section.ts";

const taste: UtilityWeights = { price: 2.2, duration: 4.1, stop: 1, carrier: 0.8, earlyHour: 0.2, lateHour: 0.1 };
const sessions = 2_000;
const seed = 5;
const maxStandardErrors = 4;

/** Runs the ranking fit on choices simulated with known coefficients, which it should recover. */
export async function evaluateSimulatedChoices(): Promise<Section> {
  const evaluation = await evaluate();
  const { fit, orders } = evaluation;
  const knownCoefficients: Readonly<Record<string, number>> = { ...taste };
  const errors = fit.names.map((name, at) => {
    return (
      Math.abs((fit.coefficients[at] ?? Number.NaN) - (knownCoefficients[name] ?? Number.NaN)) /
      (fit.standardErrors[at] ?? 0)
    );
  });
  const top1 = (order: RegExp) => orders.find((row) => order.test(row.order))?.top1 ?? Number.NaN;
  const [fitted, cheapest, shortest] = [top1(/^fitted/), top1(/^cheapest/), top1(/^shortest/)];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return {
    title: "Ranking",
    lines: [
      `Result of \`npm run quality:ranking -- FILE\` ([guide](guides/evaluate-ranking.md)) for ${sessions} choices simulated with known coefficients (${Object.entries(
        taste,
      )
        .map(([name, value]) => `${name} ${value}`)
        .join(", ")}).`,
      "It shows that the method works, not that travelers behave like this: the project contains no real choices.",
      "",
      ...renderEvaluation(evaluation).split("\n"),
    ],
    claims: [
      {
        claim: `The fit recovers the coefficients of simulated choices within ${maxStandardErrors} standard errors`,
        found: `${Math.max(...errors).toFixed(1)} at most`,
        holds: errors.length === Object.keys(taste).length && errors.every((error) => error <= maxStandardErrors),
      },
      {
        claim: "Out of sample, the fit predicts more choices than cheapest first and shortest first",
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
    writeFileSync(path, simulateChoices(taste, sessions, seed));
    const table = await readChoiceTable(path, { names: {}, durationUnit: "minutes" });
    return evaluateChoices(toChoiceSet(table), { folds: 5, seed: 1 });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
