import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawCurve } from "../quality/report/curve-chart.ts";
import { renderReport } from "../quality/report/page.ts";
import { numberTable } from "../quality/report/section.ts";

test("lists every claim and marks failed ones", () => {
  const { files, claims } = renderReport([
    {
      title: "Fares",
      lines: ["A line."],
      claims: [
        { claim: "Curves fit", found: "12 % off", holds: true },
        { claim: "Levels fit", found: "40 % off", holds: false },
      ],
      charts: { "curve.svg": "<svg/>" },
    },
  ]);
  expect(claims.map(({ holds }) => holds)).toEqual([true, false]);
  expect(Object.keys(files)).toEqual(["quality.md", "quality/curve.svg"]);
  expect(files["quality.md"]).toContain("| Curves fit | 12 % off | holds |\n| Levels fit | 40 % off | **fails** |");
  expect(files["quality.md"]).toMatch(/## Fares\n\nA line\.\n$/);
});

test("the committed report has no failed claim and contains all its charts", () => {
  const read = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), "utf8");
  const page = read("quality.md");
  expect(page.match(/\| holds \|$/gm)?.length).toBeGreaterThan(8);
  expect(page).not.toContain("**fails**");
  const drawings = [...page.matchAll(/!\[.*?\]\((quality\/.*?\.svg)\)/g)].map(([, path = ""]) => path);
  expect(drawings.length).toBeGreaterThan(2);
  for (const path of drawings) expect(read(path)).toContain("</svg>");
});

test("draws a price curve from the farthest day to the nearest", () => {
  const points = [
    { days: 1, expected: 3, found: 2 },
    { days: 30, expected: 1, found: 1 },
  ];
  const svg = drawCurve("Economy", points, 0.15);
  const [, table = ""] = /<polyline points="(.*?)" [^>]*dasharray/.exec(svg) ?? [];
  const [near = [], far = []] = table.split(" ").map((point) => point.split(",").map(Number));
  expect(near[0]).toBeGreaterThan(far[0] ?? Number.NaN);
  expect(near[1]).toBeLessThan(far[1] ?? Number.NaN);
});

test("right-aligns all table columns except the first", () => {
  expect(numberTable(["cabin", "cells"], [["economy", 12]])).toEqual([
    "| cabin | cells |",
    "| --- | --: |",
    "| economy | 12 |",
  ]);
});
