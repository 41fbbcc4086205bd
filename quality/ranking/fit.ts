import type { ChoiceSet } from "./choice-set.ts";
import { factorize, inverseDiagonal, solve } from "./cholesky.ts";
import { TableFault } from "./table-fault.ts";

export interface Fit {
  /** In the order of the set's names; each is subtracted times its term, as those that ship. */
  coefficients: number[];
  standardErrors: number[];
  logLikelihood: number;
  iterations: number;
}

const mostIterations = 60;
const mostHalvings = 40;
/** Newton's decrement, about twice what log-likelihood is still to be gained. */
const converged = 1e-9;
/** No traveler is that certain: a term that grows beyond it tells every choice, and has no finite coefficient. */
const largestCoefficient = 200;

interface Slope {
  logLikelihood: number;
  gradient: Float64Array;
  /** Of minus the log-likelihood: the covariance of the terms under the model, summed over sessions. */
  information: Float64Array;
}

/**
 * Fits a conditional logit (McFadden 1974) by Newton's method with halved steps; the log-likelihood is concave, so what is found is
 * the maximum. Standard errors are those of the inverse information.
 *
 * @param takes whether a session is fitted to; all by default
 * @throws TableFault where two terms cannot be told apart or one of them tells every choice
 */
export function fitChoices(set: ChoiceSet, takes: (session: number) => boolean = () => true): Fit {
  const size = set.names.length;
  let coefficients = new Float64Array(size);
  let slope = slopeAt(set, coefficients, takes);
  for (let iterations = 0; iterations < mostIterations; iterations++) {
    const factor = factorOf(set, slope.information);
    const step = solve(factor, slope.gradient);
    const decrement = step.reduce((sum, value, at) => sum + value * (slope.gradient[at] ?? 0), 0);
    if (decrement < converged) {
      const standardErrors = inverseDiagonal(factor, size).map(Math.sqrt);
      return { coefficients: [...coefficients], standardErrors, logLikelihood: slope.logLikelihood, iterations };
    }
    ({ coefficients, slope } = climb(set, { coefficients, slope, step, takes }));
    const runaway = coefficients.findIndex((value) => Math.abs(value) > largestCoefficient);
    if (runaway >= 0) throw new TableFault(`${set.names[runaway]} tells every choice: it has no finite coefficient.`);
  }
  throw new TableFault(`no maximum within ${mostIterations} steps: the terms tell the choices too well or not at all.`);
}

function factorOf({ names }: ChoiceSet, information: Float64Array): Float64Array {
  const factor = factorize(information, names.length);
  if (typeof factor !== "number") return factor;
  const others = names.slice(0, factor).join(", ");
  throw new TableFault(`${names[factor]} cannot be told from ${others || "a constant"}: drop its column.`);
}

function climb(
  set: ChoiceSet,
  from: { coefficients: Float64Array; slope: Slope; step: Float64Array; takes: (session: number) => boolean },
) {
  let share = 1;
  for (let halving = 0; halving < mostHalvings; halving++, share /= 2) {
    const coefficients = from.coefficients.map((value, at) => value + share * (from.step[at] ?? 0));
    const slope = slopeAt(set, coefficients, from.takes);
    // Rounding may keep the last step from gaining anything.
    if (slope.logLikelihood >= from.slope.logLikelihood - 1e-9) return { coefficients, slope };
  }
  throw new TableFault("the likelihood cannot be climbed: a term is too large for its numbers.");
}

function slopeAt(set: ChoiceSet, coefficients: Float64Array, takes: (session: number) => boolean): Slope {
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

/** Minus the terms times their coefficients, by row. */
export function utilitiesOf({ names, terms }: ChoiceSet, coefficients: ArrayLike<number>): Float64Array {
  const size = names.length;
  const utilities = new Float64Array(terms.length / size);
  for (let row = 0; row < utilities.length; row++) {
    let utility = 0;
    for (let i = 0; i < size; i++) utility -= (coefficients[i] ?? 0) * (terms[row * size + i] ?? 0);
    utilities[row] = utility;
  }
  return utilities;
}

/** Of the rows from `first` to before `end`, safe from overflow. */
export function logSumExp(utilities: Float64Array, first: number, end: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let row = first; row < end; row++) highest = Math.max(highest, utilities[row] ?? 0);
  let sum = 0;
  for (let row = first; row < end; row++) sum += Math.exp((utilities[row] ?? 0) - highest);
  return highest + Math.log(sum);
}
