import { expect, test } from "vitest";
import { parseCabotageExceptions, parseCabotageTerritories } from "../../src/facts/cabotage.ts";
import { parseCountryGroups } from "../../src/facts/country-group.ts";
import { listBrokenReferences } from "../../src/facts/facts.ts";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { expectFault, tableOf } from "./written-table.ts";

const groups = parseCountryGroups(tableOf("country-groups.tsv", "group\tcountries", "@BX\tBE,NL,LU"));
const exceptionColumns = "countries\tairlineCountries\tairlines\tvalidFrom\tvalidUntil\tsource";
const parseException = (row: string) =>
  parseCabotageExceptions(tableOf("cabotage-exceptions.tsv", exceptionColumns, row), groups);
const parseTerritories = (...rows: string[]) =>
  parseCabotageTerritories(tableOf("cabotage-territories.tsv", "country\tterritories\tsource", ...rows));

test("parses territories and exceptions, with the countries of groups", () => {
  expect([...parseTerritories("US\tPR,VI\tLaw")]).toEqual([
    ["PR", "US"],
    ["VI", "US"],
  ]);
  expect(parseException("@BX\t@BX,FR\t-\t2008-11-01\t-\tLaw")).toMatchObject([
    { countries: ["BE", "NL", "LU"], airlineCountries: ["BE", "NL", "LU", "FR"], airlines: [], untilDay: null },
  ]);
  expect(parseException("CL\t*\t-\t1979-01-01\t-\tLaw")).toMatchObject([{ airlineCountries: "all" }]);
  expect(parseException("EC\t-\tLA,AV\t2010-01-01\t-\tLaw")).toMatchObject([
    { airlineCountries: [], airlines: ["LA", "AV"] },
  ]);
});

test("rejects a territory that is listed twice, and rows without airlines, a source or a valid date", () => {
  expectFault(() => parseTerritories("US\tPR\tLaw", "ES\tPR\tLaw"), "PR is listed twice");
  expectFault(() => parseTerritories("US\tPR\t-"), "source is empty");
  expectFault(() => parseException("EC\t-\t-\t2010-01-01\t-\tLaw"), "airlines and airlineCountries are empty");
  expectFault(() => parseException("EC\t*\t-\t2010-01-01\t-\t-"), "source is empty");
  expectFault(() => parseException("EC\t*\t-\t2010\t-\tLaw"), "validFrom");
});

test("reports countries and airlines that other tables lack", () => {
  const cabotage = {
    territories: parseTerritories("QQ\tPR\tLaw"),
    exceptions: parseException("XX\tYY\tZZ\t2010-01-01\t-\tLaw"),
  };
  expect(listBrokenReferences({ ...loadFacts(), cabotage })).toEqual([
    "cabotage-territories.tsv: refers to unknown country QQ",
    "cabotage-exceptions.tsv: refers to unknown country XX",
    "cabotage-exceptions.tsv: refers to unknown country YY",
    "cabotage-exceptions.tsv: refers to unknown airline ZZ",
  ]);
});
