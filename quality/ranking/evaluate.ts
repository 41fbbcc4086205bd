import { type Coefficients, type Profile, profileCoefficients, profileNames, unitHash } from "@wayfare/engine";
import { type Calibration, measureCalibration } from "./calibration.ts";
import { type ChoiceSet, sessionsOf, type Term } from "./choice-set.ts";
import { type Fit, fitChoices, utilitiesOf } from "./fit.ts";
import { type Likelihood, type Measures, measureLikelihood, measureOrder } from "./measures.ts";
import { TableError } from "./table-error.ts";

interface Row extends Measures {
  order: string;
  /** Null for an order without probabilities. */
  likelihood: Likelihood | null;
  /** Null for an order without probabilities. */
  calibration: Calibration | null;
}

export interface Evaluation {
  sessions: number;
  options: number;
  folds: number;
  fit: Fit & { names: readonly Term[] };
  /** Shipped coefficients of the fitted terms. */
  shipped: Readonly<Record<Profile, number[]>>;
  orders: Row[];
}

/**
 * Fits the model and measures how well the fit, the shipped coefficients and two simple orders predict the choices. The fitted row is out
 * of sample: each session is predicted by coefficients fitted to the other folds. The same table and seed give the same figures.
 *
 * @throws TableError if there are fewer sessions than folds, or the fit has no solution
 */
export function evaluateChoices(set: ChoiceSet, { folds, seed }: { folds: number; seed: number }): Evaluation {
  const sessions = sessionsOf(set);
  if (sessions < folds) throw new TableError(`sessions: ${sessions}, too few for ${folds} folds. Set --folds.`);
  const coefficientsOf = (coefficients: Coefficients) => set.names.map((name) => coefficients[name]);
  const fit = { ...fitChoices(set), names: set.names };
  const shipped = {
    leisure: coefficientsOf(profileCoefficients.leisure),
    business: coefficientsOf(profileCoefficients.business),
    points: coefficientsOf(profileCoefficients.points),
  };
  const withLikelihood = (order: string, utilities: Float64Array): Row => {
    const likelihood = measureLikelihood(set, utilities);
    return { order, ...measureOrder(set, utilities), likelihood, calibration: measureCalibration(set, utilities) };
  };
  const bySingleTerm = (order: string, term: Term): Row[] => {
    const at = set.names.indexOf(term);
    if (at < 0) return [];
    const coefficients = set.names.map((_, i) => (i === at ? 1 : 0));
    return [{ order, ...measureOrder(set, utilitiesOf(set, coefficients)), likelihood: null, calibration: null }];
  };
  const orders = [
    withLikelihood(`fitted, ${folds} folds`, utilitiesOutOfSample(set, folds, seed)),
    ...profileNames.map((profile) => withLikelihood(`shipped, ${profile}`, utilitiesOf(set, shipped[profile]))),
    ...bySingleTerm("cheapest first", "price"),
    ...bySingleTerm("shortest first", "duration"),
    withLikelihood("by chance", utilitiesOf(set, [])),
  ];
  return { sessions, options: set.terms.length / set.names.length, folds, fit, shipped, orders };
}

function utilitiesOutOfSample(set: ChoiceSet, folds: number, seed: number): Float64Array {
  const foldOf = assignFolds(sessionsOf(set), folds, seed);
  const utilities = new Float64Array(set.terms.length / set.names.length);
  for (let fold = 0; fold < folds; fold++) {
    const { coefficients } = fitChoices(set, (session) => foldOf[session] !== fold);
    const all = utilitiesOf(set, coefficients);
    for (const [session, of] of foldOf.entries()) {
      if (of !== fold) continue;
      const [first = 0, end = 0] = [set.start[session], set.start[session + 1]];
      utilities.set(all.subarray(first, end), first);
    }
  }
  return utilities;
}

/** Folds of equal size (±1), shuffled by the seed. */
function assignFolds(sessions: number, folds: number, seed: number): Int32Array {
  const order = Array.from({ length: sessions }, (_, session) => ({ session, draw: unitHash(seed, session, 0, 0) }));
  order.sort((a, b) => a.draw - b.draw || a.session - b.session);
  const foldOf = new Int32Array(sessions);
  for (const [at, { session }] of order.entries()) foldOf[session] = at % folds;
  return foldOf;
}
