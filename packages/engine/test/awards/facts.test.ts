import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { programs } from "../../src/awards/programs/programs.ts";
import { cabinNames } from "../../src/fares/cabins.ts";
import { getProgram } from "./award-pricing.ts";
import { cellsOfCharts } from "./published-charts.ts";

const folder = new URL("../../../../../shared/data/awards/", import.meta.url);
const isThere = existsSync(folder);
const readText = (name: string) => readFileSync(new URL(name, folder), "utf8");
const readJson = (name: string): unknown => JSON.parse(readText(name));

/** Chart titles of charts.md by the names of our copy. */
const titles: Record<string, string> = {
  "Alaska, Americas": "- Americas: ",
  "Alaska, Europe, Middle East, Africa": "- Europe, Middle East, Africa: ",
  "Alaska, Asia Pacific": "- Asia Pacific: ",
  "Aeroplan, Within North America": "- Within North America: ",
  "Aeroplan, North America–Atlantic": "- North America–Atlantic: ",
  "Aeroplan, North America–Pacific": "- North America–Pacific: ",
  "British Airways, economy": "- Y ",
  "British Airways, business": "- J ",
  "British Airways, partners": "- Partners Y ",
  "Iberia, own off-peak": "**Iberia Avios, 2026**, whole trip, own metal off-peak Y/J: ",
};

/** Every figure of a chart's cells on one line, bands without their ends. */
function cellsIn(line: string, hasBands: boolean): number[] {
  return line.split(";").flatMap((row) => {
    const cells = hasBands ? (row.trim().split(" ").at(-1) ?? "") : row.trim();
    return cells
      .replace(/\.$/, "")
      .split("/")
      .map((cell) => Number(cell.replaceAll(",", "")));
  });
}

describe.skipIf(!isThere)("the award facts of the shared data, if present", () => {
  test.each(Object.entries(titles))("our copy of %s has every cell of the compiled charts", (chart, title) => {
    const line =
      readText("charts.md")
        .split("\n")
        .find((each) => each.startsWith(title)) ?? "";
    const cells = cellsOfCharts().filter((cell) => cell.chart === chart);
    // Premium economy on Iberia is from the other file.
    const copied = cells.filter(({ program, cabin }) => program !== "iberia" || cabin !== "premium_economy");
    const expected = cellsIn(line.slice(title.length), !chart.startsWith("British Airways"));
    expect(expected.length).toBeGreaterThan(3);
    expect(copied.map((cell) => cell.expected)).toEqual(expected);
  });

  test.each([
    ["JAL, one partner", "jal_mileage_bank_single_partner", "chart_zones"],
    ["JAL, oneworld", "jal_mileage_bank_oneworld_multicarrier", "chart_zones"],
    ["Asia Miles, oneworld", "cathay_asia_miles_oneworld_multicarrier", "chart_zones_post_may_2026"],
  ])("our copy of %s has every cell of the file", (chart, id, zones) => {
    const file = readJson("rtw-awards.json") as { programs: ({ id: string } & Record<string, unknown>)[] };
    const bands = file.programs.find((each) => each.id === id)?.[zones] as Record<string, number>[];
    const cells = cellsOfCharts().filter((cell) => cell.chart === chart);
    const expected = bands.flatMap((band) =>
      cabinNames.flatMap((cabin) => {
        const miles = band[cabin];
        return miles === undefined ? [] : [`${band["miles_max"]} ${cabin} ${miles}`];
      }),
    );
    expect(cells.map(({ miles, cabin, expected: asked }) => `${miles} ${cabin} ${asked}`)).toEqual(expected);
  });

  test("valuations equal those of the file", () => {
    const { airline_miles: values } = readJson("points-valuations.json") as {
      airline_miles: Record<string, { floor: number; ceiling: number }>;
    };
    const names: Record<string, string> = {
      britishairways: "avios",
      iberia: "avios",
      qatar: "avios",
      lifemiles: "avianca",
      flyingblue: "flying_blue",
      korean: "korean_air",
      virginatlantic: "virgin_atlantic",
    };
    for (const { code, valueCents, valueBasis } of programs) {
      const value = values[names[code] ?? code];
      expect({ code, published: value !== undefined }).toEqual({ code, published: valueBasis === "published" });
      if (value !== undefined) expect(valueCents).toEqual({ floor: value.floor, ceiling: value.ceiling });
    }
  });

  test("transfer ratios equal those of the file", () => {
    const file = readJson("transfer-partners.json") as Record<string, { airlines?: Record<string, { ratio: number }> }>;
    const names: Record<string, string> = {
      alaska_hawaiian: "alaska",
      avianca: "lifemiles",
      british_airways: "britishairways",
      flying_blue: "flyingblue",
      virgin_atlantic: "virginatlantic",
      virgin_red: "virginatlantic",
    };
    const expected = new Map<string, Set<number>>();
    for (const { airlines = {} } of Object.values(file)) {
      for (const [name, { ratio }] of Object.entries(airlines)) {
        const code = names[name] ?? name;
        expected.set(code, (expected.get(code) ?? new Set()).add(ratio));
      }
    }
    for (const { code, transferPartners } of programs) {
      const ratios = new Set(transferPartners.map(({ ratio }) => ratio));
      expect({ code, ratios }).toEqual({ code, ratios: expected.get(code) ?? new Set() });
    }
  });
});

test("a bank's points become miles at the ratios of April 2026", () => {
  const of = (code: string) =>
    Object.fromEntries(getProgram(code).transferPartners.map(({ currency, ratio }) => [currency, ratio]));
  expect(of("aeromexico")["American Express Membership Rewards"]).toBe(1.6);
  expect(of("emirates")).toEqual({
    "American Express Membership Rewards": 0.8,
    "Bilt Rewards": 1,
    "Capital One Miles": 0.75,
    "Citi ThankYou Rewards": 0.8,
  });
  expect(of("korean")).toEqual({});
});

test.each([
  ["alaska", "JX", true],
  ["united", "NH", true],
  ["united", "AA", false],
  ["virginatlantic", "NH", true],
  ["etihad", "AA", true],
  ["emirates", "JL", true],
  ["aeroplan", "EY", true],
  ["lifemiles", "ZH", false],
  ["american", "EY", true],
  ["delta", "VA", false],
  ["singapore", "VA", true],
  ["jetblue", "UA", true],
])("%s books %s: %s", (code, carrier, books) => {
  expect(getProgram(code).carriers.has(carrier)).toBe(books);
});
