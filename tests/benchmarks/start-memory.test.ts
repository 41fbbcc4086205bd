import { expect, test } from "vitest";
import { readMemoryParts } from "../../benchmarks/start/memory-parts.ts";
import { formatFigures, medianOf } from "../../benchmarks/start/report.ts";

const mapping = (range: string, permissions: string, kilobytes: number, name = "") =>
  `${range} ${permissions} 00000000 00:00 0                          ${name}\nSize: 1 kB\nRss:               ${kilobytes} kB\nPss: 1 kB\n`;

test("mappings are counted by kind", () => {
  const smaps = [
    mapping("00400000-02400000", "r-xp", 30_000, "/usr/bin/node"),
    mapping("02400000-03400000", "rw-p", 9000, "[heap]"),
    // An area of 64 MB of which 16 MB are in use.
    mapping("7f0000000000-7f0001000000", "rw-p", 8000),
    mapping("7f0001000000-7f0004000000", "---p", 0),
    // The memory of WebAssembly with 8 GB behind it.
    mapping("7f1000010000-7f1008010000", "rw-p", 100_000),
    mapping("7f1008010000-7f1208010000", "---p", 0),
    mapping("7f2000040000-7f2000080000", "rwxp", 256),
    mapping("7f3000040000-7f3000080000", "rw-p", 200),
    mapping("7ffc00000000-7ffc00021000", "rw-p", 56, "[stack]"),
  ].join("");
  expect(readMemoryParts(smaps)).toStrictEqual({
    files: 30_000 * 1024,
    malloc: 17_000 * 1024,
    mallocAreas: 2,
    webAssembly: 100_000 * 1024,
    code: 256 * 1024,
    rest: 256 * 1024,
  });
});

test("medians of even numbers of values are between the two middle ones", () => {
  expect([medianOf([3, 1, 2]), medianOf([4, 1, 2, 3]), medianOf([])]).toStrictEqual([2, 2.5, Number.NaN]);
});

test("figures of two versions have a ratio, and those that have grown are marked", () => {
  const versions = [{ name: "this version" }, { name: "the other" }];
  const trials = [
    [
      new Map([
        ["later, s", 1],
        ["idle, MB", 500],
      ]),
      new Map([
        ["later, s", 3],
        ["idle, MB", 500],
      ]),
    ],
    [
      new Map([
        ["later, s", 8],
        ["idle, MB", 400],
        ["new, ms", 1],
      ]),
    ],
  ];
  expect(formatFigures(versions, trials).split("\n").slice(2)).toStrictEqual([
    "| later, s | 2.00 (1.00–3.00) | 8.00 | 0.25 |",
    "| idle, MB | 500 (500–500) | 400 | **1.25, more** |",
    "| new, ms | – | 1.00 | – |",
  ]);
});
