import type { LogitData } from "./choice-set.ts";
import { fitChoices, logSumExp } from "./fit.ts";
import { TableError } from "./table-error.ts";

/** Agreement of the likelihoods that utilities imply with the choices. */
export interface Calibration {
  /** Factor on the utilities under which the choices are most likely, with its standard error; null if there is none. Below 1, the likelihoods are too certain. */
  scale: { value: number; standardError: number } | null;
  /** Mean difference between predicted and observed share over tenths of the options by predicted share, 0–1. */
  error: number;
}

const bins = 10;

/** Measures the likelihoods of `utilities`, one per row of the set. */
export function measureCalibration(set: LogitData, utilities: Float64Array): Calibration {
  return { scale: scaleOf(set, utilities), error: calibrationError(set, utilities) };
}

/** Fits the single factor of the utilities, as a logit with one term. Utilities that never differ or decide every choice have none. */
function scaleOf({ start, chosen }: LogitData, utilities: Float64Array): Calibration["scale"] {
  const terms = utilities.map((utility) => -utility);
  try {
    const { coefficients, standardErrors } = fitChoices({ names: ["scale"], terms, start, chosen });
    const [value = Number.NaN] = coefficients;
    const [standardError = Number.NaN] = standardErrors;
    return { value, standardError };
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}

function calibrationError({ start, chosen }: LogitData, utilities: Float64Array): number {
  const predicted = new Float64Array(utilities.length);
  const taken = new Uint8Array(utilities.length);
  for (const [session, choice] of chosen.entries()) {
    const [first = 0, end = 0] = [start[session], start[session + 1]];
    const total = logSumExp(utilities, first, end);
    for (let row = first; row < end; row++) predicted[row] = Math.exp((utilities[row] ?? 0) - total);
    taken[choice] = 1;
  }
  const byShare = Int32Array.from(predicted.keys()).sort((a, b) => (predicted[a] ?? 0) - (predicted[b] ?? 0) || a - b);
  let difference = 0;
  for (let bin = 0; bin < bins; bin++) {
    const from = Math.floor((bin * byShare.length) / bins);
    const to = Math.floor(((bin + 1) * byShare.length) / bins);
    let balance = 0;
    for (const row of byShare.subarray(from, to)) balance += (predicted[row] ?? 0) - (taken[row] ?? 0);
    difference += Math.abs(balance);
  }
  return difference / utilities.length;
}
