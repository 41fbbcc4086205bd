import { formatMoney, type NormalizedRequest } from "@wayfare/contract";
import { type SuppliedFlight, searchSuppliers } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mergeResults } from "../../src/candidates/merge.ts";
import { selectFlights } from "../../src/candidates/select.ts";
import { normalizeRequest, toQuery } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-flights.ts";

const searchedAtMs = Date.UTC(2027, 0, 1);
const request = normalizeRequest(
  { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true, allOffers: true },
  facts,
  searchedAtMs,
);

/** The offers of an answer to a live search, by flight. */
async function answer(flights: readonly SuppliedFlight[], asked: NormalizedRequest) {
  const registration = { supplier: supplierOf("live", flights, false), slot: 1, partitions: ["live" as const] };
  const context = { searchedAtMs, deadlineMs: 60_000, signal: new AbortController().signal };
  const { results } = await searchSuppliers([registration], toQuery(asked), context);
  const candidates = mergeResults("srch_01kahz2j7p3v8c5m9n4q6r7s8t", results, asked.currency);
  return selectFlights(candidates, asked, () => 1.3).map(({ flight, cash, award }) => ({
    slices: flight.slices,
    cash: cash.map(({ offer, price }) => ({ offer, price })),
    award: award.map(({ offer, price }) => ({ offer, price })),
  }));
}

const money = fc.record({
  total: fc.integer({ min: 0, max: 60_000 }),
  currency: fc.constantFrom("USD" as const, "GBP" as const, "JPY" as const),
});
const flights = fc
  .array(fc.record({ cash: fc.array(money, { maxLength: 3 }), award: fc.array(fc.option(money), { maxLength: 3 }) }), {
    maxLength: 6,
  })
  .map((list) =>
    list.map(({ cash, award }, at) =>
      makeFlight({
        number: String(100 + at),
        departureMinute: 10 * at,
        cash: cash.map(({ total, currency }) => ({ ...makeCash(total), total, currency })),
        award: award.map((part) => ({
          ...makeAward(20_000),
          total: part?.total ?? null,
          currency: part?.currency ?? "USD",
        })),
      }),
    ),
  );

test("a live search under maxPrice returns the unlimited offers within it, compared with the same cash offers", async () => {
  const kinds = fc.constantFrom(
    { includeCash: true, includeAward: true },
    { includeCash: true, includeAward: false },
    { includeCash: false, includeAward: true },
  );
  await fc.assert(
    fc.asyncProperty(flights, kinds, fc.integer({ min: 0, max: 60_000 }), async (list, include, max) => {
      const asked = { ...request, ...include };
      const within = ({ price }: { price: number | null }) => price !== null && price <= max;
      const expected = (await answer(list, asked))
        .map((flight) => ({ ...flight, cash: flight.cash.filter(within), award: flight.award.filter(within) }))
        .filter(({ cash, award }) => cash.length + award.length > 0);
      const found = await answer(list, { ...asked, maxPrice: formatMoney(max, "USD") });
      const sorted = (rows: typeof expected) => rows.map((row) => JSON.stringify(row)).toSorted();
      expect(sorted(found)).toEqual(sorted(expected));
    }),
    { seed: 45, numRuns: 100 },
  );
});
