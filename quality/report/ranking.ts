import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Profile, profileCoefficients, profileNames } from "@wayfare/engine";
import { simulateChoices, plantedTaste as taste, type UtilityWeights } from "../../tests/simulated-choices.ts";
import { type Calibration, measureCalibration } from "../ranking/calibration.ts";
import { type ChoiceSet, toChoiceSet } from "../ranking/choice-set.ts";
import { readChoiceTable } from "../ranking/choice-table.ts";
import { evaluateChoices } from "../ranking/evaluate.ts";
import { utilitiesOf } from "../ranking/fit.ts";
import { renderEvaluation } from "../ranking/report.ts";
import type { Section } from "./section.ts";

const sessions = 2_000;
const seed = 5;
const maxStandardErrors = 4;
const maxCalibrationError = 0.01;

/** Runs the ranking fit on choices simulated with known coefficients, which it should recover. */
export async function evaluateSimulatedChoices(): Promise<Section> {
  const evaluation = evaluateChoices(await simulated(taste), { folds: 5, seed: 1 });
  const calibrations = await Promise.all(profileNames.map((profile) => calibrationOfShipped(profile)));
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
        claim: `Likelihoods are calibrated for choices simulated with each profile: scale 1 within ${maxStandardErrors} standard errors, shares within ${100 * maxCalibrationError} points`,
        found: calibrations
          .map(({ scale, error }) => `${scale?.value.toFixed(2)} (${(100 * error).toFixed(1)} points)`)
          .join(", "),
        holds: calibrations.every(
          ({ scale, error }) =>
            scale !== null &&
            Math.abs(scale.value - 1) <= maxStandardErrors * scale.standardError &&
            error <= maxCalibrationError,
        ),
      },
      {
        claim: "Out of sample, the fit predicts more choices than cheapest first and shortest first",
        found: [fitted, cheapest, shortest].map(percent).join(", "),
        holds: fitted > Math.max(cheapest, shortest),
      },
    ],
  };
}

/** Calibration of a profile's likelihoods for choices simulated with its own coefficients. */
async function calibrationOfShipped(profile: Profile): Promise<Calibration> {
  const coefficients = profileCoefficients[profile];
  const set = await simulated(coefficients);
  return measureCalibration(
    set,
    utilitiesOf(
      set,
      set.names.map((name) => coefficients[name]),
    ),
  );
}

async function simulated(weights: UtilityWeights): Promise<ChoiceSet> {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-choices-"));
  try {
    const path = join(directory, "choices.csv");
    writeFileSync(path, simulateChoices(weights, sessions, seed));
    return toChoiceSet(await readChoiceTable(path, { names: {}, durationUnit: "minutes" }));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
