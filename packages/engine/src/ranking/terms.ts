import { type Coefficients, profileCoefficients } from "./coefficients.ts";
import { componentNames, type RankOption } from "./option.ts";
import { idealsOf, writeUtilities } from "./utility.ts";

/** Terms of the utility, each named after its coefficient. */
export const termNames: readonly (keyof Coefficients)[] = termNamesOf(profileCoefficients.leisure);

function termNamesOf(coefficients: Coefficients): (keyof Coefficients)[] {
  const isName = (name: string): name is keyof Coefficients => name in coefficients;
  return Object.keys(coefficients).filter(isName);
}

const noCoefficients: Coefficients = { ...profileCoefficients.leisure };
for (const name of termNames) Object.assign(noCoefficients, { [name]: 0 });

/** One for a coefficient and 0 for all others. Created once: the preferences by hour are cached by object. */
const unitCoefficients: ReadonlyMap<string, Coefficients> = new Map(
  termNames.map((name) => [name, { ...noCoefficients, [name]: 1 }]),
);

/**
 * Terms of the model for a set of options that a traveler chose from: the factors of each coefficient. The utility of an option under any
 * coefficients is minus the sum of coefficient times term, up to a constant of the whole set: each sine and cosine of an hour is 1 higher
 * than in the model, which has no effect on choices. It is linear, so a term is the result of `writeUtilities` for that coefficient alone,
 * and fitting uses the same formula as ranking.
 *
 * Not for hot paths: evaluates the set once per term.
 *
 * @param names requested terms, of `termNames`
 * @returns rows of `names.length` terms, each ≥ 0, by option
 * @throws RangeError if a cost or duration is not a finite number ≥ 0
 */
export function termsOf(options: readonly RankOption[], names: readonly (keyof Coefficients)[]): Float64Array {
  const terms = new Float64Array(options.length * names.length);
  const utilities = new Float64Array(componentNames.length);
  const ideals = idealsOf(options);
  for (const [at, name] of names.entries()) {
    const coefficients = unitCoefficients.get(name) ?? noCoefficients;
    for (const [index, option] of options.entries()) {
      writeUtilities(option, { ideals, coefficients }, utilities, 0);
      let utility = 0;
      for (const part of utilities) utility += part;
      terms[index * names.length + at] = 0 - utility;
    }
  }
  return terms;
}
