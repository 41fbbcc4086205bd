import { describe, expect, test } from "vitest";
import { type CabinName, cabinNames } from "../../src/fares/cabins.ts";
import { christmas, ordinaryDay, price } from "./award-pricing.ts";
import { cellsOfCharts } from "./published-charts.ts";

describe("every published cell is priced as published", () => {
  const charts = Map.groupBy(cellsOfCharts(), ({ chart }) => chart);

  test.each([...charts])("%s", (_, cells) => {
    expect(cells.length).toBeGreaterThan(0);
    for (const cell of cells) {
      const { program, route, carriers, cabin, peak, miles, expected } = cell;
      const legs = carriers.map((carrier) => [carrier, miles / carriers.length, cabin] as const);
      const priced = price(program, { route, legs, monthDay: peak ? christmas : ordinaryDay });
      expect({ ...cell, miles: priced?.miles, basis: priced?.chart.basis }).toEqual({
        ...cell,
        miles: expected,
        basis: "published",
      });
    }
  });

  test("has as many cells as the sources", () => {
    expect(Object.fromEntries([...charts].map(([chart, cells]) => [chart, cells.length]))).toEqual({
      "Alaska, Americas": 24,
      "Alaska, Europe, Middle East, Africa": 24,
      "Alaska, Asia Pacific": 24,
      "Aeroplan, Within North America": 8,
      "Aeroplan, North America–Atlantic": 12,
      "Aeroplan, North America–Pacific": 12,
      "British Airways, economy": 18,
      "British Airways, business": 18,
      "British Airways, partners": 9,
      "Iberia, own off-peak": 20,
      "Iberia, partners": 32,
      "Virgin on ANA": 4,
      "JAL, one partner": 52,
      "JAL, oneworld": 30,
      "Asia Miles, oneworld": 39,
    });
  });
});

test("puts a bound into the lower band, and one mile more into the next", () => {
  const at = (miles: number) => price("alaska", { route: "JFK–LAX", legs: [["AA", miles, "economy"]] })?.miles;
  expect([at(700), at(701), at(1_400), at(1_401)]).toEqual([4_500, 7_500, 7_500, 12_500]);
});

test("prices a cabin that a chart omits between its neighboring cabins, as modeled", () => {
  const legs = (cabin: CabinName) => [["AC", 3_500, cabin] as const];
  const prices = cabinNames.map((cabin) => price("aeroplan", { route: "YYZ–FRA", legs: legs(cabin) }));
  expect(prices.map((each) => each?.chart.basis)).toEqual(["published", "modelled", "published", "published"]);
  const miles = prices.map((each) => each?.miles ?? 0);
  expect(miles).toEqual(miles.toSorted((a, b) => a - b));
});
