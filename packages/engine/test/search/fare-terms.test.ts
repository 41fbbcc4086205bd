import {
  bagFeeUsdCents,
  createSearcher,
  type FareTerms,
  type FlightSearch,
  type FoundCashOffer,
  type FoundFlight,
  type FoundSegment,
} from "@wayfare/engine";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

/** Network and low-cost carriers, whose cheapest brands include different bags. */
const searcher = createSearcher(
  drawTimetable(`
  BA1 LHR 09:00 JFK 12:00
  NK3 LHR 11:00 JFK 14:00
  UA5 LHR 13:00 JFK 16:00
  B67 LHR 15:00 JFK 18:00
  BA11 LHR 07:00 BOS 09:30
  B612 BOS 12:00 JFK 13:20
  AA13 BOS 13:00 JFK 14:20
  BA2 JFK 19:00 LHR 07:00+1
  NK4 JFK 20:00 LHR 08:00+1
  UA6 JFK 21:00 LHR 09:00+1
  B68 JFK 22:00 LHR 10:00+1
`),
);

interface Priced {
  /** Flights and brand. */
  name: string;
  cents: number;
}

const numbersOf = ({ slices }: FoundFlight) =>
  slices
    .map(({ segments }) => segments.map((segment) => segment.marketingCarrier + segment.flightNumber).join("+"))
    .join(" > ");

/** Offers of a search without terms that meet them, with their bags, by trying all of them. */
function listAllowed(search: FlightSearch, { excludeBasic, bags }: FareTerms): Priced[] {
  const all = searcher.search({ ...search, limit: 250, allOffers: true });
  return all
    .flatMap((flight) =>
      flight.cash
        .filter(({ changeable, refundable }) => !excludeBasic || changeable || refundable)
        .map((offer) => ({
          name: `${numbersOf(flight)} ${offer.brand}`,
          cents: totalOf(offer) + feesOf(flight, offer),
        })),
    )
    .sort((a, b) => a.cents - b.cents || (a.name < b.name ? -1 : 1));

  function feesOf({ slices }: FoundFlight, { segments }: FoundCashOffer): number {
    const rest = [...segments];
    const seats = search.adults + search.youths + search.children + search.infantsInSeat;
    return slices.reduce((sum, slice) => {
      const fares = rest.splice(0, slice.segments.length);
      const included = {
        carryOn: Math.min(...fares.map(({ carryOn }) => carryOn)),
        checked: Math.min(...fares.map(({ checked }) => checked)),
      };
      return (
        sum +
        seats * bagFeeUsdCents({ carrier: carrierOf(slice.segments), isLong: isLong(slice.segments) }, included, bags)
      );
    }, 0);
  }
}

const carrierOf = ([first]: FoundSegment[]) => first?.marketingCarrier ?? "";
const isLong = (segments: FoundSegment[]) => segments.some(({ distanceKm }) => distanceKm > 4500);

function totalOf({ fares }: FoundCashOffer): number {
  const sum = (charges: readonly { usdCents: number }[]) =>
    charges.reduce((cents, { usdCents }) => cents + usdCents, 0);
  return fares.reduce(
    (cents, { count, baseCents, taxes, surcharges }) => cents + count * (baseCents + sum(taxes) + sum(surcharges)),
    0,
  );
}

const arbitraryTerms = fc.record({
  excludeBasic: fc.boolean(),
  bags: fc.record({ carryOn: fc.nat(1), checked: fc.nat(3) }),
});

const arbitraryTrip = fc.record({
  returnDay: fc.constantFrom(null, day + 7, day + 20),
  adults: fc.integer({ min: 1, max: 3 }),
  youths: fc.nat(1),
  children: fc.nat(2),
  infantsInSeat: fc.nat(1),
  infants: fc.nat(1),
});

test("finds the cheapest offers with bags that trying all offers finds, in order", () => {
  const counts = { excluded: 0, reordered: 0 };
  fc.assert(
    fc.property(arbitraryTrip, arbitraryTerms, (trip, fareTerms) => {
      const search = searchFor({ ...trip, includeAward: false, sort: "price" });
      const expected = listAllowed(search, fareTerms);
      const found = searcher.search({ ...search, limit: 250, allOffers: true, fareTerms });
      const listed = found
        .flatMap((flight) =>
          flight.cash.map((offer) => ({
            name: `${numbersOf(flight)} ${offer.brand}`,
            cents: totalOf(offer) + (offer.bagFeesCents ?? Number.NaN),
          })),
        )
        .sort((a, b) => a.cents - b.cents || (a.name < b.name ? -1 : 1));
      expect(listed).toEqual(expected);
      // A limit keeps the cheapest flights, in the order of their cheapest offer with bags.
      const best = (flight: FoundFlight) =>
        Math.min(...flight.cash.map((offer) => totalOf(offer) + (offer.bagFeesCents ?? Number.NaN)));
      const limited = searcher.search({ ...search, limit: 3, fareTerms }).map(best);
      expect(limited.slice(0, 3)).toEqual(found.slice(0, 3).map(best));
      expect(limited).toEqual(limited.toSorted((a, b) => a - b));
      const plain = listAllowed(search, { excludeBasic: false, bags: { carryOn: 0, checked: 0 } });
      if (plain.length > expected.length) counts.excluded++;
      if (plain[0]?.name !== expected[0]?.name) counts.reordered++;
    }),
    { seed: 20_270_121, numRuns: 60 },
  );
  expect(counts.excluded).toBeGreaterThan(10);
  expect(counts.reordered).toBeGreaterThan(10);
});

test("a multi-city trip has the bags of each slice", () => {
  const slices = [
    { origin: "LON", destination: "NYC", day },
    { origin: "NYC", destination: "LON", day: day + 7 },
  ];
  const search = searchFor({ slices, includeAward: false, sort: "price", maxStops: 0 });
  const fareTerms = { excludeBasic: true, bags: { carryOn: 0, checked: 1 } };
  const found = searcher.search({ ...search, limit: 250, allOffers: true, fareTerms });
  const offers = found.flatMap((flight) => flight.cash.map((offer) => `${numbersOf(flight)} ${offer.brand}`));
  expect(offers.sort()).toEqual(
    listAllowed(search, fareTerms)
      .map(({ name }) => name)
      .sort(),
  );
  expect(offers).not.toHaveLength(0);
});

test("the outbound slice arrives by a local time, the return at any", () => {
  const latestLocalArrival = day * 1440 + 14 * 60 + 10;
  const names = (changes: Partial<FlightSearch>) =>
    new Set(
      searcher.search(searchFor({ includeAward: false, maxStops: 0, ...changes })).map((flight) => numbersOf(flight)),
    );
  expect(names({ latestLocalArrival })).toEqual(new Set(["BA1", "NK3"]));
  expect(names({ latestLocalArrival: latestLocalArrival - 11 })).toEqual(new Set(["BA1"]));
  const outbound = [...names({ latestLocalArrival, returnDay: day + 7 })].map((name) => name.split(" > ")[0]);
  expect(new Set(outbound)).toEqual(new Set(["BA1", "NK3"]));
});
