import { type Coefficients, profileCoefficients } from "./coefficients.ts";
import { componentNames, type RankOption } from "./option.ts";
import { idealsOf, writeUtilities } from "./utility.ts";

/** The terms of the utility, each named after its coefficient. */
export const termNames: readonly (keyof Coefficients)[] = termNamesOf(profileCoefficients.leisure);

function termNamesOf(coefficients: Coefficients): (keyof Coefficients)[] {
  const isName = (name: string): name is keyof Coefficients => name in coefficients;
  return Object.keys(coefficients).filter(isName);
}

const noCoefficients: Coefficients = { ...profileCoefficients.leisure };
for (const name of termNames) Object.assign(noCoefficients, { [name]: 0 });

/**
 * The model's terms of a set of options that somebody chose from: what each coefficient is multiplied with. The utility
 * of an option under any coefficients is minus the sum of coefficient times term. It is linear, so a term is what
 * `writeUtilities` says under that coefficient alone, and fitting cannot drift from ranking.
 *
 * Not for the hot path: it appraises the set once a term.
 *
 * @param names the terms wanted, of `termNames`
 * @returns rows of `names.length` terms, each ≥ 0, by option
 * @throws RangeError where a cost or duration is not a finite number ≥ 0
 */
export function termsOf(options: readonly RankOption[], names: readonly (keyof Coefficients)[]): Float64Array {
  const terms = new Float64Array(options.length * names.length);
  const utilities = new Float64Array(componentNames.length);
  const ideals = idealsOf(options);
  for (const [at, name] of names.entries()) {
    const coefficients: Coefficients = { ...noCoefficients, [name]: 1 };
    for (const [index, option] of options.entries()) {
      writeUtilities(option, { ideals, coefficients }, utilities, 0);
      let utility = 0;
      for (const part of utilities) utility += part;
      terms[index * names.length + at] = 0 - utility;
    }
  }
  return terms;
}
