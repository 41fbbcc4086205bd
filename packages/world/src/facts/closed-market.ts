import { AIRLINE_CODE } from "./airline.ts";
import { COUNTRY_OR_GROUP, type CountryGroups, expandGroups } from "./country-group.ts";
import type { Row } from "./table.ts";
import { parseValidity, type Validity } from "./validity.ts";

const REASONS = ["airspace", "ban", "relations", "closed_airport", "no_service"] as const;

/** Airports by code, or by the code of their country. */
export interface MarketEnd {
  readonly codes: readonly string[];
  /** True for all places except these. */
  readonly isComplement: boolean;
}

/** One row of `closed-markets.tsv`, whose heading explains the columns: a market that some airlines do not fly in either direction. */
export interface ClosedMarket extends Validity {
  readonly name: string;
  readonly reason: (typeof REASONS)[number];
  /** Codes of airlines, or `all`. */
  readonly airlines: readonly string[] | "all";
  readonly airlineCountries: readonly string[];
  readonly except: readonly string[];
  readonly between: MarketEnd;
  readonly and: MarketEnd;
}

/**
 * Parses closed markets in table order.
 *
 * @throws FactsError if a row is malformed, names an unknown group, no airline, or two reasons for its source
 */
export function parseClosedMarkets(rows: readonly Row[], groups: CountryGroups): readonly ClosedMarket[] {
  return Object.freeze(
    rows.map((row) => {
      const market: ClosedMarket = {
        name: row.text("name"),
        reason: row.choice("reason", REASONS),
        airlines: row.isEmpty("airlines") || row.text("airlines") !== "*" ? row.codes("airlines", AIRLINE_CODE) : "all",
        airlineCountries: expandGroups(row, row.codes("airlineCountries", COUNTRY_OR_GROUP), groups),
        except: row.codes("except", AIRLINE_CODE),
        between: parseEnd(row, "between", groups),
        and: parseEnd(row, "and", groups),
        ...parseValidity(row),
      };
      if (market.airlines !== "all" && market.airlines.length + market.airlineCountries.length === 0) {
        row.fail("airlines and airlineCountries are empty");
      }
      // A row without a source is a fault, although nothing else reads it.
      row.text("source");
      return Object.freeze(market);
    }),
  );
}

/** `*`, a list of places, or `!` and a list of excluded places. */
const listedPlaces = /^!?(?:[A-Z]{2,3}|@[A-Z]+)(?:,(?:[A-Z]{2,3}|@[A-Z]+))*$/;

function parseEnd(row: Row, column: "between" | "and", groups: CountryGroups): MarketEnd {
  if (row.text(column) === "*") return { codes: [], isComplement: true };
  const list = row.match(column, listedPlaces);
  const isComplement = list.startsWith("!");
  const codes = list.slice(isComplement ? 1 : 0).split(",");
  return { codes: expandGroups(row, codes, groups), isComplement };
}
