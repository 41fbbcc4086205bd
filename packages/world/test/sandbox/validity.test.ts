import { buildTimetable, formatEpochDay, openTimetable, parseEpochDay, type Timetable } from "@wayfare/engine";
import { describe, expect, it } from "vitest";
import type { Facts } from "../../src/facts/facts.ts";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { always, type Validity } from "../../src/facts/validity.ts";
import { generateSandbox } from "../../src/sandbox/generate.ts";
import { indexFacts } from "../../src/sandbox/indexed-facts.ts";
import { at, timetable as fullWorld, operates } from "./made-world.ts";

const facts = loadFacts();
const firstDay = parseEpochDay("2026-11-01");
const days = 90;

/** A world of the larger airports of North America with three airlines, whose validities are overridden by code. */
function makeSmallWorld(
  validities: Readonly<Record<string, Validity>>,
  { nonstops, closedMarkets }: Pick<Facts, "nonstops" | "closedMarkets"> = facts,
): Timetable {
  const validityOf = (code: string) => validities[code] ?? always;
  const airports = [...facts.airports.values()]
    .filter(({ country, passengersMillions }) => ["US", "MX", "CA"].includes(country) && passengersMillions > 8)
    .map((airport) => [airport.code, { ...airport, validity: validityOf(airport.code) }] as const);
  const airlines = [...facts.airlines.values()]
    .filter(({ code }) => ["AA", "B6", "AS"].includes(code))
    .map((airline) => [airline.code, { ...airline, validity: validityOf(airline.code) }] as const);
  const known = new Map(airports);
  const small: Facts = {
    ...facts,
    airports: known,
    airlines: new Map(airlines),
    closedMarkets,
    nonstops: nonstops.filter(({ airline, from, to }) => {
      return airlines.some(([code]) => code === airline) && known.has(from) && known.has(to);
    }),
  };
  return openTimetable(buildTimetable(generateSandbox(indexFacts(small), { seed: 1, firstDay, days })));
}

/** Days with flights of an airline or at an airport: the first and the last, or null if there is none. */
function daysOf(world: Timetable, code: string): [first: string, last: string] | null {
  const patterns = [...world.carrier.keys()].filter((pattern) => {
    const market = at(world.marketOf, pattern);
    const ends = [at(world.marketOrigin, market), at(world.marketDestination, market)].map((end) => {
      return at(world.airports, end);
    });
    return at(world.carriers, at(world.carrier, pattern)).code === code || ends.includes(code);
  });
  const flown = Array.from({ length: days }, (_, day) => firstDay + day).filter((day) => {
    return patterns.some((pattern) => operates(world, pattern, day));
  });
  const [first, last] = [flown[0], flown.at(-1)];
  return first === undefined || last === undefined ? null : [formatEpochDay(first), formatEpochDay(last)];
}

const day = parseEpochDay;
const wholePeriod = ["2026-11-01", "2027-01-29"];

describe("an airline or airport with days of validity", () => {
  const world = makeSmallWorld({
    B6: { fromDay: null, untilDay: day("2026-12-15") },
    AS: { fromDay: null, untilDay: day("2026-10-31") },
    BOS: { fromDay: day("2026-12-01"), untilDay: null },
    MIA: { fromDay: day("2026-11-10"), untilDay: day("2026-11-20") },
    SFO: { fromDay: null, untilDay: day("2022-02-23") },
    LGA: { fromDay: day("2027-01-30"), untilDay: null },
  });

  it("has flights up to and including its last day", () => {
    expect(daysOf(world, "B6")).toEqual(["2026-11-01", "2026-12-15"]);
  });

  it("has flights from its first day on", () => {
    expect(daysOf(world, "BOS")).toEqual(["2026-12-01", "2027-01-29"]);
    expect(daysOf(world, "MIA")).toEqual(["2026-11-10", "2026-11-20"]);
  });

  it("has none in a world after or before all its days", () => {
    expect(["AS", "SFO", "LGA"].map((code) => daysOf(world, code))).toEqual([null, null, null]);
  });

  it("has no flight without a day of operation", () => {
    const inDays = Array.from({ length: days }, (_, at_) => firstDay + at_);
    const idle = [...world.carrier.keys()].filter((pattern) => !inDays.some((day_) => operates(world, pattern, day_)));
    expect(idle).toEqual([]);
  });

  it("leaves the others their days", () => {
    expect(["AA", "DFW", "JFK"].map((code) => daysOf(world, code))).toEqual([wholePeriod, wholePeriod, wholePeriod]);
  });

  it("sells no codeshares if it ends during the world", () => {
    const sold = (timetable: Timetable) => [...timetable.codeshareCarrier].map((at_) => timetable.carriers[at_]?.code);
    expect(sold(makeSmallWorld({}))).toContain("AS");
    expect(sold(makeSmallWorld({ AS: { fromDay: null, untilDay: day("2027-01-01") } }))).not.toContain("AS");
  });
});

it("the world of 2027 has no flight of an ended airline or at a closed airport, and flights at the new ones", () => {
  const airlines = new Set([...fullWorld.carrier].map((carrier) => at(fullWorld.carriers, carrier).code));
  const origins = new Set([...fullWorld.marketOrigin].map((origin) => at(fullWorld.airports, origin)));
  expect(["NK", "OZ", "JR", "UE", "RX"].filter((code) => airlines.has(code))).toEqual(["RX"]);
  const airports = ["SIP", "UAK", "JJU", "LTH", "WSI", "NMI", "DXN", "KTI"];
  expect(airports.filter((code) => origins.has(code))).toEqual(["JJU", "LTH", "WSI", "NMI", "DXN", "KTI"]);
});

it("a stated nonstop in a closed market changes nothing for other flights", () => {
  const isClosed = ({ airline, from, to }: Facts["nonstops"][number]) => `${airline} ${from} ${to}` === "AA LGA ORD";
  const end = (code: string) => ({ codes: [code], isComplement: false });
  const market = { name: "M", reason: "ban", airlines: ["AA"], airlineCountries: [], except: [] } as const;
  const closedMarkets = [{ ...market, between: end("LGA"), and: end("ORD"), ...always }];
  const others = facts.nonstops.filter((row) => !isClosed(row));
  expect(facts.nonstops).toHaveLength(others.length + 1);
  const [stated, unstated] = [facts.nonstops, others].map((nonstops) => {
    const { carrier, flightNumber, departureMinute, marketOf } = makeSmallWorld({}, { nonstops, closedMarkets });
    return { carrier, flightNumber, departureMinute, marketOf };
  });
  expect(stated).toEqual(unstated);
});
