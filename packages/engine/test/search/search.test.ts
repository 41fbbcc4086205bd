import {
  buildTimetable,
  createSearcher,
  type FlightSearch,
  type FoundFlight,
  openTimetable,
  parseEpochDay,
} from "@wayfare/engine";
import { describe, expect, it } from "vitest";
import { drawNetwork, drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

/** Two nonstops and an itinerary through Frankfurt one way, and return flights before and after the first ones arrive. */
const timetable = drawTimetable(`
  BA1 LHR 09:00 JFK 12:00
  UA2 LHR 18:00 JFK 21:00
  LH3 LHR 07:00 FRA 09:40
  LH4 FRA 11:30 JFK 14:00
  BA5 JFK 12:30 LHR 00:30+1
  BA6 JFK 13:00 LHR 01:00+1
  BA7 JFK 19:00 LHR 07:00+1
`);
const searcher = createSearcher(timetable);

/** `BA1` for each segment, `+` between them, and ` > ` between slices. */
const nameOf = ({ slices }: FoundFlight) =>
  slices
    .map(({ segments }) => segments.map(({ marketingCarrier: by, flightNumber }) => `${by}${flightNumber}`).join("+"))
    .join(" > ");
const namesOf = (changes: Partial<FlightSearch> = {}) => searcher.search(searchFor(changes)).map(nameOf);

describe("a search of a drawn network", () => {
  it("finds every itinerary, in the requested order", () => {
    expect(namesOf()).toEqual(["LH3+LH4", "BA1", "UA2"]);
    expect(namesOf({ sort: "arrival" })).toEqual(["BA1", "LH3+LH4", "UA2"]);
    expect(namesOf({ sort: "duration" }).at(-1)).toBe("LH3+LH4");
  });

  it("describes flights by codes, instants and local offsets", () => {
    const [found] = searcher.search(searchFor({ airlines: ["BA"] }));
    expect(found?.slices).toEqual([
      {
        layovers: [],
        segments: [
          {
            marketingCarrier: "BA",
            operatingCarrier: "BA",
            flightNumber: 1,
            operatingFlightNumber: 1,
            aircraft: "77W",
            origin: "LHR",
            destination: "JFK",
            originTerminal: "4",
            destinationTerminal: "4",
            departureEpochMinutes: day * 1440 + 540,
            departureOffsetMinutes: 0,
            arrivalEpochMinutes: day * 1440 + 1020,
            arrivalOffsetMinutes: -300,
            distanceKm: 5541,
          },
        ],
      },
    ]);
  });

  it("describes a layover with its airport and minimum connection time", () => {
    const [found] = searcher.search(searchFor({ airlines: ["LH"] }));
    expect(found?.slices[0]?.layovers).toEqual([
      {
        airport: "FRA",
        durationMinutes: 110,
        minimumMinutes: 90,
        overnight: false,
        interline: false,
        airportChange: null,
      },
    ]);
  });

  it("returns no earlier than an hour after arrival", () => {
    expect(namesOf({ airlines: ["BA"], returnDay: day }).sort()).toEqual(["BA1 > BA6", "BA1 > BA7"]);
    expect(namesOf({ airlines: ["BA"], returnDay: day + 1 })).toHaveLength(3);
  });

  it("needs separate tickets for two one-ways of airlines without an agreement", () => {
    const tickets = createSearcher(
      drawTimetable(`
        BA1 LHR 09:00 JFK 12:00
        LH2 LHR 10:00 JFK 13:00
        AA3 JFK 17:00 LHR 05:00+1
        UA4 JFK 18:00 LHR 06:00+1
        AF5=BA55 JFK 19:00 LHR 07:00+1
      `),
    );
    const found = tickets.search(searchFor({ returnDay: day + 1, allOffers: true }));
    const separate = found.map((flight) => [
      nameOf(flight),
      ...new Set(flight.cash.map((cash) => cash.separateTickets)),
    ]);
    expect(Object.fromEntries(separate)).toEqual({
      "BA1 > AA3": false,
      "BA1 > UA4": true,
      "BA1 > AF5": false,
      "LH2 > AA3": true,
      "LH2 > UA4": false,
      "LH2 > AF5": true,
    });
    const oneWay = tickets.search(searchFor()).flatMap(({ cash }) => cash);
    expect(oneWay.map(({ separateTickets }) => separateTickets)).toEqual(oneWay.map(() => false));
  });

  it("omits a flight from the minute in which its sale ends", () => {
    const saleEnds = day * 1440 + 540 - 60;
    expect(namesOf({ searchedAtMinutes: saleEnds - 1, airlines: ["BA"] })).toEqual(["BA1"]);
    expect(namesOf({ searchedAtMinutes: saleEnds, airlines: ["BA"] })).toEqual([]);
    expect(namesOf({ searchedAtMinutes: saleEnds })).toEqual(["UA2"]);
  });

  it("includes only flights of the named airlines, and none of excluded ones", () => {
    expect(namesOf({ airlines: ["BA", "UA"] })).toEqual(["BA1", "UA2"]);
    expect(namesOf({ excludeAirlines: ["BA"] })).toEqual(["LH3+LH4", "UA2"]);
    expect(namesOf({ airlines: ["BA"], excludeAirlines: ["BA"] })).toEqual([]);
    expect(namesOf({ airlines: [] })).toEqual([]);
    expect(namesOf({ airlines: ["ZZ"] })).toEqual([]);
  });

  it("includes only connections with the requested airports and layovers, and every nonstop", () => {
    const layovers = { include: null, exclude: [], minMinutes: 0, maxMinutes: null };
    const [all, nonstops] = [
      ["LH3+LH4", "BA1", "UA2"],
      ["BA1", "UA2"],
    ];
    for (const [changes, expected] of [
      [{}, all],
      [{ include: ["FRA"] }, all],
      [{ include: ["MUC"] }, nonstops],
      [{ exclude: ["FRA"] }, nonstops],
      [{ minMinutes: 110, maxMinutes: 110 }, all],
      [{ minMinutes: 111 }, nonstops],
      [{ maxMinutes: 109 }, nonstops],
    ] as const) {
      expect(namesOf({ layovers: { ...layovers, ...changes } })).toEqual(expected);
    }
  });

  it("omits only flights that a limit cannot keep: not the first, the cheapest, a nonstop or the fastest", () => {
    const many = createSearcher(
      drawTimetable(`
        LH3 LHR 06:00 FRA 08:40
        LH4 FRA 10:30 JFK 13:00
        BA1 LHR 09:00 JFK 12:00
        BA2 LHR 12:00 JFK 15:30
        BA3 LHR 15:00 JFK 18:30
        BA4 LHR 18:00 JFK 20:40
        BA5 LHR 20:00 JFK 23:30
      `),
    );
    const find = (changes: Partial<FlightSearch>) =>
      many.search(searchFor({ sort: "departure", includeAward: false, ...changes })).map(nameOf);
    const [cheapest = ""] = find({ sort: "price" });
    const kept = find({ limit: 1 });
    expect(kept).toEqual(find({}).filter((name) => ["LH3+LH4", "BA4", "BA1", cheapest].includes(name)));
    expect(kept.length).toBeLessThan(6);
  });

  it("returns nothing, without an error, for codes and days that the timetable lacks", () => {
    expect(namesOf({ origin: "XXX" })).toEqual([]);
    expect(namesOf({ destination: "" })).toEqual([]);
    expect(namesOf({ destination: "LON" })).toEqual([]);
    expect(namesOf({ day: timetable.firstDay - 2 })).toEqual([]);
    expect(namesOf({ day: timetable.firstDay + timetable.days + 400 })).toEqual([]);
    expect(namesOf({ returnDay: timetable.firstDay + timetable.days })).toEqual([]);
  });

  it("offers no more seats of a cabin than an aircraft has", () => {
    expect(namesOf({ cabin: "first", adults: 9 })).toEqual([]);
    expect(namesOf({ cabin: "first", adults: 1 }).length).toBeGreaterThan(0);
  });

  it("gives the same answer with a new searcher and after another search", () => {
    const search = searchFor({ returnDay: day + 5, allOffers: true });
    const first = searcher.search(search);
    searcher.search(searchFor({ origin: "NYC", destination: "LON" }));
    expect(searcher.search(search)).toEqual(first);
    expect(createSearcher(timetable).search(search)).toEqual(first);
  });

  it("shows a flight once, under a codeshare if only that airline is requested, otherwise under its own number", () => {
    const shared = createSearcher(drawTimetable("AA2=BA1511 LHR 09:00 JFK 12:00"));
    const shownFor = (airlines: string[] | null) =>
      shared.search(searchFor({ airlines })).map(({ slices: [slice] }) =>
        slice?.segments.map(({ marketingCarrier, flightNumber, operatingCarrier, operatingFlightNumber }) => ({
          marketingCarrier,
          flightNumber,
          operatingCarrier,
          operatingFlightNumber,
        })),
      );
    const flown = { operatingCarrier: "AA", operatingFlightNumber: 2 };
    expect(shownFor(["BA"])).toEqual([[{ marketingCarrier: "BA", flightNumber: 1511, ...flown }]]);
    expect(shownFor(null)).toEqual([[{ marketingCarrier: "AA", flightNumber: 2, ...flown }]]);
    expect(shownFor(["BA", "AA"])).toEqual([[{ marketingCarrier: "AA", flightNumber: 2, ...flown }]]);
    expect(shownFor(["LH"])).toEqual([]);
  });

  it.each([
    ["2026-06-30", 653],
    ["2026-07-01", 1959],
  ])(
    "charges the taxes of the day on which the first flight departs, %s, if a later one departs on the next day",
    (date, cents) => {
      const drawn = drawNetwork(`
      JL1 NRT 22:00 FRA 05:30+1
      BA2 FRA 08:00 LHR 08:40
    `);
      const inSummer = createSearcher(
        openTimetable(buildTimetable({ ...drawn, firstDay: parseEpochDay("2026-06-01") })),
      );
      const departure = parseEpochDay(date);
      const searchedAtMinutes = (departure - 40) * 1440;
      const found = inSummer.search(
        searchFor({ origin: "TYO", destination: "LON", day: departure, searchedAtMinutes }),
      );
      expect(found.map(nameOf)).toEqual(["JL1+BA2"]);
      // The departure tax of Japan is JPY 1,000 until 30 June 2026, and JPY 3,000 from 1 July.
      const taxes = found[0]?.cash[0]?.fares[0]?.taxes ?? [];
      expect(taxes.find(({ code }) => code === "TK")?.usdCents).toBe(cents);
    },
  );
});
