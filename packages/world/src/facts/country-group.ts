import type { Row } from "./table.ts";

/** Code of a country, or of a group of countries such as `@EU`. */
export const COUNTRY_OR_GROUP = /^(?:[A-Z]{2}|@[A-Z]+)$/;

/** Codes of countries by the code of their group, in table order. */
export type CountryGroups = ReadonlyMap<string, readonly string[]>;

/**
 * Parses groups of countries.
 *
 * @throws FactsError if a row is malformed or a group is listed twice
 */
export function parseCountryGroups(rows: readonly Row[]): CountryGroups {
  const groups = new Map<string, readonly string[]>();
  for (const row of rows) {
    const group = row.match("group", /^@[A-Z]+$/);
    if (groups.has(group)) row.fail(`${group} is listed twice`);
    groups.set(group, row.codes("countries", /^[A-Z]{2}$/));
  }
  return groups;
}

/** Returns codes with the countries of each group instead of its code. @throws FactsError if a group is unknown */
export function expandGroups(row: Row, codes: readonly string[], groups: CountryGroups): readonly string[] {
  const expanded = codes.flatMap((code) =>
    code.startsWith("@") ? (groups.get(code) ?? row.fail(`${code} is not in country-groups.tsv`)) : [code],
  );
  return Object.freeze([...new Set(expanded)]);
}
