import { type Coefficients, profileCoefficients } from "./coefficients.ts";
import { landmarksOf } from "./comparison.ts";
import { findDominators } from "./dominance.ts";
import { labelsOf } from "./labels.ts";
import { componentNames, type Preferences, type Ranked, type RankOption, type Wording } from "./option.ts";
import { reasonsOf } from "./reasons.ts";
import { marksOf, probabilitiesOf } from "./score.ts";
import { effectiveCostOf, idealsOf, totalMinutesOf, writeUtilities } from "./utility.ts";

const width = componentNames.length;
const highestWeight = 1000;

/** What the options come to, in columns by index of the option. */
interface Appraisal {
  /** Rows of unweighted component utilities. */
  readonly plain: Float64Array;
  readonly plainUtility: Float64Array;
  readonly utility: Float64Array;
  readonly costMinor: Float64Array;
  readonly minutes: Float64Array;
}

/**
 * Ranks offers by a multinomial logit of published itinerary-choice models, best first; the model, its sources and
 * how to read the components are in docs/ranking.md. An option's score depends on nothing but the option and the
 * set's lowest effective cost and shortest duration. A dominated option never stands above its dominator, whatever the
 * weights: each weighted utility, the plain sum and then the single components all favor the dominator, and only what
 * is equal in all of them is decided by cost, duration and the order given.
 *
 * Cost: quadratic in the number of options through the search for dominators; 250 take under 1 ms.
 *
 * @throws RangeError where a weight is not a number from 0 to 1000, or a cost or duration is not a finite number ≥ 0
 */
export function rank(options: readonly RankOption[], preferences: Preferences, wording: Wording): Ranked[] {
  if (options.length === 0) return [];
  const weights = Float64Array.from(componentNames, (name) => weightOf(preferences, name));
  const appraisal = appraise(options, profileCoefficients[preferences.profile], weights);
  const order = Int32Array.from(options.keys()).sort((a, b) => compare(appraisal, a, b));
  const ranked = Array.from(order, (index) => options[index]);
  const dominators = findDominators(appraisal.plain, order);
  const probabilities = probabilitiesOf(appraisal.utility);
  const labels = labelsOf(ranked);
  const utilityOf = (position: number, component: number): number =>
    appraisal.plain[order[position] * width + component] * weights[component];
  const landmarks = landmarksOf(ranked, utilityOf);
  const weighted = new Float64Array(width);
  return ranked.map((option, position) => {
    const index = order[position];
    const dominator = dominators[position];
    for (let i = 0; i < width; i += 1) weighted[i] = appraisal.plain[index * width + i] * weights[i];
    const { score, components } = marksOf(weighted);
    return {
      option: index,
      flight: option.flight,
      rank: position + 1,
      score,
      probability: probabilities[index],
      effectiveCostMinor: Math.round(appraisal.costMinor[index]),
      components,
      dominatedBy: dominator < 0 ? null : order[dominator],
      labels: labels[position],
      reasons: reasonsOf(position, dominator, landmarks, wording),
    };
  });
}

function appraise(options: readonly RankOption[], coefficients: Coefficients, weights: Float64Array): Appraisal {
  const column = (): Float64Array => new Float64Array(options.length);
  const appraisal = {
    plain: new Float64Array(options.length * width),
    plainUtility: column(),
    utility: column(),
    costMinor: column(),
    minutes: column(),
  };
  const scale = { ideals: idealsOf(options), coefficients };
  for (let index = 0; index < options.length; index += 1) {
    const option = options[index];
    writeUtilities(option, scale, appraisal.plain, index * width);
    for (let i = 0; i < width; i += 1) {
      const utility = appraisal.plain[index * width + i];
      appraisal.plainUtility[index] += utility;
      appraisal.utility[index] += utility * weights[i];
    }
    appraisal.costMinor[index] = effectiveCostOf(option);
    appraisal.minutes[index] = totalMinutesOf(option);
  }
  return appraisal;
}

function weightOf(preferences: Preferences, name: (typeof componentNames)[number]): number {
  const weight = preferences.weights?.[name] ?? 1;
  if (!(weight >= 0 && weight <= highestWeight)) {
    throw new RangeError(`weight of ${name} is ${weight}, not a number from 0 to ${highestWeight}`);
  }
  return weight;
}

function compare(appraisal: Appraisal, a: number, b: number): number {
  const { utility, plainUtility, plain, costMinor, minutes } = appraisal;
  const gain = utility[b] - utility[a] || plainUtility[b] - plainUtility[a];
  if (gain !== 0) return gain;
  for (let i = 0; i < width; i += 1) {
    const difference = plain[b * width + i] - plain[a * width + i];
    if (difference !== 0) return difference;
  }
  return costMinor[a] - costMinor[b] || minutes[a] - minutes[b] || a - b;
}
