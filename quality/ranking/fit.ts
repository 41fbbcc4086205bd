import type { LogitData } from "./choice-set.ts";
import { factorize, inverseDiagonal, solve } from "./cholesky.ts";
import { TableError } from "./table-error.ts";

export interface Fit {
  /** In the order of the set's names; each is multiplied by its term and subtracted, like the shipped coefficients. */
  coefficients: number[];
  standardErrors: number[];
  logLikelihood: number;
  iterations: number;
}

const maxIterations = 60;
const maxHalvings = 40;
/** Newton decrement: about twice the log-likelihood that can still be gained. */
const converged = 1e-9;
/** Bound on coefficients: a term beyond it determines every choice and has no finite coefficient. */
const largestCoefficient = 200;

interface Slope {
  logLikelihood: number;
  gradient: Float64Array;
  /** Hessian of the negative log-likelihood: the covariance of the terms under the model, summed over sessions. */
  information: Float64Array;
}

/**
 * Fits a conditional logit (McFadden 1974) by Newton's method with step halving; the log-likelihood is concave, so the result is the
 * maximum. Standard errors come from the inverse information matrix.
 *
 * @param takes selects the sessions to fit; all by default
 * @throws TableError if two terms are collinear or one of them determines every choice
 */
export function fitChoices(set: LogitData, takes: (session: number) => boolean = () => true): Fit {
  const size = set.names.length;
  let coefficients = new Float64Array(size);
  let slope = slopeAt(set, coefficients, takes);
  for (let iterations = 0; iterations < maxIterations; iterations++) {
    const factor = factorOf(set, slope.information);
    const step = solve(factor, slope.gradient);
    const decrement = step.reduce((sum, value, at) => sum + value * (slope.gradient[at] ?? 0), 0);
    if (decrement < converged) {
      const standardErrors = inverseDiagonal(factor, size).map(Math.sqrt);
      return { coefficients: [...coefficients], standardErrors, logLikelihood: slope.logLikelihood, iterations };
    }
    ({ coefficients, slope } = improveStep(set, { coefficients, slope, step, takes }));
    const diverged = coefficients.findIndex((value) => Math.abs(value) > largestCoefficient);
    if (diverged >= 0)
      throw new TableError(`${set.names[diverged]} determines every choice, so it has no finite coefficient.`);
  }
  throw new TableError(
    `no convergence within ${maxIterations} steps: the terms determine the choices almost completely or not at all.`,
  );
}

function factorOf({ names }: LogitData, information: Float64Array): Float64Array {
  const factor = factorize(information, names.length);
  if (typeof factor !== "number") return factor;
  const others = names.slice(0, factor).join(", ");
  throw new TableError(`${names[factor]} is collinear with ${others || "a constant"}. Drop its column.`);
}

function improveStep(
  set: LogitData,
  from: { coefficients: Float64Array; slope: Slope; step: Float64Array; takes: (session: number) => boolean },
) {
  let share = 1;
  for (let halving = 0; halving < maxHalvings; halving++, share /= 2) {
    const coefficients = from.coefficients.map((value, at) => value + share * (from.step[at] ?? 0));
    const slope = slopeAt(set, coefficients, from.takes);
    // Rounding can prevent the last step from improving the likelihood.
    if (slope.logLikelihood >= from.slope.logLikelihood - 1e-9) return { coefficients, slope };
  }
  throw new TableError("the likelihood cannot be improved: the values of a term are too large.");
}

function slopeAt(set: LogitData, coefficients: Float64Array, takes: (session: number) => boolean): Slope {
  const { names, terms, start, chosen } = set;
  const size = names.length;
  const slope = { logLikelihood: 0, gradient: new Float64Array(size), information: new Float64Array(size * size) };
  const utilities = utilitiesOf(set, coefficients);
  const mean = new Float64Array(size);
  for (const [session, choice] of chosen.entries()) {
    if (!takes(session)) continue;
    const [first = 0, end = 0] = [start[session], start[session + 1]];
    const scale = logSumExp(utilities, first, end);
    slope.logLikelihood += (utilities[choice] ?? 0) - scale;
    mean.fill(0);
    for (let row = first; row < end; row++) {
      const share = Math.exp((utilities[row] ?? 0) - scale);
      for (let i = 0; i < size; i++) mean[i] = (mean[i] ?? 0) + share * (terms[row * size + i] ?? 0);
    }
    addSpread(slope.information, {
      terms,
      size,
      first,
      end,
      mean,
      share: (row) => Math.exp((utilities[row] ?? 0) - scale),
    });
    for (let i = 0; i < size; i++) {
      slope.gradient[i] = (slope.gradient[i] ?? 0) + (mean[i] ?? 0) - (terms[choice * size + i] ?? 0);
    }
  }
  return slope;
}

interface Spread {
  terms: Float64Array;
  size: number;
  first: number;
  end: number;
  mean: Float64Array;
  share: (row: number) => number;
}

function addSpread(information: Float64Array, { terms, size, first, end, mean, share }: Spread): void {
  const centered = new Float64Array(size);
  for (let row = first; row < end; row++) {
    for (let i = 0; i < size; i++) centered[i] = (terms[row * size + i] ?? 0) - (mean[i] ?? 0);
    const weight = share(row);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const value = (information[i * size + j] ?? 0) + weight * (centered[i] ?? 0) * (centered[j] ?? 0);
        information[i * size + j] = value;
        information[j * size + i] = value;
      }
    }
  }
}

/** Utility by row: minus the terms times their coefficients. */
export function utilitiesOf({ names, terms }: LogitData, coefficients: ArrayLike<number>): Float64Array {
  const size = names.length;
  const utilities = new Float64Array(terms.length / size);
  for (let row = 0; row < utilities.length; row++) {
    let utility = 0;
    for (let i = 0; i < size; i++) utility -= (coefficients[i] ?? 0) * (terms[row * size + i] ?? 0);
    utilities[row] = utility;
  }
  return utilities;
}

/** Log-sum-exp of the rows from `first` up to but excluding `end`, safe from overflow. */
export function logSumExp(utilities: Float64Array, first: number, end: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let row = first; row < end; row++) highest = Math.max(highest, utilities[row] ?? 0);
  let sum = 0;
  for (let row = first; row < end; row++) sum += Math.exp((utilities[row] ?? 0) - highest);
  return highest + Math.log(sum);
}
