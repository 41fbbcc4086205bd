import { readdirSync } from "node:fs";
import { listEngineTables, taxProvenance } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { listFactTables } from "../../src/facts/fact-tables.ts";
import { parseHeading } from "../../src/facts/table.ts";
import { expectFault, tableOf } from "./written-table.ts";

function headingOf(...lines: readonly string[]) {
  return parseHeading("rates.tsv", `${lines.join("\n")}\ncode\nAB\n`);
}

describe("the heading of a table", () => {
  test("states source, day and the end of validity", () => {
    expect(headingOf("# Rates.", "# source: Gazette 12", "# asOf: 2026-11-28", "# validUntil: 2027-03-31")).toEqual({
      table: "rates.tsv",
      source: "Gazette 12",
      asOf: "2026-11-28",
      validUntil: "2027-03-31",
    });
    expect(headingOf("# source: Gazette 12", "# asOf: 2026-11-28").validUntil).toBeNull();
  });

  test.each([
    [["# asOf: 2026-11-28"], 'rates.tsv:1: the heading has no line "# source: …"'],
    [["# source: Gazette 12"], 'rates.tsv:1: the heading has no line "# asOf: …"'],
    [["# source:", "# asOf: 2026-11-28"], "rates.tsv:1: source is empty"],
    [["# source: Gazette 12", "# asOf: 2026-11"], 'rates.tsv:2: asOf is "2026-11", not a date such as 2026-11-28'],
    [["# source: Gazette 12", "# asOf: 2026-02-29"], 'rates.tsv:2: asOf is "2026-02-29", not a date'],
    [["# source: a", "# source: b", "# asOf: 2026-11-28"], "rates.tsv:2: the heading has two lines for source"],
    [["# source: a", "# asOf: 2026-11-28", "# validUntil: soon"], 'rates.tsv:3: validUntil is "soon", not a date'],
  ])("is refused as %j", (lines, message) => {
    expectFault(() => headingOf(...lines), message);
  });

  test("is read over empty lines, with either line break, and from a text that ends with it", () => {
    const expected = { table: "rates.tsv", source: "Gazette 12", asOf: "2026-11-28", validUntil: null };
    for (const lineBreak of ["\n", "\r\n"]) {
      const text = ["# Rates.", "", "# source: Gazette 12", "", "# asOf: 2026-11-28"].join(lineBreak);
      expect(parseHeading("rates.tsv", text)).toEqual(expected);
      expect(parseHeading("rates.tsv", `${text}${lineBreak}code${lineBreak}# asOf: soon`)).toEqual(expected);
    }
  });

  test("ends at the first row", () => {
    const text = "# source: Gazette 12\ncode\n# asOf: 2026-11-28\nAB\n";
    expectFault(() => parseHeading("rates.tsv", text), 'no line "# asOf: …"');
  });
});

test("the list of tables has every table of the folder and of the engine", () => {
  const files = readdirSync(new URL("../../facts/", import.meta.url)).toSorted();
  const names = listFactTables().map(({ table }) => table);
  const others = [...listEngineTables(), ...taxProvenance()];
  expect(names).toEqual([...files, ...others.map(({ table }) => table)]);
  expect(files.filter((file) => !file.endsWith(".tsv"))).toEqual([]);
});

describe("a day", () => {
  const [open, closed, wrong] = tableOf("t.tsv", "until", "-", "2026-05-01", "2026-5-1");

  test("is parsed, or null if the cell is empty", () => {
    expect([open?.day("until"), closed?.day("until")]).toEqual([null, 20_574]);
  });

  test("is refused in another form", () => {
    expectFault(() => wrong?.day("until"), 't.tsv:4: until is "2026-5-1", not a date such as 2026-11-28');
  });
});
