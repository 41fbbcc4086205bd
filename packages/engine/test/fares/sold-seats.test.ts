import { createSearcher, type FlightSearch, type FoundFlight, type SoldSeats } from "@wayfare/engine";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

const timetable = drawTimetable(`
  BA1 LHR 09:00 JFK 12:00
  BA2 LHR 18:00 JFK 21:00
  LH3 LHR 07:00 FRA 09:40
  LH4 FRA 11:30 JFK 14:00
  BA7 JFK 19:00 LHR 07:00+1
`);
const searcher = createSearcher(timetable);
const searchAll = (changes: Partial<FlightSearch> = {}) => searchFor({ allOffers: true, ...changes });

function soldOn(flight: string, seats: number, changes: Partial<SoldSeats> = {}): SoldSeats {
  const [, operatingCarrier = "", number] = /^(\w\w)(\d+)$/.exec(flight) ?? [];
  const sold = { operatingCarrier, flightNumber: Number(number), origin: "LHR", day, cabin: "economy" as const };
  return { ...sold, seats, saverSeats: 0, ...changes };
}

const nameOf = ({ slices }: FoundFlight) =>
  slices
    .flatMap(({ segments }) => segments.map((each) => each.operatingCarrier + each.operatingFlightNumber))
    .join("+");

/** Flights of a search by their names. */
function find(changes: Partial<FlightSearch> = {}): Map<string, FoundFlight> {
  return new Map(searcher.search(searchAll(changes)).map((flight) => [nameOf(flight), flight]));
}

/** Seats that the model leaves in a cabin: the number that can be sold before the cabin is full. */
function seatsOf(name: string, cabin: FlightSearch["cabin"]): number {
  for (let sold = 0; sold < 300; sold++) {
    if (!find({ cabin, soldSeats: [soldOn(name, sold, { cabin })] }).has(name)) return sold;
  }
  throw new Error(`${name} does not sell out`);
}

const baseOf = (flight: FoundFlight | undefined) => flight?.cheapestCash?.fares[0]?.baseCents ?? Infinity;
const saversOf = (flight: FoundFlight | undefined) => flight?.award.filter(({ level }) => level === "saver") ?? [];

describe("sold seats", () => {
  test("has no effect for other flights, days, cabins and origins, or without sales", () => {
    const asBefore = searcher.search(searchAll());
    const elsewhere = [
      soldOn("BA9", 300),
      soldOn("BA1", 300, { day: day + 1 }),
      soldOn("BA1", 300, { cabin: "first" }),
      soldOn("BA1", 300, { origin: "LGW" }),
      soldOn("LH1", 300),
    ];
    expect(searcher.search(searchAll({ soldSeats: [] }))).toEqual(asBefore);
    expect(searcher.search(searchAll({ soldSeats: elsewhere }))).toEqual(asBefore);
  });

  test("sells exactly the seats of a cabin, and then omits the flight", () => {
    const seats = seatsOf("BA1", "business");
    expect(seats).toBeGreaterThan(0);
    const last = find({ cabin: "business", soldSeats: [soldOn("BA1", seats - 1, { cabin: "business" })] });
    expect(last.get("BA1")?.cash[0]?.seatsRemaining).toBe(1);
    const gone = find({ cabin: "business", soldSeats: [soldOn("BA1", seats, { cabin: "business" })] });
    expect([...gone.keys()]).toEqual(["LH3+LH4", "BA2"]);
    const tooMany = [soldOn("BA1", seats - 1, { cabin: "business" })];
    expect(find({ cabin: "business", adults: 2, soldSeats: tooMany }).has("BA1")).toBe(false);
  });

  test("never lowers the fare as seats are sold", () => {
    const seats = seatsOf("BA1", "economy");
    const fares = Array.from({ length: seats }, (_, sold) =>
      baseOf(find({ soldSeats: [soldOn("BA1", sold)] }).get("BA1")),
    );
    for (const [sold, fare] of fares.entries()) expect(fare).toBeGreaterThanOrEqual(fares[sold - 1] ?? 0);
    expect(fares.at(-1)).toBeGreaterThan(fares[0] ?? Infinity);
  });

  test("sells out a connection with any one of its flights, without an effect on other flights", () => {
    const before = find();
    const after = find({ soldSeats: [soldOn("LH4", 300, { origin: "FRA" })] });
    expect(before.has("LH3+LH4")).toBe(true);
    expect([...after.keys()]).toEqual(["BA1", "BA2"]);
    expect(after.get("BA1")).toEqual(before.get("BA1"));
  });

  test("keeps the inbound seats of a round trip separate", () => {
    const soldSeats = [soldOn("BA7", 300, { origin: "JFK", day: day + 7 })];
    expect(find({ returnDay: day + 7 }).size).toBeGreaterThan(0);
    expect(find({ returnDay: day + 7, soldSeats }).size).toBe(0);
  });

  test("sells saver seats one by one, and closes the saver level with the last, not the cabin", () => {
    const days = Array.from({ length: 30 }, (_, ahead) => day + ahead);
    const space = days.find((each) => saversOf(find({ cabin: "business", day: each }).get("BA1")).length > 0);
    if (space === undefined) throw new Error("no departure of a month has saver space");
    const query = { cabin: "business", day: space } as const;
    const left = saversOf(find(query).get("BA1"))[0]?.seatsRemaining ?? 0;
    const sell = (saverSeats: number) => {
      const sold = soldOn("BA1", saverSeats, { cabin: "business", day: space, saverSeats });
      return find({ ...query, soldSeats: [sold] }).get("BA1");
    };
    for (let sold = 0; sold < left; sold++) {
      expect(saversOf(sell(sold))[0]?.seatsRemaining).toBe(left - sold);
    }
    expect(saversOf(sell(left))).toEqual([]);
    expect(sell(left)?.award.some(({ level }) => level === "standard")).toBe(true);
    expect(sell(left)?.cash.length).toBeGreaterThan(0);
  });

  test("does not depend on how sales are split into rows", () => {
    const counts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(counts, (sales) => {
        const together = sales.reduce((all, seats) => all + seats, 0);
        const rows = sales.map((seats) => soldOn("BA1", seats));
        expect(find({ soldSeats: rows })).toEqual(find({ soldSeats: [soldOn("BA1", together)] }));
      }),
      { numRuns: 30, seed: 20_261_121 },
    );
  });
});
