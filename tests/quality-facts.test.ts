import { parseEpochDay } from "@wayfare/engine";
import { loadFacts } from "@wayfare/world";
import { describe, expect, test } from "vitest";
import { compareAirlines, parseOptdAirlines } from "../quality/facts/airlines.ts";
import { compareAirports, type PublicAirport } from "../quality/facts/public-airports.ts";
import { readExplained, readOurAirports } from "../quality/facts/read-public.ts";

const facts = loadFacts();

function publicAirport(code: string, changes: Partial<PublicAirport> = {}): PublicAirport {
  const { name, country, latitude, longitude } = facts.airports.get(code) ?? {
    name: code,
    country: "US",
    latitude: 0,
    longitude: 0,
  };
  return { code, name, country, latitude, longitude, isLarge: true, hasScheduledService: true, ...changes };
}

describe("airports", () => {
  test("agree if country, place and service do", () => {
    const near = publicAirport("JFK", { latitude: 40.8 });
    expect(compareAirports(facts, [near], new Map())).toEqual({ compared: 1, differences: [] });
  });

  test("differ by kind, with the reason if there is one", () => {
    const { differences } = compareAirports(
      facts,
      [
        publicAirport("LYR", { country: "NO" }),
        publicAirport("JFK", { latitude: 42 }),
        publicAirport("LHR", { hasScheduledService: false }),
        publicAirport("QQX", { name: "Nowhere" }),
        publicAirport("QQY", { isLarge: false }),
        publicAirport("TXL"),
      ],
      new Map([["LYR country", "a code of its own"]]),
    );
    expect(differences.map(({ kind, code, reason }) => [kind, code, reason])).toEqual([
      ["country", "LYR", "a code of its own"],
      ["place", "JFK", null],
      ["unserved", "LHR", null],
      ["missing", "QQX", null],
    ]);
  });

  test("count the nearest of several with one code", () => {
    const far = publicAirport("JFK", { latitude: 0, country: "BR" });
    expect(compareAirports(facts, [far, publicAirport("JFK")], new Map()).differences).toEqual([]);
  });

  test("of the facts differ from OurAirports only with a reason", () => {
    const { compared, differences } = compareAirports(facts, readOurAirports(), readExplained());
    expect(compared).toBeGreaterThan(3000);
    expect(differences.filter(({ kind, reason }) => kind !== "unserved" && reason === null)).toEqual([]);
    const found = new Set(differences.map(({ code, kind }) => `${code} ${kind}`));
    expect([...readExplained().keys()].filter((key) => !found.has(key))).toEqual([]);
  });
});

describe("airlines", () => {
  const text = [
    "pk^validity_to^2char_code^name",
    "a^2025-01-01^DL^Delta",
    "b^^NK^Spirit",
    "c^2012-01-01^BA^Old",
    "d^^BA^British Airways",
  ].join("\n");
  const airlines = ["DL", "NK", "BA", "AA"].flatMap((code) => facts.airlines.get(code) ?? []);

  test("differ if one of both says that they have ended", () => {
    expect(compareAirlines(airlines, parseOptdAirlines(text), parseEpochDay("2026-11-28"))).toEqual([
      "DL Delta Air Lines flies, but the public data ends it on 2025-01-01",
      "NK Spirit Airlines does not fly, but Spirit does in the public data",
      "AA American Airlines is not in the public data",
    ]);
  });

  test("need the columns that are read", () => {
    expect(() => parseOptdAirlines("pk^name\na^b")).toThrow("no column 2char_code");
  });
});
