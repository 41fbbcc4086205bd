import { type ChoiceSet, sessionsOf } from "./choice-set.ts";
import { logSumExp } from "./fit.ts";

/** Measures of how well an order of the options predicts the choices. Shares are 0–1. */
export interface Measures {
  top1: number;
  top3: number;
  top5: number;
  /** Mean reciprocal rank: mean of 1 ÷ rank of the chosen option. */
  meanReciprocalRank: number;
}

export interface Likelihood {
  logLikelihood: number;
  /** McFadden's: 1 − log-likelihood ÷ that of equal shares. */
  rhoSquared: number;
}

/**
 * Options of equal utility share their ranks: measures are means over all their orders, so neither file order nor chance favors an order
 * that cannot decide.
 */
export function measureOrder(set: ChoiceSet, utilities: Float64Array): Measures {
  const sums = { top1: 0, top3: 0, top5: 0, meanReciprocalRank: 0 };
  for (const [session, choice] of set.chosen.entries()) {
    const { better, tied } = placeOf(set, utilities, { session, choice });
    sums.top1 += shareWithin(1, better, tied);
    sums.top3 += shareWithin(3, better, tied);
    sums.top5 += shareWithin(5, better, tied);
    let reciprocal = 0;
    for (let place = better + 1; place <= better + tied; place++) reciprocal += 1 / place;
    sums.meanReciprocalRank += reciprocal / tied;
  }
  const sessions = sessionsOf(set);
  return {
    top1: sums.top1 / sessions,
    top3: sums.top3 / sessions,
    top5: sums.top5 / sessions,
    meanReciprocalRank: sums.meanReciprocalRank / sessions,
  };
}

export function measureLikelihood(set: ChoiceSet, utilities: Float64Array): Likelihood {
  let logLikelihood = 0;
  let ofEqualShares = 0;
  for (const [session, choice] of set.chosen.entries()) {
    const [first = 0, end = 0] = [set.start[session], set.start[session + 1]];
    logLikelihood += (utilities[choice] ?? 0) - logSumExp(utilities, first, end);
    ofEqualShares -= Math.log(end - first);
  }
  return { logLikelihood, rhoSquared: 1 - logLikelihood / ofEqualShares };
}

function placeOf(
  { start }: ChoiceSet,
  utilities: Float64Array,
  { session, choice }: { session: number; choice: number },
): { better: number; tied: number } {
  const [first = 0, end = 0] = [start[session], start[session + 1]];
  const own = utilities[choice] ?? 0;
  let better = 0;
  let tied = 0;
  for (let row = first; row < end; row++) {
    const other = utilities[row] ?? 0;
    if (other > own) better += 1;
    else if (other === own) tied += 1;
  }
  return { better, tied };
}

/** Probability that one of `tied` options behind `better` others is among the first `places`. */
function shareWithin(places: number, better: number, tied: number): number {
  return Math.min(1, Math.max(0, (places - better) / tied));
}
