import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TaxCharge } from "../../../src/fares/taxes/tax-charge.ts";
import type { AirportFacts, TaxSlice } from "../../../src/fares/taxes/tax-journey.ts";
import { type TaxJourney, taxesFor, taxesOfSlice, withPercentTaxes } from "../../../src/fares/taxes/taxes.ts";
import { parseEpochDay } from "../../../src/timetable/calendar.ts";

const airport = (code: string, country: string, latitude: number, longitude: number): AirportFacts => {
  return { code, country, latitude, longitude };
};
const airports = {
  JFK: airport("JFK", "US", 40.6, -73.8),
  ORD: airport("ORD", "US", 42, -87.9),
  LAX: airport("LAX", "US", 33.9, -118.4),
  HNL: airport("HNL", "US", 21.3, -157.9),
  OGG: airport("OGG", "US", 20.9, -156.4),
  ANC: airport("ANC", "US", 61.2, -150),
  /** In the Aleutian Islands, west of 180°. */
  SYA: airport("SYA", "US", 52.7, 174.1),
  SJU: airport("SJU", "PR", 18.4, -66),
  STT: airport("STT", "VI", 18.3, -65),
  GUM: airport("GUM", "GU", 13.5, 144.8),
  SPN: airport("SPN", "MP", 15.1, 145.7),
  PPG: airport("PPG", "AS", -14.3, -170.7),
  LHR: airport("LHR", "GB", 51.5, -0.5),
  EDI: airport("EDI", "GB", 56, -3.4),
  INV: airport("INV", "GB", 57.5, -4),
  CDG: airport("CDG", "FR", 49, 2.5),
  FRA: airport("FRA", "DE", 50, 8.6),
  YYZ: airport("YYZ", "CA", 43.7, -79.6),
  YVR: airport("YVR", "CA", 49.2, -123.2),
  NRT: airport("NRT", "JP", 35.8, 140.4),
  DEL: airport("DEL", "IN", 28.6, 77.1),
  ACC: airport("ACC", "GH", 5.6, -0.2),
  SYD: airport("SYD", "AU", -33.9, 151.2),
  HKG: airport("HKG", "HK", 22.3, 113.9),
  AMS: airport("AMS", "NL", 52.3, 4.8),
  /** In a country without a table. */
  ZZZ: airport("ZZZ", "ZZ", 10, 10),
};
type Code = keyof typeof airports;

/** A slice as text, such as `"JFK ORD LAX"`; `+` after an airport makes it a stopover. */
function slice(text: string): TaxSlice {
  const words = text.split(" ");
  const stops = words.map((word) => airports[word.replace("+", "") as Code]);
  return {
    segments: stops.slice(1).map((destination, i) => ({ origin: stops[i], destination })),
    layoverMinutes: words.slice(1, -1).map((word) => (word.endsWith("+") ? 1500 : 120)),
  };
}

type Changes = Partial<TaxJourney> & { totalUsdCents?: number };

/** Taxes of one adult who pays $400, in equal parts for the slices, in the lowest cabin. */
function taxes(slices: string[], { totalUsdCents = 40_000, ...changes }: Changes = {}): Record<string, number> {
  const journey: TaxJourney = {
    slices: slices.map(slice),
    type: "adult",
    cabin: 0,
    isAward: false,
    baseUsdCents: slices.map(() => totalUsdCents / slices.length),
    ...changes,
  };
  return Object.fromEntries(taxesFor(journey).map(({ code, basis, usdCents }) => [code ?? basis, usdCents]));
}

function taxesOn(text: string, date: string): Record<string, number> {
  return taxes([text], { slices: [{ ...slice(text), day: parseEpochDay(date) }] });
}

const total = (charges: Record<string, number>): number =>
  Object.values(charges).reduce((sum, cents) => sum + cents, 0);

describe("United States", () => {
  test("New York to London one way: transport 23.40, security 5.60, facility 4.50 = $33.50", () => {
    const charges = taxes(["JFK LHR"]);
    expect(charges).toEqual({ US: 2340, AY: 560, XF: 450 });
    expect(total(charges)).toBe(3350);
  });

  test("New York to Los Angeles via Chicago: 7.5 % of $400, two segments, security once, two facilities = $55.20", () => {
    const charges = taxes(["JFK ORD LAX"]);
    expect(charges).toEqual({ US: 3000, ZP: 1060, AY: 560, XF: 900 });
    expect(total(charges)).toBe(5520);
  });

  test("charges an award security and inspection only: excise is a share of the amount paid, and has no facility charge", () => {
    expect(taxes(["JFK ORD LAX"], { isAward: true })).toEqual({ AY: 560 });
    expect(taxes(["JFK LHR"], { isAward: true })).toEqual({ AY: 560 });
    expect(taxes(["LHR JFK"], { isAward: true })).toMatchObject({ XY: 700, XA: 384, YC: 739 });
    expect(taxes(["LHR JFK"], { isAward: true })["US"]).toBeUndefined();
  });

  test("caps AY at 11.20 and XF at 18 on a domestic round trip of four segments", () => {
    const charges = taxes(["JFK ORD LAX", "LAX ORD JFK"]);
    expect(charges).toEqual({ US: 3000, ZP: 2120, AY: 1120, XF: 1800 });
  });

  test("applies the caps to more than two slices", () => {
    const charges = taxes(["JFK ORD LAX", "LAX ORD JFK", "JFK ORD LAX"]);
    expect([charges["AY"], charges["XF"]]).toEqual([1120, 1800]);
  });

  test("adds 11.70 from Honolulu to Los Angeles and for Alaska, but neither it nor a facility charge within Hawaii", () => {
    expect(taxes(["HNL LAX"])).toEqual({ US: 3000 + 1170, ZP: 530, AY: 560, XF: 450 });
    expect(taxes(["HNL OGG"])).toEqual({ US: 3000, ZP: 530, AY: 560 });
    expect(taxes(["LAX ANC"])["US"]).toBe(3000 + 1170);
    expect([taxes(["ANC SYA"])["US"], taxes(["LAX SYA"])["US"]], "the Aleutians are in Alaska").toEqual([3000, 4170]);
  });

  test("charges neither segment tax nor percentage on a domestic connection to an international flight", () => {
    expect(taxes(["LAX JFK LHR"])).toEqual({ US: 2340, AY: 560, XF: 900 });
  });

  test("charges the segment tax for domestic segments only, if a domestic slice connects abroad", () => {
    expect(taxes(["JFK YYZ LAX"])["ZP"]).toBeUndefined();
    expect(taxes(["ORD JFK YYZ LAX"])).toMatchObject({ US: 3000, ZP: 530 });
  });

  test.each(["SJU", "STT", "GUM", "SPN", "PPG"])(
    "treats %s as international, with inspection only from abroad",
    (code) => {
      expect(taxes([`${code} JFK`])).toEqual({ US: 2340, AY: 560, XF: 450 });
      expect(taxes([`JFK ${code}`])).toEqual({ US: 2340, AY: 560, XF: 450 });
      expect(taxes([`${code} LHR`]), "no local tax").toEqual({ AY: 560, XF: 450 });
      expect(taxes([`LHR ${code}`])).toMatchObject({ XY: 700, XA: 384, YC: 739 });
    },
  );

  test.each([
    ["2024-12-31", 1000, 2220, 1110],
    ["2025-01-01", 1040, 2290, 1140],
    ["2027-06-01", 1060, 2340, 1170],
  ])(
    "charges the segment, transport and Alaska–Hawaii taxes of its year for a departure on %s",
    (date, segments, abroad, sea) => {
      expect(taxesOn("JFK ORD LAX", date)["ZP"]).toBe(segments);
      expect(taxesOn("JFK LHR", date)["US"]).toBe(abroad);
      expect(taxesOn("HNL LAX", date)["US"]).toBe(3000 + sea);
    },
  );

  test("charges $7.39 for customs inspection from October 2025", () => {
    expect([taxesOn("LHR JFK", "2025-09-30")["YC"], taxesOn("LHR JFK", "2025-10-01")["YC"]]).toEqual([674, 739]);
  });

  test("charges $3.83 for agricultural inspection until September 2024", () => {
    expect([taxesOn("LHR JFK", "2024-09-30")["XA"], taxesOn("LHR JFK", "2024-10-01")["XA"]]).toEqual([383, 384]);
  });

  test("charges an infant on the lap the percentage of its domestic fare, the international transport tax and agricultural inspection", () => {
    expect(taxes(["JFK LAX"], { type: "infant", totalUsdCents: 0 })).toEqual({});
    expect(taxes(["JFK LHR", "LHR JFK"], { type: "infant", totalUsdCents: 4_000 })).toEqual({ US: 4680, XA: 384 });
  });
});

describe("United Kingdom", () => {
  // £1 = $1.332: £102 = $135.86, £244 = $325.01, £8 = $10.66; UB at Heathrow £52 = $69.26, £12 = $15.98.
  test("New York–London return in economy: $33.50 outbound; duty, service charge, arrival 23.40 and inspections 18.23 inbound", () => {
    const charges = taxes(["JFK LHR", "LHR JFK"]);
    expect(charges).toEqual({ US: 4680, AY: 560, XF: 450, GB: 13_586, UB: 6926, XY: 700, XA: 384, YC: 739 });
    expect(total(charges)).toBe(3350 + 13_586 + 6926 + 2340 + 1823);
  });

  test("charges the standard rate for a New York–London return in business", () => {
    const charges = taxes(["JFK LHR", "LHR JFK"], { cabin: 2 });
    expect(charges["GB"]).toBe(32_501);
    expect(total(charges)).toBe(3350 + 32_501 + 6926 + 2340 + 1823);
  });

  test("treats a London–New York return as the same journey for the taxes", () => {
    expect(taxes(["LHR JFK", "JFK LHR"])).toEqual(taxes(["JFK LHR", "LHR JFK"]));
  });

  test("puts Los Angeles into band B like Washington, Tokyo into C, Paris into A", () => {
    expect(taxes(["LHR LAX"])["GB"]).toBe(13_586);
    expect(taxes(["LHR NRT"])["GB"]).toBe(14_119);
    expect(taxes(["LHR CDG"])["GB"]).toBe(1998);
  });

  test("charges the domestic band from London to Edinburgh", () => {
    expect(taxes(["LHR EDI"])).toEqual({ GB: 1066, UB: 1598 });
  });

  test("charges no duty for a connection at Heathrow, but does for a stopover", () => {
    expect(taxes(["JFK LHR CDG"])["GB"]).toBeUndefined();
    expect(taxes(["JFK LHR+ CDG"])["GB"]).toBe(1998);
  });

  test("charges duty once from Edinburgh to New York via Heathrow, by its destination", () => {
    expect(taxes(["EDI LHR JFK"])["GB"]).toBe(13_586);
  });

  test("exempts children in economy and departures from the Highlands, and charges children above economy the standard rate", () => {
    expect(taxes(["LHR JFK"], { type: "child" })["GB"]).toBeUndefined();
    expect(taxes(["LHR JFK"], { type: "child", cabin: 2 })["GB"]).toBe(32_501);
    expect(taxes(["INV LHR"])["GB"]).toBeUndefined();
  });

  test("exempts under 16 in economy, with infants in a seat, and charges from 16 on", () => {
    for (const type of ["youth_under_16", "child", "infant_in_seat"] as const) {
      expect(taxes(["LHR JFK"], { type })["GB"]).toBeUndefined();
      expect(taxes(["LHR JFK"], { type, cabin: 2 })["GB"]).toBe(32_501);
    }
    expect(taxes(["LHR JFK"], { type: "youth" })["GB"]).toBe(13_586);
  });

  test("charges an infant without a seat nothing", () => {
    expect(taxes(["LHR EDI"], { type: "infant", totalUsdCents: 0 })).toEqual({});
  });

  test("charges an award the duty of a cash ticket", () => {
    expect(taxes(["LHR CDG"], { isAward: true })).toEqual(taxes(["LHR CDG"]));
  });
});

describe("other countries", () => {
  test("uses the rates of the day of departure, and charges nothing before a table begins", () => {
    expect(taxesOn("LHR JFK", "2026-03-31")["GB"]).toBe(Math.round(90 * 133.2));
    expect(taxesOn("LHR JFK", "2020-04-01")["GB"]).toBeUndefined();
    expect(taxesOn("LHR JFK", "2026-04-01")["GB"]).toBe(13_586);
    expect(taxesOn("NRT LHR", "2026-06-30")["TK"]).toBe(653);
    expect(taxesOn("NRT LHR", "2026-07-01")["TK"]).toBe(1959);
  });

  test("charges nothing for a transit under 24 hours with a change of planes, but does for a stopover", () => {
    expect(taxes(["JFK FRA ACC"])["OY"]).toBeUndefined();
    expect(taxes(["JFK FRA+ ACC"])["OY"]).toBeGreaterThan(0);
  });

  test.each([
    [1439, false],
    [1440, true],
  ])("a layover of %i minutes is a stopover: %s", (minutes, isStopover) => {
    const { fixed } = taxesOfSlice(
      { ...slice("JFK FRA ACC"), layoverMinutes: [minutes] },
      { type: "adult", cabin: 0, isAward: false },
    );
    expect(fixed.some(({ code }) => code === "OY")).toBe(isStopover);
  });

  test("has one Canadian rate to the United States and another to other countries", () => {
    expect(taxes(["YYZ LAX"])["CA"]).toBe(Math.round(16.89 * 71.8));
    expect(taxes(["YYZ LHR"])["CA"]).toBe(Math.round(34.42 * 71.8));
  });

  test("exempts awards and infants on a lap from India's tax on the fare, and more than triples it above economy", () => {
    expect(taxes(["DEL LHR"])["K3"]).toBe(2000);
    expect(taxes(["DEL LHR"], { cabin: 1 })["K3"]).toBe(7200);
    expect(taxes(["DEL LHR"], { isAward: true })["K3"]).toBeUndefined();
    expect(taxes(["DEL LHR"], { type: "infant" })["K3"]).toBeUndefined();
    expect(taxes(["DEL LHR"], { type: "infant_in_seat" })["K3"]).toBe(2000);
  });

  test("charges Canada's tax on the fare of domestic slices only", () => {
    expect(taxes(["YYZ YVR"])["XG"]).toBe(2000);
    expect(taxes(["YYZ YVR LHR"])["XG"]).toBeUndefined();
  });

  test("takes a share of the fare once from a slice with a stopover in the same country", () => {
    const stopover = { ...slice("DEL DEL+ LHR"), layoverMinutes: [1500] };
    expect(taxesOfSlice(stopover, { type: "adult", cabin: 0, isAward: false }).percents).toHaveLength(1);
  });

  test("charges one modeled amount without a code if a country has no table", () => {
    expect(
      taxesFor({ slices: [slice("ZZZ LHR")], type: "adult", cabin: 0, isAward: false, baseUsdCents: [0] }),
    ).toEqual([{ code: null, usdCents: 3000, basis: "modelled", validUntil: null }] satisfies TaxCharge[]);
  });
});

describe("validity", () => {
  const dutyOn = (date: string) => {
    const { fixed } = taxesOfSlice(
      { ...slice("LHR JFK"), day: parseEpochDay(date) },
      { type: "adult", cabin: 0, isAward: false },
    );
    return fixed.find(({ code }) => code === "GB");
  };

  test("has the basis and the last day of the rates on each line", () => {
    expect(dutyOn("2026-05-01")).toEqual({ code: "GB", usdCents: 13_586, basis: "law", validUntil: "2027-03-31" });
  });

  test("marks a departure after the last day of the latest rates", () => {
    expect(dutyOn("2027-03-31")?.isOutdated).toBeUndefined();
    expect(dutyOn("2027-04-01")).toMatchObject({ validUntil: "2027-03-31", isOutdated: true });
  });
});

test("adds up the taxes of slices for any two slices of a journey", () => {
  const codes = fc.constantFrom(...(Object.keys(airports) as Code[]));
  const paths = fc.uniqueArray(codes, { minLength: 2, maxLength: 4 }).map((stops) => stops.join(" "));
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
        cabin: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
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
  ["SYD", "AU", ["child", "infant_in_seat", "infant"]],
  ["HKG", "HK", ["child", "infant_in_seat", "infant"]],
  ["NRT", "TK", ["infant_in_seat", "infant"]],
  ["AMS", "VV", ["infant_in_seat", "infant"]],
  ["CDG", "O4", ["infant_in_seat", "infant"]],
] as const)("a departure from %s has the age limit of the law for %s", (code, tax, exempt) => {
  const kinds = ["adult", "youth", "youth_under_16", "child", "infant_in_seat", "infant"] as const;
  const segments = [{ origin: airports[code], destination: airports.ACC }];
  const free = kinds.filter((type) => {
    const charged = taxesOfSlice({ segments, layoverMinutes: [] }, { type, cabin: 0, isAward: false });
    return charged.fixed.every((each) => each.code !== tax);
  });
  expect(free).toEqual(exempt);
});

test("rounds percentages of a slice's part of the fare to whole cents", () => {
  const domestic = taxesOfSlice(slice("JFK LAX"), { type: "adult", cabin: 0, isAward: false });
  expect(withPercentTaxes(domestic, 19_999)).toContainEqual({
    code: "US",
    usdCents: 1500,
    basis: "law",
    validUntil: null,
  });
});
