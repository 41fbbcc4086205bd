/** Reading what stands in a page's address. What is wrong there is left out, so that a damaged link still opens. */

/** The parameter where it is one of few words. */
export function readWord<Name extends string, Word extends string>(
  search: Record<string, unknown>,
  name: Name,
  words: readonly Word[],
): { [Each in Name]?: Word } {
  const word = words.find((each) => each === search[name]);
  return word === undefined ? {} : single(name, word);
}

/** The parameter where it is a text of this form. */
export function readMatching<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
  form: RegExp,
): { [Each in Name]?: string } {
  const text = search[name];
  return typeof text === "string" && form.test(text) ? single(name, text) : {};
}

/** The form of an id with this prefix. */
export function idForm(prefix: string): RegExp {
  return new RegExp(`^${prefix}_[0-9a-z]{26}$`);
}

/** The filters with one of them chosen anew; an empty choice takes it out. */
export function withFilter<Filters extends object, Name extends keyof Filters>(
  filters: Filters,
  name: Name,
  value: Filters[Name] | "",
): Filters {
  const { [name]: _before, ...rest } = filters;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not see that the rest and the one make the whole
  return (value === "" ? rest : { ...rest, [name]: value }) as Filters;
}

/** An object with one member. */
export function single<Name extends string, Value>(name: Name, value: Value): { [Each in Name]?: Value } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed name is widened to string
  return { [name]: value } as { [Each in Name]?: Value };
}
