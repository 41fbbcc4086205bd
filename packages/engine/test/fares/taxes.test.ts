import { parseEpochDay } from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AirportFacts, TaxSegment, TaxSlice } from "../../src/fares/tax-journey.ts";
import { taxesByCountry } from "../../src/fares/tax-tables.ts";
import { type TaxJourney, taxesFor, taxesOfSlice, withPercentTaxes } from "../../src/fares/taxes.ts";

const airport = (code: string, country: string, latitude?: number, longitude?: number): AirportFacts => ({
  code,
  country,
  latitude,
  longitude,
});
const airports = {
  JFK: airport("JFK", "US", 40.6, -73.8),
  ORD: airport("ORD", "US", 42, -87.9),
  LAX: airport("LAX", "US", 33.9, -118.4),
  HNL: airport("HNL", "US", 21.3, -157.9),
  OGG: airport("OGG", "US", 20.9, -156.4),
  ANC: airport("ANC", "US", 61.2, -150),
  SJU: airport("SJU", "PR", 18.4, -66),
  LHR: airport("LHR", "GB", 51.5, -0.5),
  EDI: airport("EDI", "GB", 56, -3.4),
  INV: airport("INV", "GB", 57.5, -4),
  CDG: airport("CDG", "FR", 49, 2.5),
  FRA: airport("FRA", "DE", 50, 8.6),
  YYZ: airport("YYZ", "CA", 43.7, -79.6),
  NRT: airport("NRT", "JP", 35.8, 140.4),
  DEL: airport("DEL", "IN", 28.6, 77.1),
  ACC: airport("ACC", "GH", 5.6, -0.2),
};
type Code = keyof typeof airports;

/** A slice as text: `"JFK 740 ORD 1745 LAX"` are segments of 740 and 1,745 miles; `+` after an airport makes it a stopover. */
function slice(text: string): TaxSlice {
  const words = text.split(" ");
  const segments: TaxSegment[] = [];
  const layoverMinutes: number[] = [];
  const at = (word = ""): AirportFacts => airports[word.replace("+", "") as Code];
  for (let i = 0; i + 2 < words.length; i += 2) {
    segments.push({ origin: at(words[i]), destination: at(words[i + 2]), miles: Number(words[i + 1]) });
    if (i + 3 < words.length) layoverMinutes.push(words[i + 2].endsWith("+") ? 1500 : 120);
  }
  return { segments, layoverMinutes };
}

type Changes = Partial<TaxJourney> & { totalUsdCents?: number };

/** Taxes of one adult who pays $400, in equal parts for the slices, in the lowest cabin. */
function taxes(slices: string[], { totalUsdCents = 40_000, ...changes }: Changes = {}): Record<string, number> {
  const journey: TaxJourney = {
    slices: slices.map(slice),
    type: "adult",
    cabinAboveLowest: false,
    isAward: false,
    baseUsdCents: slices.map(() => totalUsdCents / slices.length),
    ...changes,
  };
  return Object.fromEntries(taxesFor(journey).map(({ code, usdCents }) => [code, usdCents]));
}

function taxesOn(text: string, date: string): Record<string, number> {
  return taxes([text], { slices: [{ ...slice(text), day: parseEpochDay(date) }] });
}

const total = (charges: Record<string, number>): number =>
  Object.values(charges).reduce((sum, cents) => sum + cents, 0);

describe("United States", () => {
  test("New York to London one way: transport 23.40, security 5.60, facility 4.50 = $33.50", () => {
    const charges = taxes(["JFK 3451 LHR"]);
    expect(charges).toEqual({ US: 2340, AY: 560, XF: 450 });
    expect(total(charges)).toBe(3350);
  });

  test("New York to Los Angeles via Chicago: 7.5 % of $400, two segments, security once, two facilities = $55.20", () => {
    const charges = taxes(["JFK 740 ORD 1745 LAX"]);
    expect(charges).toEqual({ US: 3000, ZP: 1060, AY: 560, XF: 900 });
    expect(total(charges)).toBe(5520);
  });

  test("applies the percentage to money only", () => {
    expect(taxes(["JFK 740 ORD 1745 LAX"], { isAward: true })).toEqual({ ZP: 1060, AY: 560, XF: 900 });
  });

  test("caps AY at 11.20 and XF at 18 on a domestic round trip of four segments", () => {
    const charges = taxes(["JFK 740 ORD 1745 LAX", "LAX 1745 ORD 740 JFK"]);
    expect(charges).toEqual({ US: 3000, ZP: 2120, AY: 1120, XF: 1800 });
  });

  test("applies the caps to more than two slices", () => {
    const charges = taxes(["JFK 740 ORD 1745 LAX", "LAX 1745 ORD 740 JFK", "JFK 740 ORD 1745 LAX"]);
    expect([charges["AY"], charges["XF"]]).toEqual([1120, 1800]);
  });

  test("adds 11.70 from Honolulu to Los Angeles and for Alaska, but not within Hawaii", () => {
    expect(taxes(["HNL 2556 LAX"])).toEqual({ US: 3000 + 1170, ZP: 530, AY: 560, XF: 450 });
    expect(taxes(["HNL 101 OGG"])).toEqual({ US: 3000, ZP: 530, AY: 560, XF: 450 });
    expect(taxes(["LAX 2345 ANC"])["US"]).toBe(3000 + 1170);
  });

  test("charges neither segment tax nor percentage on a domestic connection to an international flight", () => {
    expect(taxes(["LAX 2475 JFK 3451 LHR"])).toEqual({ US: 2340, AY: 560, XF: 900 });
  });

  test("treats Puerto Rico as international, without inspection", () => {
    expect(taxes(["SJU 1598 JFK"])).toEqual({ US: 2340, AY: 560, XF: 450, PR: 2800 });
  });

  test.each([
    ["2024-12-31", 1000, 2220, 1110],
    ["2025-01-01", 1040, 2290, 1140],
    ["2027-06-01", 1060, 2340, 1170],
  ])(
    "charges the segment, transport and Alaska–Hawaii taxes of its year for a departure on %s",
    (date, segments, abroad, sea) => {
      expect(taxesOn("JFK 740 ORD 1745 LAX", date)["ZP"]).toBe(segments);
      expect(taxesOn("JFK 3451 LHR", date)["US"]).toBe(abroad);
      expect(taxesOn("HNL 2556 LAX", date)["US"]).toBe(3000 + sea);
    },
  );

  test("charges $7.39 for customs inspection from October 2025", () => {
    expect([taxesOn("LHR 3451 JFK", "2025-09-30")["YC"], taxesOn("LHR 3451 JFK", "2025-10-01")["YC"]]).toEqual([
      674, 739,
    ]);
  });

  test("charges an infant on the lap the percentage of its domestic fare and the international transport tax", () => {
    expect(taxes(["JFK 2475 LAX"], { type: "infant", totalUsdCents: 0 })).toEqual({});
    expect(taxes(["JFK 3451 LHR", "LHR 3451 JFK"], { type: "infant", totalUsdCents: 4_000 })).toEqual({ US: 4680 });
  });
});

describe("United Kingdom", () => {
  // £1 = $1.332: £102 = $135.86, £244 = $325.01, £8 = $10.66; UB at Heathrow £52 = $69.26, £12 = $15.98.
  test("New York–London return in economy: $33.50 outbound; duty, service charge, arrival 23.40 and inspections 18.35 inbound", () => {
    const charges = taxes(["JFK 3451 LHR", "LHR 3451 JFK"]);
    expect(charges).toEqual({ US: 4680, AY: 560, XF: 450, GB: 13_586, UB: 6926, XY: 700, XA: 396, YC: 739 });
    expect(total(charges)).toBe(3350 + 13_586 + 6926 + 2340 + 1835);
  });

  test("charges the standard rate for a New York–London return in business", () => {
    const charges = taxes(["JFK 3451 LHR", "LHR 3451 JFK"], { cabinAboveLowest: true });
    expect(charges["GB"]).toBe(32_501);
    expect(total(charges)).toBe(3350 + 32_501 + 6926 + 2340 + 1835);
  });

  test("treats a London–New York return as the same journey for the taxes", () => {
    expect(taxes(["LHR 3451 JFK", "JFK 3451 LHR"])).toEqual(taxes(["JFK 3451 LHR", "LHR 3451 JFK"]));
  });

  test("puts Los Angeles into band B like Washington, Tokyo into C, Paris into A", () => {
    expect(taxes(["LHR 5456 LAX"])["GB"]).toBe(13_586);
    expect(taxes(["LHR 5960 NRT"])["GB"]).toBe(14_119);
    expect(taxes(["LHR 216 CDG"])["GB"]).toBe(1998);
  });

  test("charges the domestic band from London to Edinburgh", () => {
    expect(taxes(["LHR 332 EDI"])).toEqual({ GB: 1066, UB: 1598 });
  });

  test("charges no duty for a connection at Heathrow, but does for a stopover", () => {
    expect(taxes(["JFK 3451 LHR 216 CDG"])["GB"]).toBeUndefined();
    expect(taxes(["JFK 3451 LHR+ 216 CDG"])["GB"]).toBe(1998);
  });

  test("charges duty once from Edinburgh to New York via Heathrow, by its destination", () => {
    expect(taxes(["EDI 332 LHR 3451 JFK"])["GB"]).toBe(13_586);
  });

  test("exempts children in economy and departures from the Highlands, and charges children above economy the standard rate", () => {
    expect(taxes(["LHR 3451 JFK"], { type: "child" })["GB"]).toBeUndefined();
    expect(taxes(["LHR 3451 JFK"], { type: "child", cabinAboveLowest: true })["GB"]).toBe(32_501);
    expect(taxes(["INV 440 LHR"])["GB"]).toBeUndefined();
  });

  test("exempts under 16 in economy, with infants in a seat, and charges from 16 on", () => {
    for (const type of ["youth_under_16", "child", "infant_in_seat"] as const) {
      expect(taxes(["LHR 3451 JFK"], { type })["GB"]).toBeUndefined();
      expect(taxes(["LHR 3451 JFK"], { type, cabinAboveLowest: true })["GB"]).toBe(32_501);
    }
    expect(taxes(["LHR 3451 JFK"], { type: "youth" })["GB"]).toBe(13_586);
  });

  test("charges an infant without a seat nothing", () => {
    expect(taxes(["LHR 332 EDI"], { type: "infant", totalUsdCents: 0 })).toEqual({});
  });

  test("charges an award the duty of a cash ticket", () => {
    expect(taxes(["LHR 3451 JFK"], { isAward: true })).toEqual(taxes(["LHR 3451 JFK"]));
  });
});

describe("other countries", () => {
  test("charges the long band of OY from Frankfurt to New York, the short one from Frankfurt to London", () => {
    expect(taxes(["FRA 3851 JFK"])["OY"]).toBe(Math.round(59.43 * 115.3));
    expect(taxes(["FRA 406 LHR"])["OY"]).toBe(Math.round(13.03 * 115.3));
  });

  test("uses the rates of the day of departure, and the first ones before a table begins", () => {
    const oyOn = (date: string) => taxesOn("FRA 3851 JFK", date)["OY"];
    expect(oyOn("2026-06-30")).toBe(Math.round(70.83 * 115.3));
    expect(oyOn("2026-07-01")).toBe(Math.round(59.43 * 115.3));
    expect(oyOn("2020-01-01")).toBe(Math.round(70.83 * 115.3));
    expect(taxesOn("LHR 3451 JFK", "2026-03-31")["GB"]).toBe(Math.round(90 * 133.2));
    expect(taxesOn("LHR 3451 JFK", "2023-04-01")["GB"]).toBe(Math.round(87 * 133.2));
    expect(taxesOn("LHR 3451 JFK", "2026-04-01")["GB"]).toBe(13_586);
    expect(taxesOn("NRT 4000 LHR", "2026-06-30")["TK"]).toBe(653);
    expect(taxesOn("NRT 4000 LHR", "2026-07-01")["TK"]).toBe(1959);
  });

  test("names the source of every tax in a table, and has its rows in order", () => {
    for (const { taxes: rows } of Object.values(taxesByCountry)) {
      for (const { code, source, rows: dated } of rows) {
        expect(code).toMatch(/^[A-Z0-9]{2}$/);
        expect(source.length).toBeGreaterThan(5);
        expect(dated.map(({ from }) => from)).toEqual(dated.map(({ from }) => from).toSorted());
      }
    }
  });

  test("charges nothing for a transit under 24 hours with a change of planes, but does for a stopover", () => {
    expect(taxes(["JFK 3851 FRA 1600 ACC"])["OY"]).toBeUndefined();
    expect(taxes(["JFK 3851 FRA+ 3200 ACC"])["OY"]).toBe(Math.round(33.01 * 115.3));
  });

  test("charges more in business in France", () => {
    expect(taxes(["CDG 3635 JFK"])["IZ"]).toBe(Math.round(15 * 115.3));
    expect(taxes(["CDG 3635 JFK"], { cabinAboveLowest: true })["IZ"]).toBe(Math.round(80 * 115.3));
  });

  test("has one Canadian rate to the United States and another to other countries", () => {
    expect(taxes(["YYZ 2175 LAX"])["CA"]).toBe(Math.round(16.89 * 71.8));
    expect(taxes(["YYZ 3547 LHR"])["CA"]).toBe(Math.round(34.42 * 71.8));
  });

  test("exempts awards from India's tax on the fare, and more than triples it above economy", () => {
    expect(taxes(["DEL 4180 LHR"])["K3"]).toBe(2000);
    expect(taxes(["DEL 4180 LHR"], { cabinAboveLowest: true })["K3"]).toBe(7200);
    expect(taxes(["DEL 4180 LHR"], { isAward: true })["K3"]).toBeUndefined();
  });

  test("charges one modeled amount under the country code if a country has no table", () => {
    expect(taxes(["ACC 3170 LHR"])).toEqual({ GH: 3000 });
  });
});

test("adds up the taxes of slices for any two slices of a journey", () => {
  const codes = fc.constantFrom(...(Object.keys(airports) as Code[]));
  const paths = fc.uniqueArray(codes, { minLength: 2, maxLength: 4 }).map((stops) => stops.join(" 1000 "));
  fc.assert(
    fc.property(
      paths,
      paths,
      fc.record({
        type: fc.constantFrom(
          "adult" as const,
          "youth" as const,
          "youth_under_16" as const,
          "child" as const,
          "infant_in_seat" as const,
          "infant" as const,
        ),
        cabinAboveLowest: fc.boolean(),
        isAward: fc.constant(true),
      }),
      (out, back, traveler) => {
        const journey = taxes([out, back], { ...traveler, totalUsdCents: 0 });
        const parts = [out, back].map((text) => withPercentTaxes(taxesOfSlice(slice(text), traveler), 0));
        expect(total(journey)).toBe(parts.flat().reduce((sum, { usdCents }) => sum + usdCents, 0));
        expect(Object.values(journey).every((cents) => Number.isInteger(cents) && cents > 0)).toBe(true);
      },
    ),
    { seed: 11, numRuns: 300 },
  );
});

test.each([
  ["SYD", "AU", "AU", ["child", "infant_in_seat", "infant"]],
  ["HKG", "HK", "HK", ["child", "infant_in_seat", "infant"]],
  ["NRT", "JP", "TK", ["infant_in_seat", "infant"]],
  ["AMS", "NL", "VV", ["infant_in_seat", "infant"]],
  ["CDG", "FR", "IZ", ["infant_in_seat", "infant"]],
  ["FRA", "DE", "OY", ["infant"]],
] as const)("a departure from %s has the age limit of the law of %s for %s", (code, country, tax, exempt) => {
  const kinds = ["adult", "youth", "youth_under_16", "child", "infant_in_seat", "infant"] as const;
  const segments = [{ origin: airport(code, country), destination: airports.ACC, miles: 4000 }];
  const free = kinds.filter((type) => {
    const charged = taxesOfSlice({ segments, layoverMinutes: [] }, { type, cabinAboveLowest: false, isAward: false });
    return charged.fixed.every((each) => each.code !== tax);
  });
  expect(free).toEqual(exempt);
});

test("rounds percentages of a slice's part of the fare to whole cents", () => {
  const domestic = taxesOfSlice(slice("JFK 2475 LAX"), { type: "adult", cabinAboveLowest: false, isAward: false });
  expect(withPercentTaxes(domestic, 19_999)).toContainEqual({ code: "US", usdCents: 1500 });
});
