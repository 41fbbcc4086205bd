import { describe, expect, test } from "vitest";
import type { AwardTrip, PricedAward } from "../src/awards/pricing.ts";
import { priceAward } from "../src/awards/pricing.ts";
import { findProgram } from "../src/awards/programs.ts";
import type { CabinName } from "../src/fares/cabins.ts";

/** The published charts a second time, as plain text copied from the sources, one row a line, cabins by slash. */
const ALASKA = {
  "US-MX": `700 4,500/6,000/9,000/13,500; 1,400 7,500/10,000/15,000/25,000; 2,100 12,500/17,500/25,000/40,000; 4,000 17,500/22,500/35,000/52,500; 6,000 25,000/32,500/50,000/75,000; over 30,000/40,000/60,000/90,000`,
  "US-GB": `1,500 7,500/10,000/15,000/22,500; 3,500 22,500/30,000/45,000/67,500; 5,000 27,500/35,000/55,000/82,500; 7,000 35,000/45,000/70,000/105,000; 10,000 42,500/55,000/85,000/130,000; over 55,000/72,500/110,000/165,000`,
  "JP-US": `1,500 7,500/10,000/15,000/22,500; 3,000 25,000/32,500/50,000/75,000; 5,000 30,000/40,000/60,000/90,000; 7,000 37,500/50,000/75,000/110,000; 10,000 42,500/55,000/85,000/130,000; over 65,000/85,000/130,000/195,000`,
};
const AEROPLAN = {
  "CA-US": `500 6,000/15,000; 1,500 10,000/20,000; 2,750 12,500/25,000; over 17,500/35,000`,
  "CA-DE": `4,000 32,500/60,000/90,000; 6,000 42,500/70,000/100,000; 8,000 55,000/80,000/120,000; over 70,000/90,000/130,000`,
  "JP-CA": `6,000 32,500/65,000/90,000; 8,000 45,000/80,000/110,000; 10,000 50,000/95,000/130,000; over 70,000/110,000/150,000`,
};
const AVIOS_ZONES = "650, 1,150, 2,000, 3,000, 4,000, 5,500, 6,500, 7,000, over";
const AVIOS = {
  economy: `4,750/5,250; 7,250/8,250; 10,000/12,500; 10,000/12,500; 13,000/20,000; 16,250/25,000; 19,500/30,000; 22,750/35,000; 32,500/50,000`,
  business: `8,500/9,750; 13,000/15,750; 17,750/20,750; 31,250/37,500; 50,000/60,000; 62,500/75,000; 75,000/90,000; 87,500/105,000; 125,000/150,000`,
  partner: `6,000; 9,000; 11,000; 13,000; 20,750; 25,750; 31,000; 36,250; 51,500`,
};
const IBERIA = `650 3,500/9,750; 1,150 7,000/16,500; 2,000 11,000/23,250; 3,000 14,250/37,500; 4,000 18,000/51,750; 5,500 21,750/68,250; 7,000 27,000/84,750; over 41,000/97,000`;

const number = (text: string): number => (text === "over" ? 20_000 : Number(text.replaceAll(",", "")));
const rows = (text: string): { miles: number; cells: number[] }[] =>
  text.split("; ").map((row) => {
    const [miles = "", cells = ""] = row.split(" ");
    return { miles: number(miles), cells: cells.split("/").map(number) };
  });

interface Wanted {
  program: string;
  carrier: string;
  miles: number;
  cabin: CabinName;
  countries?: string;
  peak?: boolean;
}

function price({
  program: code,
  carrier,
  miles,
  cabin,
  countries = "ES-GB",
  peak = false,
}: Wanted): PricedAward | null {
  const program = findProgram(code);
  if (program === undefined) throw new Error(`no program ${code}`);
  const [origin = "", destination = ""] = countries.split("-");
  const trip: AwardTrip = {
    segments: [{ carrier, miles, cabin }],
    origin: { country: origin, longitude: 0 },
    destination: { country: destination, longitude: 0 },
    tripMiles: miles,
    peak,
    cashUsdCents: null,
    level: "saver",
  };
  return priceAward(program, trip);
}

function published(wanted: Wanted, miles: number): void {
  const priced = price(wanted);
  expect({ ...wanted, priced: priced?.miles }).toEqual({ ...wanted, priced: miles });
  expect(priced?.chart.basis).toBe("published");
}

const CABINS: CabinName[] = ["economy", "premium_economy", "business", "first"];

describe("every published cell is priced as published", () => {
  test.each(Object.entries(ALASKA))("Alaska, %s", (countries, text) => {
    for (const { miles, cells } of rows(text)) {
      expect(cells).toHaveLength(4);
      for (const [i, cabin] of CABINS.entries()) {
        published({ program: "alaska", carrier: "JL", miles, cabin, countries }, cells[i] ?? 0);
      }
    }
  });

  test.each(Object.entries(AEROPLAN))("Aeroplan, %s", (countries, text) => {
    const cabins: CabinName[] = ["economy", "business", "first"];
    for (const { miles, cells } of rows(text)) {
      for (const [i, cell] of cells.entries()) {
        published({ program: "aeroplan", carrier: "AC", miles, cabin: cabins[i] ?? "economy", countries }, cell);
      }
    }
  });

  test("British Airways, own flights and partners", () => {
    const zones = AVIOS_ZONES.split(", ").map(number);
    for (const cabin of ["economy", "business"] as const) {
      for (const [zone, pair] of AVIOS[cabin].split("; ").entries()) {
        const [offPeak = 0, peak = 0] = pair.split("/").map(number);
        const wanted = { program: "britishairways", carrier: "BA", miles: zones[zone] ?? 0, cabin };
        published(wanted, offPeak);
        published({ ...wanted, peak: true }, peak);
      }
    }
    for (const [zone, cell] of AVIOS.partner.split("; ").map(number).entries()) {
      published({ program: "britishairways", carrier: "AA", miles: zones[zone] ?? 0, cabin: "economy" }, cell);
    }
  });

  test("Iberia", () => {
    for (const { miles, cells } of rows(IBERIA)) {
      published({ program: "iberia", carrier: "IB", miles, cabin: "economy" }, cells[0] ?? 0);
      published({ program: "iberia", carrier: "IB", miles, cabin: "business" }, cells[1] ?? 0);
    }
  });
});
