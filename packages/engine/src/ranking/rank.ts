import { type Coefficients, profileCoefficients } from "./coefficients.ts";
import { comparisonContextOf } from "./comparison.ts";
import { findDominators } from "./dominance.ts";
import { labelsOf } from "./labels.ts";
import { componentNames, type Preferences, type Ranked, type RankOption, type Wording } from "./option.ts";
import { reasonsOf } from "./reasons.ts";
import { componentsOf, probabilitiesOf } from "./score.ts";
import { effectiveCostOf, idealsOf, totalMinutesOf, writeUtilities } from "./utility.ts";

const width = componentNames.length;
const highestWeight = 1000;

/** Intermediate results of the options, in columns by index of the option. */
interface Evaluation {
  /** Rows of unweighted component utilities. */
  readonly plain: Float64Array;
  readonly plainUtility: Float64Array;
  readonly utility: Float64Array;
  readonly costMinor: Float64Array;
  readonly minutes: Float64Array;
}

/**
 * Ranks offers by a multinomial logit of published itinerary-choice models, best first; docs/ranking.md describes the model, its sources
 * and the components. An option's score depends only on the option and on the set's lowest effective cost and shortest duration. A
 * dominated option never ranks above the one that dominates it, for any weights: each weighted utility, the plain sum and then the single
 * components all favor the latter, and only options that are equal in all of them are ordered by cost, duration and input order.
 *
 * Quadratic in the number of options because of the search for dominating options; 250 take under 1 ms.
 *
 * @throws RangeError if a weight is not a number from 0 to 1000, or a cost or duration is not a finite number ≥ 0
 */
export function rank(options: readonly RankOption[], preferences: Preferences, wording: Wording): Ranked[] {
  if (options.length === 0) return [];
  const weights = Float64Array.from(componentNames, (name) => weightOf(preferences, name));
  const evaluation = evaluate(options, profileCoefficients[preferences.profile], weights);
  const order = Int32Array.from(options.keys()).sort((a, b) => compare(evaluation, a, b));
  const ranked = Array.from(order, (index) => options[index]);
  const dominators = findDominators(evaluation.plain, order);
  const probabilities = probabilitiesOf(evaluation.utility);
  const labels = labelsOf(ranked);
  const utilityOf = (position: number, component: number): number =>
    evaluation.plain[order[position] * width + component] * weights[component];
  const context = comparisonContextOf(ranked, utilityOf);
  const weighted = new Float64Array(width);
  return ranked.map((option, position) => {
    const index = order[position];
    const dominator = dominators[position];
    for (let i = 0; i < width; i += 1) weighted[i] = evaluation.plain[index * width + i] * weights[i];
    const { score, components } = componentsOf(weighted);
    return {
      option: index,
      flight: option.flight,
      rank: position + 1,
      score,
      probability: probabilities[index],
      effectiveCostMinor: Math.round(evaluation.costMinor[index]),
      components,
      dominatedBy: dominator < 0 ? null : order[dominator],
      labels: labels[position],
      reasons: reasonsOf(position, dominator, context, wording),
    };
  });
}

function evaluate(options: readonly RankOption[], coefficients: Coefficients, weights: Float64Array): Evaluation {
  const column = (): Float64Array => new Float64Array(options.length);
  const evaluation = {
    plain: new Float64Array(options.length * width),
    plainUtility: column(),
    utility: column(),
    costMinor: column(),
    minutes: column(),
  };
  const scale = { ideals: idealsOf(options), coefficients };
  for (let index = 0; index < options.length; index += 1) {
    const option = options[index];
    writeUtilities(option, scale, evaluation.plain, index * width);
    for (let i = 0; i < width; i += 1) {
      const utility = evaluation.plain[index * width + i];
      evaluation.plainUtility[index] += utility;
      evaluation.utility[index] += utility * weights[i];
    }
    evaluation.costMinor[index] = effectiveCostOf(option);
    evaluation.minutes[index] = totalMinutesOf(option);
  }
  return evaluation;
}

function weightOf(preferences: Preferences, name: (typeof componentNames)[number]): number {
  const weight = preferences.weights?.[name] ?? 1;
  if (!(weight >= 0 && weight <= highestWeight)) {
    throw new RangeError(`weight of ${name} must be a number from 0 to ${highestWeight}, got ${weight}`);
  }
  return weight;
}

function compare(evaluation: Evaluation, a: number, b: number): number {
  const { utility, plainUtility, plain, costMinor, minutes } = evaluation;
  const gain = utility[b] - utility[a] || plainUtility[b] - plainUtility[a];
  if (gain !== 0) return gain;
  for (let i = 0; i < width; i += 1) {
    const difference = plain[b * width + i] - plain[a * width + i];
    if (difference !== 0) return difference;
  }
  return costMinor[a] - costMinor[b] || minutes[a] - minutes[b] || a - b;
}
