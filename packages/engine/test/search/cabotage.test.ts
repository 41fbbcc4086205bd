import {
  buildTimetable,
  type CabotageRules,
  createCalendarPricer,
  createSearcher,
  type FlightSearch,
  type FoundFlight,
  openTimetable,
} from "@wayfare/engine";
import { describe, expect, it } from "vitest";
import { drawNetwork, itinerariesOf } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

/** Two ways within Germany and back, each by airlines of Germany, Britain and France; British Airways and Air France do not connect. */
const network = drawNetwork(
  `
  LH1 FRA 08:00 MUC 09:00
  BA3 FRA 08:00 LHR 08:40
  LH7 FRA 09:00 LHR 09:40
  BA5 LHR 11:00 MUC 13:50
  LH9 LHR 12:00 MUC 14:50
  AF11 LHR 13:30 MUC 16:20
  BA21 MUC 08:00 LHR 09:00
  BA23 LHR 11:00 FRA 13:40
  LH25 MUC 18:00 FRA 19:00
`,
  { minimumConnections: [], circuity: [{ between: ["FRA", "MUC"], factor: 10 }] },
);

/** Rights within the own country, and those of British Airways. */
const withRights = (ofBritish: readonly string[], territories = new Map<string, string>()): CabotageRules => ({
  territories,
  rights: network.carriers.map(({ code, country }) => (code === "BA" ? ofBritish : [country])),
});
const draw = (cabotage?: CabotageRules) =>
  openTimetable(buildTimetable({ ...network, ...(cabotage !== undefined && { cabotage }) }));
const timetable = draw(withRights(["GB"]));

const viaLondon = [
  "BA3 FRA 08:00 LHR 08:40 / BA5 LHR 11:00 MUC 13:50",
  "LH7 FRA 09:00 LHR 09:40 / LH9 LHR 12:00 MUC 14:50",
];
const nonstop = "LH1 FRA 08:00 MUC 09:00";

describe("itineraries within one country", () => {
  it("are flown by its carriers only, also by way of another country", () => {
    expect(itinerariesOf(timetable, "FRA", "MUC", "2028-01-12")).toEqual([nonstop, viaLondon[1]].sort());
  });

  it("are flown by every carrier if the network has no rules", () => {
    expect(itinerariesOf(draw(), "FRA", "MUC", "2028-01-12")).toEqual([nonstop, ...viaLondon].sort());
  });

  it("are flown by carriers of other countries with the right to do so", () => {
    const open = draw(withRights(["GB", "DE"]));
    expect(itinerariesOf(open, "FRA", "MUC", "2028-01-12")).toEqual([nonstop, ...viaLondon].sort());
  });

  it("need the right of every carrier, also if only one of two flights is flown by a foreign one", () => {
    const codeshare = drawNetwork("LH7=BA8007 FRA 09:00 LHR 09:40\nBA5 LHR 12:00 MUC 14:50", {
      minimumConnections: [],
      circuity: [{ between: ["FRA", "MUC"], factor: 10 }],
    });
    const mixed = (cabotage?: CabotageRules) =>
      openTimetable(buildTimetable({ ...codeshare, ...(cabotage !== undefined && { cabotage }) }));
    expect(itinerariesOf(mixed(), "FRA", "MUC", "2028-01-12")).toHaveLength(1);
    expect(itinerariesOf(mixed(withRights(["GB"])), "FRA", "MUC", "2028-01-12")).toEqual([]);
  });

  it("are not sold under the code of a foreign carrier", () => {
    const shared = { ...drawNetwork("LH1=BA8001 FRA 08:00 MUC 09:00"), cabotage: withRights(["GB"]) };
    const sold = openTimetable(buildTimetable(shared));
    const under = (code: string) => ({
      carriers: Uint8Array.from(sold.carriers, (carrier) => Number(carrier.code === code)),
    });
    expect(itinerariesOf(sold, "FRA", "MUC", "2028-01-12", under("BA"))).toEqual([]);
    expect(itinerariesOf(sold, "FRA", "MUC", "2028-01-12", under("LH"))).toEqual([nonstop]);
  });

  it("do not limit itineraries to other countries", () => {
    expect(itinerariesOf(timetable, "FRA", "LHR", "2028-01-12")).toEqual(
      itinerariesOf(draw(), "FRA", "LHR", "2028-01-12"),
    );
    expect(itinerariesOf(timetable, "FRA", "LHR", "2028-01-12")).toHaveLength(2);
  });

  it("include those between a country and its territory", () => {
    const text = "UA1 PPG 08:00 APW 09:00+1\nUA2 LAX 08:00 PPG 12:00\nBA3 LAX 09:00 PPG 13:00";
    const islands = drawNetwork(text);
    const rights = islands.carriers.map(({ code, country }) => (code === "UA" ? ["US", "AS"] : [country]));
    const itineraries = (territories: [string, string][]) =>
      itinerariesOf(
        openTimetable(buildTimetable({ ...islands, cabotage: { territories: new Map(territories), rights } })),
        "LAX",
        "PPG",
        "2028-01-12",
      );
    expect(itineraries([])).toHaveLength(2);
    expect(itineraries([["AS", "US"]])).toEqual(["UA2 LAX 08:00 PPG 12:00"]);
  });
});

describe("a search", () => {
  const searcher = createSearcher(timetable);
  const all = { limit: 250, allOffers: true, origin: "airport:FRA", destination: "airport:MUC" } as const;
  const slices = [
    { origin: "airport:FRA", destination: "airport:MUC", day },
    { origin: "airport:MUC", destination: "airport:FRA", day: day + 2 },
  ];
  const operatorsOf = (found: readonly FoundFlight[]) => [
    ...new Set(
      found.flatMap((flight) => flight.slices.flatMap((slice) => slice.segments.map((one) => one.operatingCarrier))),
    ),
  ];

  it.each<[string, Partial<FlightSearch>]>([
    ["one way for money", { includeAward: false }],
    ["one way for miles", { includeCash: false }],
    ["of a round trip", { returnDay: day + 2 }],
    ["of a multi-city trip", { slices }],
    ["of a list of places", { destination: ["airport:MUC", "airport:LHR"], maxStops: 2 }],
  ])("%s sells no itinerary within a country on foreign carriers", (_, changes) => {
    const found = searcher.search(searchFor({ ...all, ...changes }));
    const within = found.filter(({ slices: flown }) => flown[0]?.segments.at(-1)?.destination === "MUC");
    expect(within.length).toBeGreaterThan(0);
    expect(operatorsOf(within)).toEqual(["LH"]);
    const free = createSearcher(draw()).search(searchFor({ ...all, ...changes }));
    expect(operatorsOf(free)).toContain("BA");
  });

  it("finds flights on separate tickets, each of which crosses a border", () => {
    const cheap = createSearcher(timetable).search(
      searchFor({ ...all, includeAward: false, allowSelfTransfer: true, maxStops: 2, excludeAirlines: ["LH"] }),
    );
    const numbers = cheap.map(({ slices: [slice] }) => slice?.segments.map(({ flightNumber }) => flightNumber));
    expect(numbers).toEqual([[3, 11]]);
    expect(cheap[0]?.cash[0]?.separateTickets).toBe(true);
  });

  it("has the prices of its calendar", () => {
    const search = searchFor({ ...all, includeAward: false, excludeAirlines: ["LH"] });
    expect(searcher.search(search)).toEqual([]);
    expect(createSearcher(draw()).search(search)).not.toEqual([]);
    const pricer = createCalendarPricer(timetable);
    const steps = pricer.priceInSteps({ search, cells: [{ day, returnDay: null }], totalOf: () => 1 });
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value.cash.any).toEqual([null]);
  });
});
