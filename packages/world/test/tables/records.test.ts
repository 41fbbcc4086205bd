import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { splitPlainRecords } from "../../src/tables/plain-records.ts";
import { readRecords } from "../../src/tables/read-records.ts";
import { findDelimiter, parseRecords, RecordError } from "../../src/tables/records.ts";

const folder = mkdtempSync(join(tmpdir(), "wayfare-records-"));
afterAll(() => rmSync(folder, { recursive: true }));

const csv = { delimiter: ",", quotes: true };

function readText(text: string | Uint8Array) {
  const path = join(folder, "table.csv");
  writeFileSync(path, text);
  return Array.fromAsync(readRecords(path));
}

describe("records of a table", () => {
  const text = '\uFEFFa,b\r\n\r\n"x, ""y""",1\n"two\r\nlines","three\n\nlines"\nlast,\n';
  const records = [
    { line: 1, cells: ["a", "b"] },
    { line: 3, cells: ['x, "y"', "1"] },
    { line: 4, cells: ["two\r\nlines", "three\n\nlines"] },
    { line: 8, cells: ["last", ""] },
  ];

  test("have their cells, without byte order mark and blank lines, and their line numbers", async () => {
    expect(parseRecords(text, csv)).toEqual(records);
    expect(await readText(text)).toEqual(records);
  });

  test("have quotes as text in a format without quotes", () => {
    expect(parseRecords('"JFK",a"b\n', { delimiter: ",", quotes: false })).toEqual([
      { line: 1, cells: ['"JFK"', 'a"b'] },
    ]);
  });

  test.each([
    ["a quote that is not closed", 'a,b\n\n"x\ny,1\n', "line 3: a quote is not closed."],
    ["text after a closing quote", 'a,b\n"x"y,1\n', "line 2: text after a closing quote."],
    ["a quote inside a cell", 'a,b\n"1\n2",2\nx "y",1\n', "line 4: a quote in a cell that is not in quotes."],
  ])("reject %s with its line", async (_, bad, message) => {
    expect(() => parseRecords(bad, csv)).toThrow(RecordError);
    expect(() => parseRecords(bad, csv)).toThrow(message);
    await expect(readText(bad)).rejects.toThrow(message);
  });

  test("of a file reject a NUL, bytes that are not UTF-8 and more than 1,000,000 bytes", async () => {
    await expect(readText("a,b\nx\0,1\n")).rejects.toThrow("line 2: a NUL character");
    await expect(readText(Uint8Array.of(0x61, 0xff, 0xfe))).rejects.toThrow("line 1: the file is not UTF-8");
    await expect(readText(`a,b\n"${"x".repeat(1_000_100)}`)).rejects.toThrow("line 2: a record of over 1000000");
  });

  test("of a missing file reject with the error of the file system", async () => {
    await expect(Array.fromAsync(readRecords(join(folder, "none.csv")))).rejects.toThrow("ENOENT");
  });

  test("of an empty file are none", async () => {
    expect(await readText("")).toEqual([]);
    expect(parseRecords("", csv)).toEqual([]);
  });
});

test("the delimiter is the first candidate in the first line, else a comma", () => {
  expect(findDelimiter("a;b,c\n\t", ["\t", ";", ","])).toBe(";");
  expect(findDelimiter("a\nb;c", ["\t", ";"])).toBe(",");
});

test("plain records equal csv-parse's without quotes, excluding comment lines", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', " ", "#", "é"), minLength: 0, maxLength: 4 });
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom("\n", "\r\n"), (rows, lineEnd) => {
      const text = ["# heading", "", ...rows.map((cells) => `x${cells.join("\t")}`)].join(lineEnd);
      const parsed = parseRecords(text, { delimiter: "\t", quotes: false });
      expect([...splitPlainRecords(text)]).toEqual(parsed.slice(1));
    }),
    { seed: 7, numRuns: 200 },
  );
});
