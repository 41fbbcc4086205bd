import { describe, expect, test } from "vitest";
import type { Aircraft } from "../../src/facts/aircraft.ts";
import { parseAirportRules, parseCurfews } from "../../src/facts/airport-rule.ts";
import { type Facts, listBrokenReferences } from "../../src/facts/facts.ts";
import { type Nonstop, parseNonstops } from "../../src/facts/nonstop.ts";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { distanceKm } from "./known-distances.ts";
import { expectFault, tableOf } from "./written-table.ts";

const facts = loadFacts();
/** Ranges are of a full cabin; on the longest routes airlines sell fewer seats and fly slightly farther. */
const LIGHT_CABIN = 1.04;

function nameOf({ airline, from, to }: Nonstop): string {
  return `${airline} ${from} ${to}`;
}

/** Aircraft of a nonstop: the stated one, or all of the airline's. */
function aircraftOf({ airline, aircraft }: Nonstop): readonly Aircraft[] {
  const codes = aircraft === null ? (facts.airlines.get(airline)?.aircraft ?? []) : [aircraft];
  return codes.flatMap((code) => facts.aircraft.get(code) ?? []);
}

function canFly(aircraft: Aircraft, { from, to }: Nonstop): boolean {
  const runways = [from, to].map((code) => facts.airports.get(code)?.runwayM ?? 0);
  return aircraft.rangeKm * LIGHT_CABIN >= distanceKm(from, to) && Math.min(...runways) >= aircraft.minimumRunwayM;
}

function isFlownIn(season: "summer" | "winter"): (nonstop: Nonstop) => boolean {
  return (nonstop) => nonstop.season === null || nonstop.season === season;
}

/** Flights per day from one airport or of one airline, in its busier season. */
function busiestDay(keysOf: (nonstop: Nonstop) => readonly string[]): ReadonlyMap<string, number> {
  const busiest = new Map<string, number>();
  for (const season of ["summer", "winter"] as const) {
    const flights = new Map<string, number>();
    for (const nonstop of facts.nonstops.filter(isFlownIn(season))) {
      for (const key of keysOf(nonstop)) flights.set(key, (flights.get(key) ?? 0) + nonstop.weeklyFlights / 7);
    }
    for (const [key, count] of flights) busiest.set(key, Math.max(count, busiest.get(key) ?? 0));
  }
  return busiest;
}

function flightsAWeek(from: string, to: string): number {
  return facts.nonstops
    .filter(isFlownIn("summer"))
    .filter((nonstop) => [nonstop.from, nonstop.to].toSorted().join() === [from, to].toSorted().join())
    .reduce((sum, { weeklyFlights }) => sum + weeklyFlights, 0);
}

describe("a nonstop", () => {
  test("is one of at least 1,500, read once and frozen", () => {
    expect(facts.nonstops.length).toBeGreaterThanOrEqual(1500);
    expect(Object.isFrozen(facts.nonstops) && Object.isFrozen(facts.nonstops[0])).toBe(true);
  });

  test("is 15 to 15,700 km long", () => {
    const odd = facts.nonstops.filter(
      ({ from, to }) => !(distanceKm(from, to) >= 15 && distanceKm(from, to) <= 15_700),
    );
    expect(odd.map(nameOf)).toEqual([]);
  });

  test("has an aircraft in its airline's fleet with the range and for both runways", () => {
    const grounded = facts.nonstops.filter((nonstop) => !aircraftOf(nonstop).some((each) => canFly(each, nonstop)));
    expect(grounded.map(nameOf)).toEqual([]);
  });

  test("beyond 7,500 km has a widebody", () => {
    const long = facts.nonstops.filter(({ from, to }) => distanceKm(from, to) > 7500);
    const narrow = long.filter((nonstop) => !aircraftOf(nonstop).some(({ family }) => family === "widebody"));
    expect(long.length).toBeGreaterThan(500);
    expect(narrow.map(nameOf)).toEqual([]);
  });

  test("fits into the airline's flights per day in airlines.tsv", () => {
    const over = [...busiestDay(({ airline }) => [airline, airline])].filter(
      ([airline, flights]) => flights > (facts.airlines.get(airline)?.dailyDepartures ?? 0),
    );
    expect(over).toEqual([]);
  });

  test("complies with the rules of both airports", () => {
    const breaches = facts.nonstops.filter(
      (nonstop) => breaksRule(nonstop, nonstop.from) || breaksRule(nonstop, nonstop.to),
    );
    expect(breaches.map(nameOf)).toEqual([]);
  });

  test.each([
    ["JFK", "LHR", 100, 180],
    ["GMP", "CJU", 800, 1300],
    ["SYD", "MEL", 450, 650],
    ["HND", "CTS", 350, 480],
    ["SGN", "HAN", 380, 560],
    ["JED", "RUH", 280, 450],
    ["BOM", "DEL", 300, 450],
    ["MAD", "BCN", 180, 280],
    ["CGH", "SDU", 240, 350],
    ["SIN", "KUL", 200, 340],
    ["HKG", "TPE", 250, 480],
    ["SIN", "EWR", 5, 10],
    ["PER", "LHR", 5, 10],
    ["SCL", "MPN", 0, 0],
  ])("from %s to %s is flown %i to %i times per week", (from, to, least, most) => {
    expect(flightsAWeek(from, to)).toBeGreaterThanOrEqual(least);
    expect(flightsAWeek(from, to)).toBeLessThanOrEqual(most);
  });
});

function breaksRule(nonstop: Nonstop, at: string): boolean {
  const rule = facts.airportRules.get(at);
  const airline = facts.airlines.get(nonstop.airline);
  if (rule === undefined || airline === undefined) return false;
  const other = nonstop.from === at ? nonstop.to : nonstop.from;
  const families = ["widebody", "narrowbody", "regional_jet", "turboprop"];
  const largest = families.indexOf(rule.largestFamily);
  const isTooFar = rule.maximumKm !== null && distanceKm(at, other) > rule.maximumKm;
  const hasAircraft = aircraftOf(nonstop).some(
    ({ code, family }) =>
      families.indexOf(family) >= largest && (rule.aircraft.length === 0 || rule.aircraft.includes(code)),
  );
  return (
    (isTooFar && !rule.beyondMaximum.includes(other)) ||
    (rule.countries.length > 0 && !rule.countries.includes(facts.airports.get(other)?.country ?? "")) ||
    !hasAircraft ||
    rule.closedTo.includes(airline.code) ||
    (rule.closedToKinds.includes(airline.kind) && !rule.openTo.includes(airline.code))
  );
}

describe("the rules of airports", () => {
  test("cover at least 100 airports, and curfews at least 80", () => {
    expect(facts.airportRules.size).toBeGreaterThanOrEqual(100);
    expect(new Set(facts.curfews.map(({ airport }) => airport)).size).toBeGreaterThanOrEqual(80);
    expect(Object.isFrozen(facts.airportRules.get("LHR")) && Object.isFrozen(facts.curfews[0])).toBe(true);
  });

  test("list an airport's own country among its countries", () => {
    const lost = [...facts.airportRules.values()].filter(
      ({ airport, countries }) =>
        countries.length > 0 && !countries.includes(facts.airports.get(airport)?.country ?? ""),
    );
    expect(lost.map(({ airport }) => airport)).toEqual([]);
  });

  test("exempt from a perimeter only airports beyond it", () => {
    const idle = [...facts.airportRules.values()].flatMap(({ airport, maximumKm, beyondMaximum }) =>
      beyondMaximum.filter((code) => distanceKm(airport, code) <= (maximumKm ?? 0)).map((code) => `${airport} ${code}`),
    );
    expect(idle).toEqual([]);
  });

  test("allow the nonstops known to be flown", () => {
    const full = [...busiestDay(({ from, to }) => [from, to])].filter(([airport, flights]) => {
      const most = facts.airportRules.get(airport)?.departuresPerDay ?? null;
      return most !== null && flights > most;
    });
    expect(full).toEqual([]);
  });

  test("close the night for two to fourteen hours", () => {
    const odd = facts.curfews.filter(({ fromMinute, toMinute }) => {
      const minutes = (toMinute - fromMinute + 1440) % 1440;
      return minutes < 80 || minutes > 14 * 60;
    });
    expect(odd).toEqual([]);
  });

  test("match the well-known ones", () => {
    expect(facts.airportRules.get("LGA")).toMatchObject({ maximumKm: 2414, beyondMaximum: ["DEN"] });
    expect(facts.airportRules.get("CGH")?.countries).toEqual(["BR"]);
    expect(facts.airportRules.get("LCY")?.aircraft).not.toContain("320");
    expect(facts.curfews).toContainEqual({ airport: "SYD", movement: null, fromMinute: 23 * 60, toMinute: 6 * 60 });
  });
});

describe("a fault in the table", () => {
  const nonstopHeader = "airline\tfrom\tto\tweeklyFlights\tseason\taircraft";
  const nonstops = (...rows: string[]) =>
    parseNonstops(tableOf("nonstops.tsv", nonstopHeader, "BA\tLHR\tJFK\t56\tsummer\t-", ...rows));

  test.each([
    ["an airline by name", "British\tLHR\tBOS\t7\t-\t-", "airline is"],
    ["a flight to its origin", "BA\tLHR\tLHR\t7\t-\t-", "to is LHR"],
    ["no flight", "BA\tLHR\tBOS\t0\t-\t-", "weeklyFlights"],
    ["too many flights per week", "BA\tLHR\tBOS\t301\t-\t-", "weeklyFlights"],
    ["a fraction of a flight", "BA\tLHR\tBOS\t3.5\t-\t-", "weeklyFlights is 3.5"],
    ["an unknown season", "BA\tLHR\tBOS\t7\tautumn\t-", "season"],
    ["an aircraft by name", "BA\tLHR\tBOS\t7\t-\tA380", "aircraft"],
    ["the same route and season", "BA\tLHR\tJFK\t7\tsummer\t-", "BA JFK LHR in summer is listed twice"],
    ["the reverse route, all year", "BA\tJFK\tLHR\t7\t-\t-", "BA JFK LHR in summer is listed twice"],
  ])("in nonstops.tsv is reported with file and line: %s", (_fault, row, message) => {
    expectFault(() => nonstops(row), `nonstops.tsv:3: ${message}`);
  });

  test("is not reported for a route with a row for each season", () => {
    expect(nonstops("BA\tLHR\tJFK\t49\twinter\t-").map(({ season }) => season)).toEqual(["summer", "winter"]);
    expect(() => nonstops("BA\tLHR\tJFK\t49\twinter\t-", "BA\tLHR\tJFK\t7\tsummer\t-")).toThrow("nonstops.tsv:4: ");
  });

  const curfews = (row: string) =>
    parseCurfews(tableOf("curfews.tsv", "airport\tmovement\tfrom\tto", "SNA\tdepartures\t22:00\t07:00", row));

  test.each([
    ["an invalid hour", "LGA\t-\t24:00\t06:00", "from is"],
    ["the same start and end", "LGA\t-\t06:00\t06:00", "the curfew begins and ends at the same minute"],
    ["an unknown movement", "LGA\ttaxiing\t23:00\t06:00", "movement"],
    ["a repeated curfew", "SNA\t-\t23:00\t07:00", "SNA departures is listed twice"],
  ])("in curfews.tsv is reported with file and line: %s", (_fault, row, message) => {
    expectFault(() => curfews(row), `curfews.tsv:3: ${message}`);
  });

  const ruleHeader =
    "airport\tdeparturesPerDay\tmaximumKm\tbeyondMaximum\tcountries\tlargestFamily\taircraft\tclosedTo\tclosedToKinds\topenTo";
  const rules = (row: string) =>
    parseAirportRules(tableOf("airport-rules.tsv", ruleHeader, `LGA${"\t-".repeat(9)}`, row));

  test.each([
    ["a fraction of a departure", "DCA\t4.5\t-\t-\t-\t-\t-\t-\t-\t-", "departuresPerDay is 4.5"],
    ["exemptions without a perimeter", "DCA\t-\t-\tSEA\t-\t-\t-\t-\t-\t-", "beyondMaximum needs a maximumKm"],
    ["a country of three letters", "DCA\t-\t-\t-\tUSA\t-\t-\t-\t-\t-", "countries"],
    ["an unknown family", "DCA\t-\t-\t-\t-\tjumbo\t-\t-\t-\t-", "largestFamily"],
    ["an unknown kind", "DCA\t-\t-\t-\t-\t-\t-\t-\tcheap\t-", 'closedToKinds has "cheap"'],
    ["exempt airlines without closed kinds", "DCA\t-\t-\t-\t-\t-\t-\t-\t-\tAA", "openTo needs closedToKinds"],
    ["a repeated airport", "LGA\t5\t-\t-\t-\t-\t-\t-\t-\t-", "LGA is listed twice"],
  ])("in airport-rules.tsv is reported with file and line: %s", (_fault, row, message) => {
    expectFault(() => rules(row), `airport-rules.tsv:3: ${message}`);
  });

  test("is reported for broken references", () => {
    const nowhere = listBrokenReferences({ ...facts, airports: new Map(), aircraft: new Map() } satisfies Facts);
    expect(nowhere).toContain("nonstops.tsv: BA LHR JFK refers to unknown airport LHR");
    expect(nowhere).toContain("airport-rules.tsv: LGA refers to unknown airport DEN");
    expect(nowhere).toContain("airport-rules.tsv: CGH refers to unknown country BR");
    expect(nowhere).toContain("airport-rules.tsv: LCY refers to unknown aircraft 221");
    expect(nowhere).toContain("curfews.tsv: refers to unknown airport SYD");
    const [first] = facts.nonstops;
    const wrongFleet = first === undefined ? [] : [{ ...first, airline: "BA", aircraft: "AT7" }];
    const lonely = listBrokenReferences({ ...facts, nonstops: wrongFleet });
    expect(
      lonely.filter((sentence) => sentence.includes("aircraft AT7, which is not in the fleet of BA")),
    ).toHaveLength(1);
    const unflown = listBrokenReferences({ ...facts, airlines: new Map() });
    expect(unflown).toContain("nonstops.tsv: BA LHR JFK refers to unknown airline BA");
    expect(unflown).toContain("airport-rules.tsv: DAL refers to unknown airline WN");
  });
});
