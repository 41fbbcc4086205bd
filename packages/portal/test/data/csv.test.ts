import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvColumn, toCsv } from "../../src/data/csv.ts";
import { maxExportRows, readCsv } from "../../src/data/export-csv.ts";

const columns: readonly CsvColumn<{ name: string; count: number | null }>[] = [
  { name: "name", value: ({ name }) => name },
  { name: "count", value: ({ count }) => count },
];

/** Parses CSV by RFC 4180. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, quoted] = [[] as string[], "", false];
  for (let at = 0; at < csv.length; at++) {
    const char = csv[at];
    if (quoted && char === '"' && csv[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1];
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === ",") [row, cell] = [[...row, cell], ""];
    else if (!quoted && char === "\r" && csv[at + 1] === "\n") {
      rows.push([...row, cell]);
      [row, cell, at] = [[], "", at + 1];
    } else cell += char;
  }
  return rows;
}

describe("toCsv", () => {
  test("writes a header, numbers as numbers and null as an empty cell", () => {
    expect(
      toCsv(columns, [
        { name: "Shop", count: -3 },
        { name: "", count: null },
      ]),
    ).toBe("name,count\r\nShop,-3\r\n,\r\n");
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("marks %j as text", (name) => {
    expect(parse(toCsv(columns, [{ name, count: 0 }]))[1]?.[0]).toBe(`'${name}`);
  });

  test("keeps every text, and no cell starts a formula", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.string({ unit: "binary" }), count: fc.constant(null) })), (rows) => {
        const [, ...parsed] = parse(toCsv(columns, rows));
        expect(parsed.map(([name = ""]) => name.replace(/^'(?=[=+\-@\t\r])/, ""))).toEqual(
          rows.map(({ name }) => name.replace(/^'(?=[=+\-@\t\r])/, "")),
        );
        for (const [name = ""] of parsed) expect(name).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

async function* rowsUpTo(count: number): AsyncGenerator<{ name: string; count: number }> {
  for (let index = 0; index < count; index++) yield { name: `Row ${index}`, count: index };
}

test("reads all rows of a list, and says so", async () => {
  const progress: number[] = [];
  const read = await readCsv({ columns, rows: rowsUpTo(401), onProgress: (rows) => progress.push(rows) });
  expect(read).toMatchObject({ count: 401, isComplete: true });
  expect(progress).toEqual([200, 400]);
});

test("stops at the most rows of a file", async () => {
  const read = await readCsv({ columns, rows: rowsUpTo(maxExportRows + 1) });
  expect(read).toMatchObject({ count: maxExportRows, isComplete: false });
  expect((await readCsv({ columns, rows: rowsUpTo(maxExportRows) })).isComplete).toBe(true);
});
