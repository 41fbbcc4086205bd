import { createSearcher, type FlightSearch, type FoundCashOffer, type FoundFlight } from "@wayfare/engine";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

const searcher = createSearcher(
  drawTimetable(`
  BA1 LHR 09:00 JFK 12:00
  UA5 LHR 13:00 JFK 16:00
  BA11 LHR 07:00 BOS 09:30
  AA13 BOS 13:00 JFK 14:20
  BA2 JFK 19:00 LHR 07:00+1
  UA6 JFK 21:00 LHR 09:00+1
`),
);

const sumOf = (charges: readonly { usdCents: number }[]) => charges.reduce((sum, { usdCents }) => sum + usdCents, 0);

const numbersOf = ({ slices }: FoundFlight) =>
  slices.map(({ segments }) => segments.map((each) => each.marketingCarrier + each.flightNumber).join("+")).join(" > ");

const totalOf = ({ fares }: Pick<FoundCashOffer, "fares">) =>
  fares.reduce(
    (sum, { count, baseCents, taxes, surcharges }) => sum + count * (baseCents + sumOf(taxes) + sumOf(surcharges)),
    0,
  );

/** Every offer of a search by flight and brand. */
function listOffers(search: FlightSearch) {
  const found = searcher.search({ ...search, limit: 250, allOffers: true });
  return new Map(
    found.flatMap((flight) => flight.cash.map((offer) => [`${numbersOf(flight)} ${offer.brand}`, offer] as const)),
  );
}

const arbitraryMix = fc
  .record({
    adults: fc.integer({ min: 1, max: 2 }),
    ages: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 4 }),
    seated: fc.nat(2),
    isStated: fc.boolean(),
    returnDay: fc.constantFrom(null, day + 7),
    cabin: fc.constantFrom("economy" as const, "business" as const),
  })
  .map(({ ages, seated, isStated, ...rest }) => {
    const within = (from: number, to: number) => ages.filter((age) => age >= from && age <= to).length;
    const infantsInSeat = Math.min(seated, within(0, 1));
    const counts = {
      youths: within(12, 17),
      children: within(2, 11),
      infantsInSeat,
      infants: within(0, 1) - infantsInSeat,
    };
    return { ...rest, ...counts, ...(isStated && { ages }) };
  });

/**
 * The price of every mix from the offers for as many adults as it has seats: those have the same fares, because the number of seats decides
 * which classes are open.
 */
test("prices every mix of travelers by its seats, ages and the adults' fares", () => {
  let under16 = 0;
  let seatInfants = 0;
  fc.assert(
    fc.property(arbitraryMix, (mix) => {
      const { adults, youths, children, infantsInSeat, infants, ages, ...trip } = mix;
      const seats = adults + youths + children + infantsInSeat;
      const own = listOffers(searchFor({ ...mix, includeAward: false, sort: "price" }));
      const reference = listOffers(searchFor({ ...trip, adults: seats, includeAward: false, sort: "price" }));
      expect([...own.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
      expect(own.size).toBeGreaterThan(0);
      const isEconomy = trip.cabin === "economy";
      const young = (ages ?? []).filter((age) => age >= 12 && age < 16).length;
      under16 += young;
      seatInfants += infantsInSeat;
      for (const [name, offer] of own) {
        const [adult] = reference.get(name)?.fares ?? [];
        if (adult === undefined) throw new Error("no reference");
        const noDuty = adult.taxes.filter(({ code }) => code !== "GB" || !isEconomy);
        const expected = [
          { type: "adult", count: adults, baseCents: adult.baseCents, taxes: adult.taxes },
          { type: "youth", count: youths - young, baseCents: adult.baseCents, taxes: adult.taxes },
          { type: "youth", count: young, baseCents: adult.baseCents, taxes: noDuty },
          { type: "child", count: children, taxes: noDuty },
          { type: "infant_in_seat", count: infantsInSeat, taxes: noDuty },
          { type: "infant", count: infants },
        ].filter(({ count }) => count > 0);
        expect(offer.fares.map(({ type, count }) => ({ type, count }))).toEqual(
          expected.map(({ type, count }) => ({ type, count })),
        );
        for (const [at, fare] of offer.fares.entries()) {
          const { taxes, baseCents } = expected[at] ?? {};
          if (baseCents !== undefined) expect(fare.baseCents).toBe(baseCents);
          if (taxes !== undefined) expect(fare.taxes).toEqual(taxes);
          if (fare.type === "child" || fare.type === "infant_in_seat") {
            // Rounded by slice.
            expect(Math.abs(fare.baseCents - adult.baseCents * 0.75)).toBeLessThanOrEqual(1);
          }
          expect(fare.surcharges).toEqual(fare.type === "infant" ? [] : adult.surcharges);
        }
        expect(offer.seatsRemaining).toBeGreaterThanOrEqual(seats);
      }
      const cheapest = [...own.values()].map(totalOf).toSorted((a, b) => a - b);
      const [first] = searcher.search(searchFor({ ...mix, includeAward: false, sort: "price", limit: 1 }));
      expect(first?.cash[0] && totalOf(first.cash[0])).toBe(cheapest[0]);
    }),
    { seed: 20_261_127, numRuns: 40 },
  );
  expect(under16).toBeGreaterThan(5);
  expect(seatInfants).toBeGreaterThan(5);
});

test("charges a youth of 16 British duty in economy and one of 15 none, and both in business", () => {
  const dutyOf = (age: number, changes: Partial<FlightSearch> = {}) => {
    const [flight] = searcher.search(searchFor({ youths: 1, ages: [age], includeAward: false, ...changes }));
    const youth = flight?.cash[0]?.fares.find(({ type }) => type === "youth");
    return youth?.taxes.find(({ code }) => code === "GB")?.usdCents ?? 0;
  };
  expect(dutyOf(16)).toBeGreaterThan(0);
  expect(dutyOf(15)).toBe(0);
  expect(dutyOf(15, { cabin: "business" })).toBe(dutyOf(16, { cabin: "business" }));
});

test("an award takes a seat and an adult's miles for every traveler with a seat", () => {
  const mix = { adults: 1, youths: 1, children: 1, infantsInSeat: 1, infants: 1, includeCash: false };
  const awards = searcher.search(searchFor({ ...mix, limit: 250 })).flatMap(({ award }) => award);
  expect(awards).not.toHaveLength(0);
  for (const { fares, seatsRemaining } of awards) {
    expect(fares.map(({ type }) => type)).toEqual(["adult", "youth", "child", "infant_in_seat", "infant"]);
    const [adult, youth, child, seated, lap] = fares.map(({ miles }) => miles);
    expect([youth, child, seated]).toEqual([adult, adult, adult]);
    expect(lap).toBeLessThan(adult ?? 0);
    expect(seatsRemaining).toBeGreaterThanOrEqual(4);
  }
});
