import { createSearcher, noFilters } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { releaseDaysOf, releasesSaver, releasesToPartners } from "../../src/awards/release.ts";
import { awardSpace } from "../../src/awards/space.ts";
import { type Cabin, cabinNames } from "../../src/fares/cabins.ts";
import { createFareQuotes } from "../../src/fares/fare-quotes.ts";
import { indexSoldSeats } from "../../src/fares/sold-seats.ts";
import { createEnumeration, enumerateItineraries } from "../../src/itineraries/enumerate.ts";
import { airportsOf } from "../../src/timetable/timetable.ts";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

const routes = { short: ["LHR", "FRA"], long: ["LHR", "JFK"] } as const;
/** Sixty departures a day of one airline, for statistics. */
const timetable = drawTimetable(
  Object.values(routes)
    .flatMap(([from, to], route) =>
      Array.from({ length: 60 }, (_, i) => {
        const minute = String(i % 60).padStart(2, "0");
        return `BA${route * 100 + i + 1} ${from} 09:${minute} ${to} 13:${minute}`;
      }),
    )
    .join("\n"),
);

interface Query {
  route?: keyof typeof routes;
  daysAhead?: number;
  sold?: number;
}

/** Award space of a cabin on every departure of a day. */
function spacesOf(cabin: Cabin, { route = "long", daysAhead = 60, sold = 0 }: Query = {}) {
  const enumeration = createEnumeration(timetable);
  const [from, to] = routes[route];
  const found = enumerateItineraries(enumeration, {
    origins: airportsOf(timetable, from),
    destinations: airportsOf(timetable, to),
    day,
    maxStops: 0,
    ...noFilters,
  });
  const taken = Array.from({ length: 160 }, (_, i) => {
    return {
      operatingCarrier: "BA",
      flightNumber: i + 1,
      origin: from,
      day,
      cabin: cabinNames[cabin],
      seats: sold,
      saverSeats: 0,
    };
  });
  const quotes = createFareQuotes({
    timetable,
    pool: enumeration.pool,
    cabin,
    party: 1,
    searchedAtMinutes: (day - daysAhead) * 1440,
    sold: indexSoldSeats(taken),
  });
  return Array.from({ length: found.count }, (_, row) => awardSpace(quotes, found.first[row] ?? -1, cabin));
}

const shareOpen = (cabin: Cabin, query?: Query) => {
  const spaces = spacesOf(cabin, query);
  expect(spaces).toHaveLength(60);
  return spaces.filter(({ saver }) => saver > 0).length / spaces.length;
};

describe("saver space", () => {
  test("is most frequent in business and first on long haul", () => {
    const [economy, , business, first] = [0, 1, 2, 3].map((cabin) => shareOpen(cabin as Cabin));
    expect(Math.min(business ?? 0, first ?? 0)).toBeGreaterThan(economy ?? 1);
    expect(business).toBeGreaterThan(shareOpen(2, { route: "short" }));
  });

  test("is more frequent when the schedule opens and in the last two weeks", () => {
    const usual = shareOpen(2, { daysAhead: 120 });
    expect(shareOpen(2, { daysAhead: 320 })).toBeGreaterThan(usual);
    expect(shareOpen(2, { daysAhead: 10 })).toBeGreaterThan(usual);
  });

  test("is equal for every search on the same day, and never grows after a sale", () => {
    for (const cabin of [0, 1, 2, 3] as const) {
      let before = spacesOf(cabin);
      expect(spacesOf(cabin)).toEqual(before);
      for (let sold = 1; sold <= 40; sold += 3) {
        const after = spacesOf(cabin, { sold });
        for (const [i, { saver, standard }] of after.entries()) {
          expect(saver).toBeLessThanOrEqual(before[i]?.saver ?? -1);
          expect(standard).toBeLessThanOrEqual(before[i]?.standard ?? -1);
          expect(saver).toBeLessThanOrEqual(standard);
        }
        before = after;
      }
    }
    expect(spacesOf(3, { sold: 8 }).every(({ saver, standard }) => saver + standard === 0)).toBe(true);
  });

  test("opens with the carrier's release window", () => {
    expect([releaseDaysOf("NH"), releaseDaysOf("XX")]).toEqual([355, 330]);
    expect(spacesOf(2, { daysAhead: 357 }).every(({ saver, standard }) => saver + standard === 0)).toBe(true);
    expect(spacesOf(2, { daysAhead: 354 }).some(({ saver }) => saver > 0)).toBe(true);
  });

  test("is closed for airlines that release none, and for partners in cabins that an airline reserves", () => {
    expect([releasesSaver("F9"), releasesSaver("BA")]).toEqual([false, true]);
    const long = { km: 9_000, daysLeft: 100 };
    expect(releasesToPartners("SQ", { cabin: 2, ...long })).toBe(false);
    expect(releasesToPartners("SQ", { cabin: 0, ...long })).toBe(true);
    expect(releasesToPartners("SQ", { cabin: 2, km: 1_500, daysLeft: 100 })).toBe(true);
    expect([31, 30, 14].map((daysLeft) => releasesToPartners("LH", { cabin: 3, km: 6_000, daysLeft }))).toEqual([
      false,
      true,
      true,
    ]);
    expect(releasesToPartners("LX", { cabin: 3, km: 6_000, daysLeft: 1 })).toBe(false);
  });
});

describe("a search with awards", () => {
  const searcher = createSearcher(timetable);
  const find = (changes: Parameters<typeof searchFor>[0]) =>
    searcher.search(searchFor({ origin: "LHR", destination: "JFK", maxStops: 0, allOffers: true, ...changes }));

  test("charges a party the miles of one traveler times their number, and only with seats for all", () => {
    const alone = new Map(find({ limit: 100 }).map((flight) => [flight.slices[0]?.segments[0]?.flightNumber, flight]));
    let compared = 0;
    for (const { slices, award } of find({ adults: 2, children: 1, limit: 100 })) {
      const single = alone.get(slices[0]?.segments[0]?.flightNumber)?.award ?? [];
      for (const { program, level, fares, seatsRemaining, chart } of award) {
        expect(seatsRemaining).toBeGreaterThanOrEqual(3);
        expect(new Set(fares.map(({ miles }) => miles)).size).toBe(1);
        const same = single.find((each) => each.program === program && each.level === level);
        if (same === undefined || chart?.name.includes("dynamic")) continue;
        expect(fares[0]?.miles).toBe(same.fares[0]?.miles);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });

  test("adds surcharges that the program passes on, and the partner fee of programs that have one", () => {
    const awards = find({ cabin: "business" }).flatMap(({ award }) => award);
    const of = (program: string) => awards.find((each) => each.program === program)?.fares[0];
    expect(of("britishairways")?.surcharges.length).toBeGreaterThan(0);
    expect(of("britishairways")?.fees).toEqual([]);
    expect(of("alaska")?.surcharges.length).toBeGreaterThan(0);
    expect(of("alaska")?.fees).toEqual([{ code: "PARTNER_FEE", usdCents: 1_250 }]);
  });

  const others = createSearcher(
    drawTimetable(
      Array.from({ length: 20 }, (_, i) => {
        const minute = String(i).padStart(2, "0");
        return [
          `AF${i + 1} LHR 09:${minute} JFK 12:${minute}`,
          `AF${i + 101} JFK 19:${minute} LHR 07:${minute}+1`,
          `F9${i + 1} JFK 09:${minute} LAX 12:${minute}`,
        ].join("\n");
      }).join("\n"),
    ),
  );
  const awardsOf = (changes: Parameters<typeof searchFor>[0]) =>
    others.search(searchFor({ allOffers: true, ...changes })).flatMap(({ award }) => award);

  test("books Korean Air's partners only as round trips", () => {
    const programs = (returnDay: number | null) => new Set(awardsOf({ returnDay }).map(({ program }) => program));
    expect([programs(null).has("flyingblue"), programs(null).has("korean")]).toEqual([true, false]);
    expect(programs(day + 7).has("korean")).toBe(true);
  });

  test("adds a close-in fee only in programs that have one, and only close to departure", () => {
    const fees = (daysAhead: number) => {
      const query = { origin: "NYC", destination: "LAX", searchedAtMinutes: (day - daysAhead) * 1440 };
      return awardsOf(query).flatMap(({ program, fares }) => (program === "frontier" ? (fares[0]?.fees ?? []) : []));
    };
    expect(fees(5)).toContainEqual({ code: "CLOSE_IN_FEE", usdCents: 7_500 });
    expect(fees(40)).toEqual([]);
    expect(awardsOf({ origin: "NYC", destination: "LAX" }).length).toBeGreaterThan(0);
  });

  test("is never at the saver level if the airline releases none", () => {
    const late = awardsOf({ origin: "NYC", destination: "LAX" });
    expect(new Set(late.map(({ program, level }) => `${program} ${level}`))).toEqual(new Set(["frontier dynamic"]));
  });
});
