import { parseEpochDay } from "@wayfare/engine";
import { expect, test } from "vitest";
import { parseClosedMarkets } from "../../src/facts/closed-market.ts";
import { parseCountryGroups } from "../../src/facts/country-group.ts";
import { listBrokenReferences } from "../../src/facts/facts.ts";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { expectFault, tableOf } from "./written-table.ts";

const groups = parseCountryGroups(tableOf("country-groups.tsv", "group\tcountries", "@BX\tBE,NL,LU"));
const columns = "name\treason\tairlines\tairlineCountries\texcept\tbetween\tand\tvalidFrom\tvalidUntil\tsource";
const parse = (row: string) => parseClosedMarkets(tableOf("closed-markets.tsv", columns, row), groups);

test("parses airlines, places and days, with the countries of groups", () => {
  expect(parse("Ban\tban\tAA\t@BX,FR\tKL\t@BX,JFK\t*\t2022-02-28\t-\tLaw")).toEqual([
    {
      name: "Ban",
      reason: "ban",
      airlines: ["AA"],
      airlineCountries: ["BE", "NL", "LU", "FR"],
      except: ["KL"],
      between: { codes: ["BE", "NL", "LU", "JFK"], isComplement: false },
      and: { codes: [], isComplement: true },
      fromDay: parseEpochDay("2022-02-28"),
      untilDay: null,
    },
  ]);
  const [rest] = parse("Rest\trelations\t*\t-\t-\tKP\t!CN,@BX\t2020-01-01\t2020-01-01\tLaw");
  expect(rest).toMatchObject({ airlines: "all", and: { codes: ["CN", "BE", "NL", "LU"], isComplement: true } });
  expect(rest?.untilDay).toBe(rest?.fromDay);
});

test.each([
  ["Ban\tban\t-\t-\t-\tFR\t*\t2022-02-28\t-\tLaw", "airlines and airlineCountries are empty"],
  ["Ban\twar\t*\t-\t-\tFR\t*\t2022-02-28\t-\tLaw", "reason"],
  ["Ban\tban\tAAL\t-\t-\tFR\t*\t2022-02-28\t-\tLaw", "airlines"],
  ["Ban\tban\t*\t-\t-\t-\t*\t2022-02-28\t-\tLaw", "between is empty"],
  ["Ban\tban\t*\t-\t-\tFR\tGermany\t2022-02-28\t-\tLaw", "and is"],
  ["Ban\tban\t*\t-\t-\t@EU\t*\t2022-02-28\t-\tLaw", "@EU is not in country-groups.tsv"],
  ["Ban\tban\t*\t-\t-\tFR\t*\t2022-02-28\t2022-02-27\tLaw", "validUntil is before validFrom"],
  ["Ban\tban\t*\t-\t-\tFR\t*\tyesterday\t-\tLaw", "validFrom"],
  ["Ban\tban\t*\t-\t-\tFR\t*\t2022-02-28\t-\t-", "source is empty"],
])("rejects %s", (row, message) => {
  expectFault(() => parse(row), message);
});

test("rejects a group that is listed twice", () => {
  const rows = tableOf("country-groups.tsv", "group\tcountries", "@BX\tBE", "@BX\tNL");
  expectFault(() => parseCountryGroups(rows), "@BX is listed twice");
});

test("reports places, countries and airlines that other tables lack", () => {
  const closedMarkets = parse("Ban\tban\tZZ\tXX\t-\tQQQ\tYY\t2022-02-28\t-\tLaw");
  expect(listBrokenReferences({ ...loadFacts(), closedMarkets })).toEqual([
    "closed-markets.tsv: Ban refers to unknown place QQQ",
    "closed-markets.tsv: Ban refers to unknown place YY",
    "closed-markets.tsv: Ban refers to unknown country XX",
    "closed-markets.tsv: Ban refers to unknown airline ZZ",
  ]);
});
