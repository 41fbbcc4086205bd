import { type Coefficients, type Profile, profileCoefficients, profileNames, unitHash } from "@wayfare/engine";
import { type ChoiceSet, sessionsOf, type Term } from "./choice-set.ts";
import { type Fit, fitChoices, utilitiesOf } from "./fit.ts";
import { type Likelihood, type Measures, measureLikelihood, measureOrder } from "./measures.ts";
import { TableFault } from "./table-fault.ts";

interface Row extends Measures {
  order: string;
  /** Null of an order that gives no shares. */
  likelihood: Likelihood | null;
}

export interface Evaluation {
  sessions: number;
  options: number;
  folds: number;
  fit: Fit & { names: readonly Term[] };
  /** The shipped coefficients of the terms that were fitted. */
  shipped: Readonly<Record<Profile, number[]>>;
  orders: Row[];
}

/**
 * Fits the model and measures how it, the shipped coefficients and two plain orders foretell the choices. The fitted row is out of
 * sample: each session is foretold by coefficients fitted to the other folds. The same table and seed give the same figures.
 *
 * @throws TableFault where there are fewer sessions than folds, or the fit has no answer
 */
export function evaluateChoices(set: ChoiceSet, { folds, seed }: { folds: number; seed: number }): Evaluation {
  const sessions = sessionsOf(set);
  if (sessions < folds) throw new TableFault(`sessions: ${sessions}, too few for ${folds} folds; see --folds.`);
  const coefficientsOf = (coefficients: Coefficients) => set.names.map((name) => coefficients[name]);
  const fit = { ...fitChoices(set), names: set.names };
  const shipped = {
    leisure: coefficientsOf(profileCoefficients.leisure),
    business: coefficientsOf(profileCoefficients.business),
    points: coefficientsOf(profileCoefficients.points),
  };
  const likely = (order: string, utilities: Float64Array): Row => {
    return { order, ...measureOrder(set, utilities), likelihood: measureLikelihood(set, utilities) };
  };
  const plain = (order: string, term: Term): Row[] => {
    const at = set.names.indexOf(term);
    if (at < 0) return [];
    const coefficients = set.names.map((_, i) => (i === at ? 1 : 0));
    return [{ order, ...measureOrder(set, utilitiesOf(set, coefficients)), likelihood: null }];
  };
  const orders = [
    likely(`fitted, ${folds} folds`, utilitiesOutOfSample(set, folds, seed)),
    ...profileNames.map((profile) => likely(`shipped, ${profile}`, utilitiesOf(set, shipped[profile]))),
    ...plain("cheapest first", "price"),
    ...plain("shortest first", "duration"),
    likely("by chance", utilitiesOf(set, [])),
  ];
  return { sessions, options: set.terms.length / set.names.length, folds, fit, shipped, orders };
}

function utilitiesOutOfSample(set: ChoiceSet, folds: number, seed: number): Float64Array {
  const foldOf = dealFolds(sessionsOf(set), folds, seed);
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

/** Folds of equal size but for one, in an order that the seed draws. */
function dealFolds(sessions: number, folds: number, seed: number): Int32Array {
  const order = Array.from({ length: sessions }, (_, session) => ({ session, draw: unitHash(seed, session, 0, 0) }));
  order.sort((a, b) => a.draw - b.draw || a.session - b.session);
  const foldOf = new Int32Array(sessions);
  for (const [at, { session }] of order.entries()) foldOf[session] = at % folds;
  return foldOf;
}
