import { AIRLINE_CODE } from "./airline.ts";
import { COUNTRY_OR_GROUP, type CountryGroups, expandGroups } from "./country-group.ts";
import type { Row } from "./table.ts";
import { parseValidity, type Validity } from "./validity.ts";

/** Right of airlines of other countries to carry passengers within some countries: one row of `cabotage-exceptions.tsv`. */
export interface CabotageException extends Validity {
  /** Codes of countries of airports. */
  readonly countries: readonly string[];
  readonly airlineCountries: readonly string[] | "all";
  readonly airlines: readonly string[];
}

/** Facts about transport within a country by airlines of others. */
export interface CabotageFacts {
  /** Country by the code of a territory to which transport from it is domestic. */
  readonly territories: ReadonlyMap<string, string>;
  /** In table order. */
  readonly exceptions: readonly CabotageException[];
}

const country = /^[A-Z]{2}$/;

/** Parses `cabotage-territories.tsv`. @throws FactsError if a row is malformed or a territory is listed twice */
export function parseCabotageTerritories(rows: readonly Row[]): ReadonlyMap<string, string> {
  const territories = new Map<string, string>();
  for (const row of rows) {
    row.text("source");
    for (const territory of row.codes("territories", country)) {
      if (territories.has(territory)) row.fail(`${territory} is listed twice`);
      territories.set(territory, row.match("country", country));
    }
  }
  return territories;
}

/** Parses `cabotage-exceptions.tsv` in table order. @throws FactsError if a row is malformed or names no airline */
export function parseCabotageExceptions(rows: readonly Row[], groups: CountryGroups): readonly CabotageException[] {
  return Object.freeze(
    rows.map((row) => {
      row.text("source");
      const isOpenToAll = !row.isEmpty("airlineCountries") && row.text("airlineCountries") === "*";
      const airlineCountries = isOpenToAll
        ? ("all" as const)
        : expandGroups(row, row.codes("airlineCountries", COUNTRY_OR_GROUP), groups);
      const airlines = row.codes("airlines", AIRLINE_CODE);
      if (airlines.length + airlineCountries.length === 0) row.fail("airlines and airlineCountries are empty");
      const countries = expandGroups(row, row.codes("countries", COUNTRY_OR_GROUP), groups);
      return Object.freeze({ countries, airlineCountries, airlines, ...parseValidity(row) });
    }),
  );
}
