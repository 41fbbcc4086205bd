import { readFileSync } from "node:fs";
import { metricCatalog } from "@wayfare/service";
import { expect, test } from "vitest";

const deploy = new URL("../../deploy/", import.meta.url);
const names = new Set(
  metricCatalog.flatMap(({ name, type }) => {
    return type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
  }),
);

/** Metric names in a text: `wayfare_` and at least one more letter, without group names such as `wayfare-database`. */
function metricsIn(text: string): Set<string> {
  return new Set(text.match(/\bwayfare_[a-z_]+/g));
}

test("alert rules and the dashboard use only metrics of the catalog", () => {
  const rules = readFileSync(new URL("prometheus/wayfare.rules.yml", deploy), "utf8");
  const dashboard = readFileSync(new URL("grafana/dashboards/wayfare.json", deploy), "utf8");
  for (const text of [rules, dashboard]) {
    expect(metricsIn(text).size).toBeGreaterThan(5);
    expect([...metricsIn(text)].filter((name) => !names.has(name))).toEqual([]);
  }
});

test("the dashboard shows every metric of the catalog, with unique ids and without overlaps", () => {
  const text = readFileSync(new URL("grafana/dashboards/wayfare.json", deploy), "utf8");
  const { panels }: { panels: { id?: number; gridPos: { x: number; y: number; w: number; h: number } }[] } =
    JSON.parse(text);
  for (const { name } of metricCatalog) expect(text).toContain(name);
  const ids = panels.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    return Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
});
