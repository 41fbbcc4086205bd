import { componentMaxima } from "./coefficients.ts";
import { type Component, componentNames } from "./option.ts";

/** Number of logits below the best value that divides the score by e. */
const logitsPerE = 4;

const maximaInOrder = componentNames.map((name) => componentMaxima[name]);

/** 100 · exp(U ÷ 4): 100 at the best value, 78 one logit below it, 37 four below. `utility` is ≤ 0. */
function scoreOf(utility: number): number {
  return 100 * Math.exp(utility / logitsPerE);
}

/**
 * Score and components, each with one decimal; the components add up to the score exactly (in tenths, by largest remainder). Component i is
 * its maximum minus its share of the lost points: `max_i − (100 − score) · u_i ÷ U`. It is negative if it costs more than its maximum.
 *
 * @param utilities weighted utilities, each ≤ 0, in the order of `componentNames`
 */
export function componentsOf(utilities: ArrayLike<number>): { score: number; components: Record<Component, number> } {
  let utility = 0;
  for (let i = 0; i < componentNames.length; i += 1) utility += utilities[i];
  const score = scoreOf(utility);
  const lackPerLogit = utility < 0 ? (100 - score) / utility : 0;
  const exact = Array.from(maximaInOrder);
  for (let i = 0; i < exact.length; i += 1) exact[i] = 10 * (maximaInOrder[i] - lackPerLogit * utilities[i]);
  const scoreTenths = Math.round(10 * score);
  const tenths = apportion(exact, scoreTenths);
  return {
    score: scoreTenths / 10,
    components: {
      price: tenths[0] / 10,
      duration: tenths[1] / 10,
      stops: tenths[2] / 10,
      schedule: tenths[3] / 10,
      comfort: tenths[4] / 10,
      flexibility: tenths[5] / 10,
      emissions: tenths[6] / 10,
      risk: tenths[7] / 10,
    },
  };
}

/** Rounds `exact` to adjacent whole numbers that sum to `total`: floors, then one more for the largest remainders. */
function apportion(exact: number[], total: number): number[] {
  let missing = total;
  for (const value of exact) missing -= Math.floor(value);
  const remainders = exact.slice();
  for (let i = 0; i < exact.length; i += 1) {
    exact[i] = Math.floor(exact[i]);
    remainders[i] -= exact[i];
  }
  for (; missing > 0; missing -= 1) {
    let largest = 0;
    for (let i = 1; i < remainders.length; i += 1) if (remainders[i] > remainders[largest]) largest = i;
    remainders[largest] = -1;
    exact[largest] += 1;
  }
  return exact;
}

/** Softmax of the utilities without overflow; sums to 1. */
export function probabilitiesOf(utilities: ArrayLike<number>): Float64Array {
  const shares = Float64Array.from(utilities);
  let highest = Number.NEGATIVE_INFINITY;
  for (const utility of shares) highest = Math.max(highest, utility);
  let sum = 0;
  for (let i = 0; i < shares.length; i += 1) {
    shares[i] = Math.exp(shares[i] - highest);
    sum += shares[i];
  }
  for (let i = 0; i < shares.length; i += 1) shares[i] /= sum;
  return shares;
}
