import type { Calibration } from "./calibration.ts";
import type { Evaluation } from "./evaluate.ts";

/** Formats the evaluation as two Markdown tables. */
export function renderEvaluation({ sessions, options, fit, shipped, orders }: Evaluation): string {
  const coefficients = fit.names.map((name, at) => {
    const cells = [fit.coefficients, fit.standardErrors, shipped.leisure, shipped.business, shipped.points];
    return row([name, ...cells.map((values) => (values[at] ?? Number.NaN).toFixed(3))]);
  });
  const measures = orders.map(({ order, top1, top3, top5, meanReciprocalRank, likelihood, calibration }) => {
    const shares = [top1, top3, top5].map((share) => `${(100 * share).toFixed(1)}%`);
    const fitness =
      likelihood === null ? ["", ""] : [likelihood.logLikelihood.toFixed(1), likelihood.rhoSquared.toFixed(4)];
    return row([order, ...shares, meanReciprocalRank.toFixed(3), ...fitness, ...calibrationCells(calibration)]);
  });
  return [
    `${sessions} choices among ${options} options; fitted in ${fit.iterations} steps, log-likelihood ${fit.logLikelihood.toFixed(1)}.`,
    "",
    ...heading(["term", "fitted", "standard error", "leisure", "business", "points"]),
    ...coefficients,
    "",
    ...heading(["order", "top 1", "top 3", "top 5", "MRR", "log-likelihood", "rho²", "scale", "calibration error"]),
    ...measures,
    "",
  ].join("\n");
}

function calibrationCells(calibration: Calibration | null): string[] {
  if (calibration === null) return ["", ""];
  const { scale, error } = calibration;
  const scaleCell = scale === null ? "" : `${scale.value.toFixed(2)} ± ${scale.standardError.toFixed(2)}`;
  return [scaleCell, `${(100 * error).toFixed(2)}%`];
}

function heading(titles: readonly string[]): string[] {
  return [row(titles), row(titles.map((_, at) => (at === 0 ? "---" : "---:")))];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
