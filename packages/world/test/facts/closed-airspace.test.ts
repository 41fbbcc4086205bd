import { expect, test } from "vitest";
import { parseClosedAirspace, parseRoutingPoints } from "../../src/facts/closed-airspace.ts";
import { expectFault, tableOf } from "./written-table.ts";

const columns = "area\tclosedTo\texcept\tcountries\tvalidFrom\tvalidUntil\tring";
const parse = (row: string) => parseClosedAirspace(tableOf("closed-airspace.tsv", columns, row));

test("parses countries, exceptions, days and the border", () => {
  const [area] = parse("Box\tDE,FR\tXX\tRU\t2022-02-27\t-\t0,170 10,170 10,190");
  expect(area).toMatchObject({ closedTo: ["DE", "FR"], except: ["XX"], countries: ["RU"], untilDay: null });
  expect(area?.ring.at(-1)).toEqual({ latitude: 10, longitude: 190 });
  expect(parse("Box\t*\t-\t-\t2022-02-27\t2023-01-01\t0,0 1,0 1,1")[0]?.closedTo).toBe("all");
});

test.each([
  ["Box\tDE\t-\t-\t2022-02-27\t-\t0,0 1,0", "ring has fewer than three points"],
  ["Box\tDE\t-\t-\t2022-02-27\t-\t0,0 91,0 1,1", "ring has invalid point 91,0"],
  ["Box\tDE\t-\t-\t2022-02-27\t-\t0,0 x 1,1", "ring has invalid point x"],
  ["Box\tGermany\t-\t-\t2022-02-27\t-\t0,0 1,0 1,1", "closedTo"],
  ["Box\tDE\t-\t-\tyesterday\t-\t0,0 1,0 1,1", "validFrom"],
])("rejects %s", (row, message) => {
  expectFault(() => parse(row), message);
});

test("rejects a routing point outside the map", () => {
  const read = () => parseRoutingPoints(tableOf("routing-points.tsv", "point\tlatitude\tlongitude", "Pole\t95\t0"));
  expectFault(read, "latitude");
});
