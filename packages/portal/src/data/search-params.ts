/** Parsers of search parameters. Invalid parameters are ignored, so that a broken link still opens. */

/** Reads a parameter if it is one of the given values. */
export function readEnum<Name extends string, Value extends string>(
  search: Record<string, unknown>,
  name: Name,
  values: readonly Value[],
): { [Each in Name]?: Value } {
  const value = values.find((each) => each === search[name]);
  return value === undefined ? {} : single(name, value);
}

/** Reads a parameter if it matches the pattern. */
export function readPattern<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
  form: RegExp,
): { [Each in Name]?: string } {
  const text = search[name];
  return typeof text === "string" && form.test(text) ? single(name, text) : {};
}

/** Reads the text of a search field: up to 100 characters. */
export function readSearch(search: Record<string, unknown>): { search?: string } {
  const text = typeof search["search"] === "number" ? String(search["search"]) : search["search"];
  return typeof text === "string" && text.trim() !== "" ? { search: text.slice(0, 100) } : {};
}

/** Returns the pattern of ids with a prefix. */
export function idPattern(prefix: string): RegExp {
  return new RegExp(`^${prefix}_[0-9a-z]{26}$`);
}

/** Pattern of the id of the object that an event is about. */
export const subjectPattern = /^[\x21-\x7e]{1,200}$/;

/** Returns the filters with one value changed. An empty value removes the filter. */
export function withFilter<Filters extends object, Name extends keyof Filters>(
  filters: Filters,
  name: Name,
  value: Filters[Name] | "",
): Filters {
  const { [name]: _before, ...rest } = filters;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot infer that the rest and the new member are complete
  return (value === "" ? rest : { ...rest, [name]: value }) as Filters;
}

/** Returns an object with one member. */
export function single<Name extends string, Value>(name: Name, value: Value): { [Each in Name]?: Value } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed name is widened to string
  return { [name]: value } as { [Each in Name]?: Value };
}
