import { describe, expect, test } from "vitest";
import { type Facts, listBrokenReferences } from "../../src/facts/facts.ts";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { parseReplacedCodes } from "../../src/facts/replaced-code.ts";
import { expectFault, tableOf } from "./written-table.ts";

const columns = "code\tnewCode\tfrom\treason\tsource";

function parse(...rows: readonly string[]) {
  return parseReplacedCodes(tableOf("replaced-codes.tsv", columns, ...rows));
}

describe("a replaced code", () => {
  test("has a new code, a first day, a reason and a source", () => {
    expect(parse("SXF\tBER\t2020-10-25\tmerged\ta publication").get("SXF")).toEqual({
      code: "SXF",
      newCode: "BER",
      fromDay: 18_560,
      reason: "merged",
      source: "a publication",
    });
  });

  test.each([
    ["SXF\tBERL\t2020-10-25\tmerged\ta", "newCode"],
    ["SXF\tSXF\t2020-10-25\tmerged\ta", "SXF replaces itself"],
    ["SXF\tBER\t-\tmerged\ta", "from is empty"],
    ["SXF\tBER\t2020-10-25\tlost\ta", "reason"],
    ["SXF\tBER\t2020-10-25\tmerged\t-", "source is empty"],
  ])("is refused as %j", (row, message) => {
    expectFault(() => parse(row), message);
  });

  test("is refused twice", () => {
    const row = "SXF\tBER\t2020-10-25\tmerged\ta";
    expectFault(() => parse(row, row), "replaced-codes.tsv:3: SXF is listed twice");
  });

  test("refers to an airport, and is not that of another", () => {
    const facts = loadFacts();
    const withRow = (row: string): Facts => ({ ...facts, replacedCodes: parse(row) });
    expect(listBrokenReferences(withRow("SXF\tQQQ\t2020-10-25\tmerged\ta"))).toEqual([
      "replaced-codes.tsv: SXF refers to unknown airport QQQ",
    ]);
    expect(listBrokenReferences(withRow("JFK\tLGA\t2020-10-25\tmerged\ta"))).toEqual([
      "replaced-codes.tsv: JFK is the code of an airport that has not closed",
    ]);
    expect(listBrokenReferences(withRow("UAK\tJJU\t2026-04-15\tmoved\ta"))).toEqual([
      "replaced-codes.tsv: UAK is the code of an airport that has not closed",
    ]);
  });
});
