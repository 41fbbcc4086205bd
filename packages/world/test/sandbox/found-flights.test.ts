import { type FoundFlight, programs } from "@wayfare/engine";
import { describe, expect, it } from "vitest";
import {
  adultCents,
  arrivalOf,
  compareNumbers,
  day,
  departureOf,
  facts,
  find,
  priceOf,
  searcher,
  searchFor,
  segmentsOf,
  sum,
} from "./searched-world.ts";

describe("a flight", () => {
  it("has one slice one way, and two of a round trip, the second departing after the first has arrived", () => {
    for (const { slices } of find()) expect(slices).toHaveLength(1);
    for (const returnDay of [day, day + 1, day + 14]) {
      const found = searcher.search(searchFor({ origin: "LON", destination: "PAR", returnDay }));
      expect(found.length).toBeGreaterThan(0);
      for (const flight of found) {
        expect(flight.slices.map(({ segments }) => segments[0]?.origin).length).toBe(2);
        const back = flight.slices[1]?.segments[0]?.departureEpochMinutes ?? 0;
        expect(back - arrivalOf(flight)).toBeGreaterThanOrEqual(60);
      }
    }
  });

  it("connects from airport to airport without a gap, with layovers that match its segments", () => {
    for (const flight of [...find({ limit: 250 }), ...find({ origin: "TYO", destination: "BUE", limit: 100 })]) {
      for (const { segments, layovers } of flight.slices) {
        expect(layovers).toHaveLength(segments.length - 1);
        for (const [i, layover] of layovers.entries()) {
          const [arriving, leaving] = segments.slice(i, i + 2);
          const between = (leaving?.departureEpochMinutes ?? 0) - (arriving?.arrivalEpochMinutes ?? 0);
          const change = arriving?.destination === leaving?.origin ? null : [arriving?.destination, leaving?.origin];
          expect(layover.durationMinutes).toBe(between);
          expect(layover.durationMinutes).toBeGreaterThanOrEqual(layover.minimumMinutes);
          expect(layover.airportChange === null ? null : Object.values(layover.airportChange)).toEqual(change);
          expect(layover.airport).toBe(arriving?.destination);
        }
      }
    }
  });

  it("has at most two brands and three awards, unless all are requested", () => {
    const booking = programs.filter(({ carriers }) => carriers.has("KE"));
    expect(booking.length).toBeGreaterThan(3);
    const korean = { origin: "SEL", destination: "SIN", airlines: ["KE"], limit: 250 };
    const some = find(korean);
    const all = find({ ...korean, allOffers: true });
    expect(Math.max(...some.map(({ cash }) => cash.length))).toBe(2);
    expect(Math.max(...all.map(({ cash }) => cash.length))).toBe(3);
    expect(Math.max(...some.map(({ award }) => award.length))).toBe(3);
    expect(Math.max(...all.map(({ award }) => award.length))).toBe(booking.length);
  });

  it("costs at least as much in a higher brand, and its lowest price is that of the first", () => {
    for (const returnDay of [null, day + 9]) {
      for (const { cash, cheapestCash } of find({ returnDay, allOffers: true })) {
        const prices = cash.map(adultCents);
        expect(prices).toEqual(prices.toSorted(compareNumbers));
        expect(cheapestCash).toEqual(cash[0]);
      }
    }
  });

  it("prices a child at three quarters of an adult's base and an infant without surcharge, per traveler", () => {
    for (const { cash, award } of find({ adults: 2, children: 2, infants: 1, limit: 100 })) {
      for (const { fares } of cash) {
        const [adult, child, infant] = fares;
        expect(fares.map(({ type, count }) => `${count} ${type}`)).toEqual(["2 adult", "2 child", "1 infant"]);
        expect(child?.baseCents).toBe(Math.round((adult?.baseCents ?? 0) * 0.75));
        expect(child?.surcharges).toEqual(adult?.surcharges);
        expect(infant?.surcharges).toEqual([]);
        expect(infant?.baseCents).toBeLessThan((adult?.baseCents ?? 0) / 2);
      }
      for (const { fares } of award) {
        expect(fares[1]?.miles).toBe(fares[0]?.miles);
        expect(fares[2]?.miles).toBeLessThan(fares[0]?.miles ?? 0);
      }
    }
  });

  it("has seats for all travelers, one to nine", () => {
    for (const [adults, children] of [
      [1, 0],
      [3, 2],
      [9, 0],
    ] as const) {
      for (const cabin of ["economy", "business"] as const) {
        const offers = find({ adults, children, infants: 1, cabin, limit: 250 }).flatMap(({ cash, award }) => [
          ...cash,
          ...award,
        ]);
        const seats = offers.map(({ seatsRemaining }) => seatsRemaining);
        expect(Math.min(...seats)).toBeGreaterThanOrEqual(adults + children);
        expect(Math.max(...seats)).toBeLessThanOrEqual(9);
      }
    }
  });

  it("has a fare basis per segment with class, season, day, trip, fence and brand", () => {
    for (const returnDay of [null, day + 9]) {
      for (const flight of find({ returnDay, limit: 100, allOffers: true })) {
        for (const { segments } of flight.cash) {
          expect(segments).toHaveLength(segmentsOf(flight).length);
          for (const { bookingClass, fareBasis } of segments) {
            expect(fareBasis).toMatch(/^[YBMHQKVLSTWRPJCDZFA][LKH][XW][OR](3|5|7|1[4-8]|21|30)?(LT|ST|FX)$/);
            expect(fareBasis[0]).toBe(bookingClass);
          }
        }
      }
    }
  });

  it("has business on at least its longest segment if business is requested with any match", () => {
    for (const flight of find({ cabin: "business", cabinMatch: "any", limit: 250, allOffers: true })) {
      const kms = segmentsOf(flight).map(({ distanceKm }) => distanceKm);
      const longest = kms.indexOf(Math.max(...kms));
      for (const { segments } of flight.cash) expect(segments[longest]?.cabin).toBe("business");
      for (const { cabin } of flight.award) expect(cabin).toBe("business");
    }
  });

  it("has exactly the offers of any match that have business on the segments that the match demands", () => {
    const market = { origin: "BOM", destination: "LHR", cabin: "business" } as const;
    const found = (cabinMatch: "any" | "main" | "strict") =>
      find({ ...market, cabinMatch, maxStops: 1, limit: 250, allOffers: true, sort: "departure" });
    const all = found("any");
    expect(all.length).toBeLessThan(250);
    for (const match of ["main", "strict"] as const) {
      const expected = all.flatMap((flight) => {
        const segments = segmentsOf(flight);
        const minutes = segments.map((segment) => segment.arrivalEpochMinutes - segment.departureEpochMinutes);
        const total = (list: readonly number[]) => list.reduce((added, minute) => added + minute, 0);
        const matches = (cabins: readonly string[]) => {
          const lower = minutes.filter((_, at) => cabins[at] !== "business");
          if (match === "strict") return lower.length === 0;
          return lower.every((flown) => flown <= 180) && total(lower) <= 0.25 * total(minutes);
        };
        const cash = flight.cash.filter((offer) => matches(offer.segments.map(({ cabin }) => cabin)));
        const cabinsOf = (award: FoundFlight["award"][number]) =>
          segments.map((_, at) => award.segments?.[at]?.cabin ?? award.cabin);
        const award = flight.award.filter((offer) => matches(cabinsOf(offer)));
        return cash.length + award.length === 0 ? [] : [{ slices: flight.slices, cash, award }];
      });
      expect(expected.length).toBeLessThan(all.length);
      expect(expected.length).toBeGreaterThan(10);
      expect(found(match).map(({ slices, cash, award }) => ({ slices, cash, award }))).toEqual(expected);
    }
  });
});

describe("a booking class", () => {
  const fenceOf = (fareBasis: string) => Number(/\d+/.exec(fareBasis)?.[0] ?? 0);

  it("is available as early as its fence requires, on the day and months before", () => {
    const met = new Set<number>();
    for (const daysBefore of [0.4, 2, 4, 6, 10, 15, 30, 60]) {
      const at = day * 1440 - Math.round(daysBefore * 1440);
      for (const flight of find({ searchedAtMinutes: at, limit: 250, allOffers: true })) {
        const daysLeft = Math.floor((departureOf(flight) - at) / 1440);
        for (const { fareBasis } of flight.cash.flatMap(({ segments }) => segments)) {
          expect(fenceOf(fareBasis)).toBeLessThanOrEqual(daysLeft);
          met.add(fenceOf(fareBasis));
        }
      }
    }
    expect([...met]).toEqual(expect.arrayContaining([0, 3, 5, 7, 14, 21, 30]));
    const between = [...met].filter((days) => days > 14 && days < 21);
    expect(between.length).toBeGreaterThan(0);
    for (const days of between) expect(days).toBeLessThanOrEqual(18);
  });

  it("costs more on the day than two months before, on average", () => {
    const meanAt = (at: number) => {
      const prices = find({ maxStops: 0, limit: 250, searchedAtMinutes: at, includeAward: false }).map(priceOf);
      return prices.reduce((all, price) => all + price, 0) / prices.length;
    };
    expect(meanAt(day * 1440 - 120)).toBeGreaterThan(1.3 * meanAt((day - 60) * 1440));
  });
});

describe("an award", () => {
  it("has miles, a known program, and a cash equivalent", () => {
    for (const { award, cheapestCash } of find({ allOffers: true, limit: 100 })) {
      for (const { program, fares, level, chart } of award) {
        expect(programs.map(({ code }) => code)).toContain(program);
        for (const { miles, taxes } of fares) {
          expect(Number.isInteger(miles) && miles > 0).toBe(true);
          expect(sum(taxes)).toBeGreaterThan(0);
        }
        expect(chart?.name).toBeTruthy();
        expect(["saver", "standard", "dynamic"]).toContain(level);
        // Cents per mile need a fare of the same flight that costs more than the award's cash part.
        if (cheapestCash !== null) expect(adultCents(cheapestCash)).toBeGreaterThan(0);
      }
      if (award.length > 0) expect(cheapestCash).not.toBeNull();
    }
  });

  it("is at the saver level most often in business and first beyond 5,000 km", () => {
    const share = { economy: [0, 0], business: [0, 0], first: [0, 0] };
    for (const [origin, destination] of [
      ["LON", "NYC"],
      ["LON", "LAX"],
      ["LON", "SIN"],
      ["LAX", "TYO"],
      ["NYC", "TYO"],
      ["LON", "HKG"],
      ["LAX", "SYD"],
      ["DOH", "NYC"],
    ] as const) {
      for (const cabin of ["economy", "business", "first"] as const) {
        for (let shift = 0; shift < 40; shift += 2) {
          // Avios have a chart, so awards have the level saver; dynamic prices would hide it.
          const search = searchFor({ origin, destination, day: day + shift, cabin, maxStops: 0, limit: 250 });
          const priced = { ...search, programs: ["britishairways"], allOffers: true };
          for (const flight of searcher.search(priced)) {
            const oneworld = segmentsOf(flight).every(({ operatingCarrier }) => isOneworld(operatingCarrier));
            if (!oneworld || (segmentsOf(flight)[0]?.distanceKm ?? 0) <= 5000) continue;
            share[cabin][1] = (share[cabin][1] ?? 0) + 1;
            if (flight.award.some(({ level }) => level === "saver")) share[cabin][0] = (share[cabin][0] ?? 0) + 1;
          }
        }
      }
    }
    const [economy, business, first] = [share.economy, share.business, share.first].map(([saver = 0, flights = 0]) => ({
      flights,
      share: saver / flights,
    }));
    expect(Math.min(economy?.flights ?? 0, business?.flights ?? 0, first?.flights ?? 0)).toBeGreaterThan(100);
    expect(business?.share).toBeGreaterThan((economy?.share ?? 1) + 0.1);
    expect(first?.share).toBeGreaterThan((economy?.share ?? 1) + 0.05);
  });
});

function isOneworld(carrier: string): boolean {
  return facts.airlines.get(carrier)?.alliance === "oneworld";
}
